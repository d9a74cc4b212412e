// What the benchmark asks: on each Postgres a yardstick and a shop (with --beside two), each with a database of its own.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { appUrlOf } from '../src/server/database/app-role.ts';
import { databaseUrl } from '../src/testing/postgres.ts';
import { openPostgresServer, type PostgresServer } from '../src/testing/postgres-server.ts';
import { untilUp, type Side } from './load.ts';
import type { Seeded, ToSeed } from './seeded.ts';
import { yardstickSchema } from './yardstick-schema.ts';

/** A shop's side: where its owner signs in, and what it has for openings and sales. */
export type Shop = Side & { url: string; seeded: Seeded };

/** How the databases of this run begin. Another benchmark on this machine has others. */
const PREFIX = `bench_${process.pid}_`;

export const SECRET = randomBytes(32).toString('hex');

const servers: PostgresServer[] = [];
const children = new Set<ChildProcess>();
const folders: string[] = [];

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
  const child = await start(join(import.meta.dirname, 'yardstick-server.ts'), port, settings);
  return { name: 'yardstick', port, pid: child.pid!, database: databaseOf(server, 'yardstick') };
}

/** Fills the shop of a clone in `folder`, and opens it. */
export async function startShop(
  server: PostgresServer,
  { name, folder, sizes, port }: { name: string; folder: string; sizes: ToSeed; port: number },
): Promise<Shop> {
  const url = await makeDatabase(server, name);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
  folders.push(dataDir);
  const ofLog = {
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://localhost:${port}`,
    ...(sizes.inDrops && { LOG_KEYS: randomBytes(32).toString('hex') }),
  };
  const seeding = await promisify(execFile)(
    process.execPath,
    [join(folder, 'bench/seed-shop.ts')],
    {
      env: { ...process.env, ...ofLog, DATABASE_URL: url, BENCH_SIZES: JSON.stringify(sizes) },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  await asOwner(url, 'vacuum analyze');
  const child = await start(join(folder, 'bench/shop-server.ts'), port, {
    ...ofLog,
    NODE_ENV: 'production',
    DATABASE_URL: url,
    APP_DATABASE_URL: appUrlOf(url),
    AUTH_SECRET: SECRET,
    // Nothing is sent there: the server of the benchmark has no mailer. Accounts have to be verified, as they are.
    SMTP_URL: 'smtp://localhost:25',
  });
  const seeded = JSON.parse(seeding.stdout) as Seeded;
  return { name, port, pid: child.pid!, database: databaseOf(server, name), url, seeded };
}

/** Ends all that was started, and drops what was made. */
export async function closeAll(): Promise<void> {
  await Promise.all([...children].map(end));
  for (const server of servers) await server.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

async function start(
  file: string,
  port: number,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...process.execArgv, file], {
    env: { ...process.env, ...settings, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.add(child);
  await untilUp(port, child);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function makeDatabase(server: PostgresServer, name: string): Promise<string> {
  const database = databaseOf(server, name);
  await asOwner(server.url, `create database ${database}`);
  return databaseUrl(server.url, database);
}

/** Another one on each server: back-ends are told apart by it. */
function databaseOf(server: PostgresServer, name: string): string {
  return `${PREFIX}${servers.indexOf(server)}_${name}`;
}

export async function asOwner(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
