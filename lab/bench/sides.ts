// Starts the sides of the benchmark: on each Postgres a yardstick and a shop (two shops with --beside or --without),
// each with its own database. The shop runs as in production: `src/server/main.ts` with its log, its metrics and its
// rate limits. Only settings decide whether it has mail, jobs and a proxy.
import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { appUrlOf } from '../../src/server/database/app-role.ts';
import { databaseUrl } from '../../src/testing/postgres.ts';
import { openPostgresServer, type PostgresServer } from '../../src/testing/postgres-server.ts';
import { killShops, openShop, type ShopProcess } from '../../src/testing/process.ts';
import { startMailSink, type MailSink } from '../../src/testing/start-mail-sink.ts';
import type { Side } from './load.ts';
import { findProxy, makeCertificate } from './proxy.ts';
import { signAccessToken } from '../../src/server/http/tokens.ts';
import { accountOf, sessionOf, type Seeded, type ToSeed } from './seeded.ts';
import { yardstickSchema } from './yardstick-schema.ts';

/** A shop's side: the owner's address, the packs for openings and sales, and how its process was started. */
export type Shop = Side & {
  url: string;
  seeded: Seeded;
  folder: string;
  settings: Record<string, string>;
  /** Settings that last only until `surround` starts the shop again. */
  around: Record<string, string>;
  process: ShopProcess;
};

/** The prefix of this run's databases, which differs from that of another benchmark on this machine. */
const PREFIX = `bench_${process.pid}_`;

const SECRET = randomBytes(32).toString('hex');

/**
 * Tokens of all accounts, in their order. A token is valid for a quarter of an hour, and filling the shop may take
 * as long.
 */
export function signIn({ accounts }: ToSeed): string[] {
  return Array.from({ length: accounts }, (_none, number) => {
    const named = { userId: accountOf(number), sessionId: sessionOf(number) };
    return signAccessToken(named, SECRET, new Date());
  });
}

const servers: PostgresServer[] = [];
const folders: string[] = [];
const sinks: MailSink[] = [];
const proxies: ChildProcess[] = [];

/** Settings of a shop that only serves requests. The names of rows tell what else runs. */
const ALONE = { JOBS: 'off', REQUIRE_VERIFIED_EMAIL: 'off' };
const SHOP = join(import.meta.dirname, '../..');
const MAIN = 'src/server/main.ts';
/** The script that fills a shop. The second path is for clones from before the folder `lab`. */
const SEEDS = ['lab/bench/seed-shop.ts', 'bench/seed-shop.ts'];

/** Opens a Postgres that `--postgres` names. */
export async function openServer(named: string, settings: string[]): Promise<PostgresServer> {
  const server = await openPostgresServer(named, { prefix: PREFIX, settings });
  servers.push(server);
  return server;
}

export async function startYardstick(
  server: PostgresServer,
  { sizes, port }: { sizes: ToSeed; port: number },
): Promise<Side> {
  const url = await makeDatabase(server, 'yardstick');
  await asOwner(url, yardstickSchema(sizes));
  await asOwner(url, 'vacuum analyze');
  const settings = { DATABASE_URL: url, BENCH_SIZES: JSON.stringify(sizes) };
  const file = join(import.meta.dirname, 'yardstick-server.ts');
  const { child } = await start(file, port, settings, devNull);
  return { name: 'yardstick', port, pid: child.pid!, database: databaseOf(server, 'yardstick') };
}

export type Stocking = {
  name: string;
  /** The folder of another clone. If omitted, the shop is this clone. */
  folder?: string;
  sizes: ToSeed;
  port: number;
  /** Settings for mail, jobs and the like. If omitted, the shop runs without them. */
  around?: Record<string, string>;
};

