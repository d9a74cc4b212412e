// `npm run bench`: how fast the shop buys and shows, beside a bare handler with the same SQL, in one
// run on one Postgres. Ratios count; absolute figures belong to the machine.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { toCents } from '#domain/money.ts';
import { startSession } from '../src/server/accounts/sessions.ts';
import { contextOf } from '../src/server/app.ts';
import { openPool, overClient } from '../src/server/database/database.ts';
import { startThrowawayPostgres } from '../src/server/database/embedded/throwaway.ts';
import { migrateDatabase } from '../src/server/database/migrate.ts';
import { readConfig } from '../src/server/runtime/config.ts';
import { makeLog } from '../src/server/runtime/log.ts';
import { stockPackType } from '../src/server/test-stock.ts';
import { grantCredits } from '../src/server/wallet/grant-credits.ts';

const CLIENTS = [1, 16];
const ROUNDS = 3;
const ROUND_MS = 2_500;
const PACKS = 60_000;
const SECRET = randomBytes(32).toString('hex');
const PORTS = { shop: 3981, bare: 3982 };

type Buyer = { userId: string; token: string };
type Server = { name: 'shop' | 'bare'; process: ChildProcess };
type Figures = { requests: number; ms: number; cpuMs: number; latencies: number[] };

const postgres = await startThrowawayPostgres({
  durable: true,
  settings: ['shared_preload_libraries=pg_stat_statements'],
});
await migrateDatabase(postgres.url);
const pool = openPool({ url: postgres.url, assumeAppRole: true, clockOffsetMs: 0 });
const config = {
  ...readConfig({ DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' }),
  authSecret: SECRET,
};
const context = contextOf({ db: overClient(pool), config, log: makeLog('silent') });

console.log(`Stocking ${PACKS} packs...`);
const packTypeIds = await stock();
const buyers = await Promise.all(Array.from({ length: Math.max(...CLIENTS) }, makeBuyer));
const owner = new pg.Client({ connectionString: postgres.url });
await owner.connect();
await owner.query('vacuum analyze');

const servers: Server[] = [start('shop'), start('bare')];
try {
  for (const { name } of servers) await untilUp(name);
  console.log(
    '\n| what | clients | shop /s | bare /s | ratio | shop p50 / p99 ms | bare p50 / p99 ms | CPU ms a request, shop / bare | statements, shop / bare |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const clients of CLIENTS) await compare('purchase with balance', clients, purchase);
  for (const clients of CLIENTS) await compare('catalogue', clients, catalogue);
} finally {
  for (const server of servers) server.process.kill('SIGTERM');
  await owner.end();
  await pool.end();
  await postgres.close();
}

async function stock(): Promise<string[]> {
  const first = await stockPackType(context, { packs: 1, purchaseLimit: null });
  const batches = 12;
  for (let batch = 0; batch < batches; batch += 1) {
    await stockPackType(context, { packs: PACKS / batches, purchaseLimit: null });
  }
  const { rows } = await pool.query<{ id: string }>('select id from pack_types where id <> $1', [
    first,
  ]);
  return rows.map((row) => row.id);
}

async function makeBuyer(): Promise<Buyer> {
  const userId = randomUUID();
  const email = `${userId}@bench.test`;
  await pool.query(
    `insert into users (id, email, username, password_hash) values ($1, $2, 'bench', '')`,
    [userId, email],
  );
  await grantCredits(context, { userId, amount: toCents(1_000_000_000), reason: 'bench' });
  const session = await startSession(context, {
    id: userId,
    email,
    role: 'user',
    password_hash: '',
    email_verified_at: null,
    locked_at: null,
    deletion_due_at: null,
    created_at: new Date(),
  });
  return { userId, token: session.access_token };
}

function start(name: Server['name']): Server {
  const file =
    name === 'shop'
      ? join(import.meta.dirname, 'shop-server.ts')
      : join(import.meta.dirname, 'bare-server.ts');
  const child = spawn(process.execPath, [file], {
    env: {
      ...process.env,
      PORT: String(PORTS[name]),
      DATABASE_URL: postgres.url,
      AUTH_SECRET: SECRET,
      LOG_LEVEL: 'silent',
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://localhost',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { name, process: child };
}

async function untilUp(name: Server['name']): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if (
      await fetch(`http://127.0.0.1:${PORTS[name]}/`).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The ${name} server did not start`);
}

type Ask = (server: Server['name'], agent: Agent, client: number) => Promise<number>;

function send(
  server: Server['name'],
  agent: Agent,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port: PORTS[server],
        method,
        path,
        headers: {
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...(token === undefined
            ? {}
            : { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }),
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode!));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

function purchase(server: Server['name'], agent: Agent, client: number): Promise<number> {
  const { userId, token } = buyers[client]!;
  const packTypeId = packTypeIds[Math.floor(Math.random() * packTypeIds.length)]!;
  if (server === 'bare') return send(server, agent, 'POST', '/purchase', { userId, packTypeId });
  const body = { packs: [{ packId: packTypeId, quantity: 1 }], paymentMethod: 'balance' };
  return send(server, agent, 'POST', '/api/payments/purchase-with-balance', body, token);
}

function catalogue(server: Server['name'], agent: Agent): Promise<number> {
  return send(server, agent, 'GET', server === 'bare' ? '/pack-types' : '/api/pack-types');
}

async function compare(what: string, clients: number, ask: Ask): Promise<void> {
  const figures: Record<Server['name'], Figures> = { shop: none(), bare: none() };
  const statements: Record<Server['name'], number> = { shop: 0, bare: 0 };
  for (let round = 0; round <= ROUNDS; round += 1) {
    // In turn, so that a machine whose speed drifts is fair to both. The first round only warms up.
    for (const server of servers) {
      const run = await load(server, clients, round === 0 ? ROUND_MS / 3 : ROUND_MS, ask);
      if (round > 0) add(figures[server.name], run);
    }
  }
  for (const server of servers) statements[server.name] = await countStatements(server, ask);
  const rate = (one: Figures) => one.requests / (one.ms / 1000);
  const spread = (one: Figures) =>
    `${quantile(one.latencies, 0.5)} / ${quantile(one.latencies, 0.99)}`;
  const cpu = (one: Figures) => (one.cpuMs / one.requests).toFixed(2);
  const { shop, bare } = figures;
  console.log(
    `| ${what} | ${clients} | ${rate(shop).toFixed(0)} | ${rate(bare).toFixed(0)} | ${(rate(shop) / rate(bare)).toFixed(2)} | ${spread(shop)} | ${spread(bare)} | ${cpu(shop)} / ${cpu(bare)} | ${statements.shop} / ${statements.bare} |`,
  );
}

function none(): Figures {
  return { requests: 0, ms: 0, cpuMs: 0, latencies: [] };
}

function add(sum: Figures, one: Figures): void {
  sum.requests += one.requests;
  sum.ms += one.ms;
  sum.cpuMs += one.cpuMs;
  sum.latencies.push(...one.latencies);
}

function quantile(values: number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
}

async function load(server: Server, clients: number, forMs: number, ask: Ask): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const latencies: number[] = [];
  const cpuBefore = cpuMsOf(server.process.pid!);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_none, client) => {
      while (performance.now() - startedAt < forMs) {
        const askedAt = performance.now();
        const status = await ask(server.name, agent, client);
        if (status !== 200) throw new Error(`${server.name} answered ${status}`);
        latencies.push(performance.now() - askedAt);
      }
    }),
  );
  const ms = performance.now() - startedAt;
  agent.destroy();
  return {
    requests: latencies.length,
    ms,
    cpuMs: cpuMsOf(server.process.pid!) - cpuBefore,
    latencies,
  };
}

/** Processor time of a process so far, user and system, as the kernel counts it (10 ms steps). */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Statements that one request sends, as Postgres itself counts them. */
async function countStatements(server: Server, ask: Ask): Promise<number> {
  const agent = new Agent();
  await owner.query('create extension if not exists pg_stat_statements');
  await owner.query('select pg_stat_statements_reset()');
  await ask(server.name, agent, 0);
  // Only what came from outside: a function's own statements are counted with the call.
  const { rows } = await owner.query<{ calls: string }>(
    `select coalesce(sum(calls), 0) as calls from pg_stat_statements where toplevel and query not like '%pg_stat_statements%'`,
  );
  agent.destroy();
  return Number(rows[0]!.calls);
}