/** Fills a shop, and opens it. */
export async function startShop(
  server: PostgresServer,
  { name, folder = SHOP, sizes, port, around = ALONE }: Stocking,
): Promise<Shop> {
  const url = await makeDatabase(server, name);
  const dataDir = await makeFolder();
  const ofLog = {
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://localhost:${port}`,
    ...(sizes.inDrops && { LOG_KEYS: randomBytes(32).toString('hex') }),
  };
  const seeding = await promisify(execFile)(
    process.execPath,
    [SEEDS.map((file) => join(folder, file)).find(existsSync)!],
    {
      env: { ...process.env, ...ofLog, DATABASE_URL: url, BENCH_SIZES: JSON.stringify(sizes) },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  await asOwner(url, 'vacuum analyze');
  const settings = {
    ...ofLog,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATABASE_URL: url,
    APP_DATABASE_URL: appUrlOf(url),
    AUTH_SECRET: SECRET,
    METRICS_PORT: '0',
    // The seeded drops already have their number, from a practice beacon.
    BEACON: 'off',
  };
  const log = join(dataDir, 'shop.log');
  const started = await start(join(folder, MAIN), port, { ...settings, ...around }, log);
  const seeded = JSON.parse(seeding.stdout) as Seeded;
  const database = databaseOf(server, name);
  const pid = started.child.pid!;
  return { name, folder, port, pid, database, url, seeded, settings, around, process: started };
}

/** Ends the shop's process and starts a new one with the settings and the port of `shop`. */
export async function startAgain(shop: Shop): Promise<Shop> {
  await shop.process.end('SIGKILL');
  const log = join(shop.settings['DATA_DIR']!, 'shop.log');
  const settings = { ...shop.settings, ...shop.around };
  const process = await start(join(shop.folder, MAIN), shop.port, settings, log);
  return { ...shop, pid: process.child.pid!, process };
}

/** Starts what surrounds a shop in production: jobs, mail and a proxy. `words` describes them in the names of rows. */
export type Surroundings = {
  words: string;
  surround: (shop: Shop, ports: { shop: number; proxy: number }) => Promise<Shop>;
  /** Returns the yardstick's side. If the shop has a proxy, requests to the yardstick go through a proxy too. */
  behindProxy: (yardstick: Side, port: number) => Promise<Side>;
};

/**
 * Finds the surroundings that this machine offers: jobs, a mail server that accepts every mail, and a proxy with TLS if
 * one is installed. `surround` reopens the shop on its database, and returns once the shop's first jobs are done. After
 * its first load, the shop's process is frozen whenever it is not under load.
 */
export async function findSurroundings(): Promise<Surroundings> {
  const folder = await makeFolder();
  await chmod(folder, 0o711);
  const files = makeCertificate(folder);
  const proxy = findProxy(folder, files);
  const behindProxy: Surroundings['behindProxy'] = async (side, port) => {
    if (proxy === null) return side;
    proxies.push(proxy.start({ listens: port, shop: side.port }));
    return { ...side, port, certificate: await readFile(files!.certificate, 'utf8') };
  };
  const surround: Surroundings['surround'] = async (shop, ports) => {
    const sink = await startMailSink(files ?? undefined);
    sinks.push(sink);
    const port = proxy === null ? ports.shop : ports.proxy;
    const settings = {
      ...shop.settings,
      SMTP_URL: sink.url,
      ...(files !== null && { NODE_EXTRA_CA_CERTS: files.certificate }),
      ...(proxy !== null && { TRUST_PROXY: '1', PUBLIC_URL: `https://localhost:${port}` }),
    };
    const opened = await startAgain({ ...shop, port: ports.shop, settings, around: {} });
    const surrounded = { ...opened, ...(await behindProxy(opened, port)), isStopped: true };
    await untilJobsAreDone(surrounded);
    return surrounded;
  };
  const words =
    proxy === null
      ? 'with mail and jobs, without proxy (nginx or HAProxy and openssl are not installed)'
      : `with mail, jobs and proxy`;
  return { words, surround, behindProxy };
}

export function sendsMail({ settings }: Shop): boolean {
  return 'SMTP_URL' in settings;
}

/** How many mails are waiting to be sent. */
export async function countWaitingMails(shop: Shop): Promise<number> {
  const [row] = await asOwner<{ mails: number }>(
    shop.url,
    `select count(*)::int as mails from mails where state in ('queued', 'sending')`,
  );
  return row!.mails;
}

/** Waits for the shop's first jobs, such as an audit, which must not disturb later measurements. */
async function untilJobsAreDone(shop: Shop): Promise<void> {
  const [isAtWork, isAsked] = [
    `select from pgboss.job where state in ('created', 'retry', 'active') limit 1`,
    `select from pgboss.job limit 1`,
  ];
  while (
    (await asOwner(shop.url, isAsked)).length === 0 ||
    (await asOwner(shop.url, isAtWork)).length > 0
  ) {
    if (shop.process.child.exitCode !== null)
      throw new Error('The shop ended while its jobs began');
    await wait(200);
  }
}

/** Ends every process that was started, and removes what was created. */
export async function closeAll(): Promise<void> {
  // A proxy ends its own workers. Shops are killed, because a frozen shop would not react to a gentler signal.
  await Promise.all(proxies.map(end));
  await killShops();
  for (const sink of sinks) await sink.close();
  for (const server of servers) await server.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

/** Starts a process, and appends its output to the file `log`. */
function start(
  main: string,
  port: number,
  settings: Record<string, string>,
  log: string,
): Promise<ShopProcess> {
  const nodeOptions = process.execArgv;
  return openShop(settings, { port, main, log, nodeOptions, whenWeEnd: 'ends' });
}

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  folders.push(folder);
  return folder;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

async function makeDatabase(server: PostgresServer, name: string): Promise<string> {
  const database = databaseOf(server, name);
  await asOwner(server.url, `create database ${database}`);
  return databaseUrl(server.url, database);
}

/** The name includes the server's index, because the measurement recognises back-ends by their database. */
function databaseOf(server: PostgresServer, name: string): string {
  return `${PREFIX}${servers.indexOf(server)}_${name}`;
}

export async function asOwner<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
