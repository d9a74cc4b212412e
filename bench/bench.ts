// `npm run bench`: what the shop does most, beside a bare handler with the same SQL, in one run on one
// Postgres. Ratios count; absolute figures belong to the machine.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { toCents, ZERO } from '#domain/money.ts';
import { startSession } from '../src/server/accounts/sessions.ts';
import { contextOf } from '../src/server/app.ts';
import { appUrlOf } from '../src/server/database/app-role.ts';
import { inTransaction, openPool, overPool } from '../src/server/database/database.ts';
import { startThrowawayPostgres } from '../src/embedded-postgres/throwaway.ts';
import { migrateDatabase } from '../src/server/database/migrate.ts';
import { readConfig } from '../src/server/runtime/config.ts';
import { makeLog } from '../src/server/runtime/log.ts';
import { openPacks } from '../src/server/opening/open-packs.ts';
import { buySealedPacks } from '../src/testing/sealed-packs.ts';
import { stockPackType } from '../src/testing/stock.ts';
import { grantCredits } from '../src/server/wallet/grant-credits.ts';
import {
  add,
  load,
  memoryPeakMbOf,
  none,
  quantile,
  send,
  untilUp,
  type Figures,
  type Next,
  type Side,
} from './load.ts';
import { hasPgbench, packTypeOf, pgbenchUser, runPgbench } from './pgbench.ts';

const CLIENTS = [1, 16];
const CLIENTS_MOST = 16;
const ROUNDS = 3;
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 2_500);
const PACK_TYPES = 12;
const PACKS_EACH = 5_000;
/** Of the one type that everybody wants at once. */
const WANTED = 3;
const PACKS_WANTED = 9_000;
/** How many openings and bulk sales a round has: what they take from is made before. */
const ACTIONS_A_ROUND = 120;
const CARDS_A_SALE = 10;
const CARDS_A_PACK = 3;
const SECRET = randomBytes(32).toString('hex');
const NAMES = ['shop', 'bare'] as const;

type Name = (typeof NAMES)[number];
type Shopper = { userId: string; token: string };
type SealedPack = Shopper & { packId: string };
type SellableCard = { cardId: string; packOpeningId: string };
type Sale = Shopper & { cards: SellableCard[] };

const postgres = await startThrowawayPostgres({
  durable: true,
  settings: ['shared_preload_libraries=pg_stat_statements', 'shared_buffers=512MB'],
});
await migrateDatabase(postgres.url, appUrlOf(postgres.url));
const pool = openPool({ url: appUrlOf(postgres.url), clockOffsetMs: 0 });
const config = {
  ...readConfig({ DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' }),
  authSecret: SECRET,
};
const context = contextOf({ db: overPool(pool), config, log: makeLog('silent') });
const owner = new pg.Client({ connectionString: postgres.url });
await owner.connect();
await owner.query('create extension if not exists pg_stat_statements');
const {
  rows: [held],
} = await owner.query<{ text: string }>(`select pg_read_file('postmaster.pid') as text`);
const postgresPid = Number.parseInt(held!.text, 10);
const children: ChildProcess[] = [];

try {
  await run();
} finally {
  for (const child of children) child.kill('SIGTERM');
  await owner.end();
  await pool.end();
  await postgres.close();
}

async function run(): Promise<void> {
  console.log('Stocking...');
  for (let index = 0; index < PACK_TYPES; index += 1) {
    const id = packTypeOf(index);
    await stockPackType(context, {
      id,
      packs: index === WANTED ? PACKS_WANTED : PACKS_EACH,
      purchaseLimit: null,
    });
  }
  const buyers = await Promise.all(
    Array.from({ length: CLIENTS_MOST }, (_none, client) => makeShopper(pgbenchUser(client))),
  );
  // Whoever looks at their cards has a hundred, not the thousands of this run's buyers.
  const collectors = await Promise.all(
    Array.from({ length: CLIENTS_MOST }, (_none, client) =>
      makeShopper(pgbenchUser(client + CLIENTS_MOST)),
    ),
  );
  // Each side, each number of clients, all rounds, the warm-up, and one whose statements are counted.
  const cases = NAMES.length * CLIENTS.length * ((ROUNDS + 1) * ACTIONS_A_ROUND + 1);
  const sealed = await makeSealed(buyers, cases);
  for (const collector of collectors) await makeOpened(collector, 35);
  const sales = await makeSales(buyers, cases);
  await owner.query('vacuum analyze');

  const sides = await Promise.all(NAMES.map((name, index) => start(name, 4981 + index)));
  const any = () => packTypeOf(Math.floor(Math.random() * PACK_TYPES));
  const buy =
    (who: (client: number) => Shopper, packTypeId: () => string): Next =>
    (name, client) => {
      const { userId, token } = who(client);
      const id = packTypeId();
      return name === 'bare'
        ? { method: 'POST', path: '/purchase', body: { userId, packTypeId: id } }
        : {
            method: 'POST',
            path: '/api/payments/purchase-with-balance',
            body: { packs: [{ packId: id, quantity: 1 }], paymentMethod: 'balance' },
            token,
          };
    };
  const open: Next = (name) => {
    const pack = sealed.pop();
    if (pack === undefined) throw new Error('There are no more sealed packs');
    const { userId, packId, token } = pack;
    return name === 'bare'
      ? { method: 'POST', path: '/open', body: { userId, packId } }
      : { method: 'POST', path: `/api/packs/${packId}/open`, body: {}, token };
  };
  const sell: Next = (name) => {
    const sale = sales.pop();
    if (sale === undefined) throw new Error('There are no more cards');
    const { userId, cards, token } = sale;
    return name === 'bare'
      ? { method: 'POST', path: '/sell', body: { userId, cardIds: cards.map((c) => c.cardId) } }
      : { method: 'POST', path: '/api/cards/sell/bulk', body: { cards }, token };
  };
  const get =
    (path: string): Next =>
    (name) => ({ method: 'GET', path: name === 'bare' ? path : `/api${path}` });
  const myCards: Next = (name, client) => {
    const { userId, token } = collectors[client]!;
    return name === 'bare'
      ? { method: 'GET', path: `/cards/my?userId=${userId}` }
      : { method: 'GET', path: '/api/cards/my', token };
  };
  const own = (client: number) => buyers[client]!;
  const one = () => buyers[0]!;

  console.log(
    '\n| what | clients | shop /s | bare /s | ratio | shop p50 / p99 ms | bare p50 / p99 ms | CPU ms of server, shop / bare | CPU ms of Postgres, shop / bare | statements, shop / bare |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const clients of CLIENTS) {
    const compared = (what: string, next: Next, most?: number) =>
      compare(sides, what, clients, next, most);
    await compared('purchase with balance', buy(own, any));
    if (clients > 1) {
      await compared(
        'purchase, all of one pack type',
        buy(own, () => packTypeOf(WANTED)),
      );
      await compared('purchase, all on one account', buy(one, any));
    }
    await compared('opening', open, ACTIONS_A_ROUND);
    await compared(`bulk sale of ${CARDS_A_SALE} cards`, sell, ACTIONS_A_ROUND);
    await compared('catalogue', get('/pack-types'));
    await compared('pack detail', get(`/pack-types/${packTypeOf(0)}`));
    await compared('cards/my', myCards);
  }
  console.log('\nMemory at most: ' + sides.map(memoryOf).join(', '));
  if (!hasPgbench()) return console.log('pgbench is not installed: nothing is beside it.');
  for (const clients of CLIENTS) {
    const rate = await runPgbench(pool, appUrlOf(postgres.url), {
      clients,
      seconds: Math.ceil((ROUNDS * ROUND_MS) / 1000),
      packTypes: PACK_TYPES,
    });
    console.log(
      `pgbench, the bare purchase's statements, ${clients} clients: ${rate.toFixed(0)} /s`,
    );
  }
}

function memoryOf({ name, pid }: Side): string {
  return `${name} ${memoryPeakMbOf(pid).toFixed(0)} MB`;
}

async function makeShopper(userId: string): Promise<Shopper> {
  const email = `${userId}@bench.test`;
  await pool.query(
    `insert into users (id, email, username, password_hash) values ($1, $2, 'bench', '')`,
    [userId, email],
  );
  await inTransaction(context.db, (db) =>
    grantCredits({ ...context, db }, { userId, amount: toCents(1_000_000_000), reason: 'bench' }),
  );
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

/** Sealed packs of these shoppers, in turn. */
async function makeSealed(shoppers: Shopper[], packs: number): Promise<SealedPack[]> {
  const made: SealedPack[] = [];
  for (let at = 0; made.length < packs; at += 1) {
    const { userId, token } = shoppers[at % shoppers.length]!;
    const quantity = Math.min(20, packs - made.length);
    const ids = await buySealedPacks(context, userId, packTypeOf(at % PACK_TYPES), quantity);
    made.push(...ids.map((packId) => ({ userId, token, packId })));
  }
  // In turn, so that clients don't queue for one shopper's account.
  return made.toSorted((a, b) => a.packId.localeCompare(b.packId));
}

/** Packs of a shopper's, bought and opened: what is sold later comes out of them. */
async function makeOpened(shopper: Shopper, packs: number): Promise<SellableCard[]> {
  const sealed = await makeSealed([shopper], packs);
  const openings = await inTransaction(context.db, (db) =>
    openPacks(
      { ...context, db },
      shopper.userId,
      sealed.map(({ packId }) => ({ id: packId, paid: ZERO })),
    ),
  );
  return openings.flatMap(({ id, cards }) =>
    cards.map((card) => ({ cardId: card.id, packOpeningId: id })),
  );
}

/** What is to be sold, some cards at a time, by shoppers in turn. */
async function makeSales(shoppers: Shopper[], count: number): Promise<Sale[]> {
  const each = Math.ceil(count / shoppers.length);
  const ofEach = await Promise.all(
    shoppers.map(async (shopper) => {
      const cards = await makeOpened(shopper, Math.ceil((each * CARDS_A_SALE) / CARDS_A_PACK));
      return Array.from({ length: each }, (_none, at) => ({
        ...shopper,
        cards: cards.slice(at * CARDS_A_SALE, (at + 1) * CARDS_A_SALE),
      }));
    }),
  );
  return Array.from({ length: each }, (_none, at) => ofEach.map((sales) => sales[at]!)).flat();
}

async function start(name: Name, port: number): Promise<Side> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}-server.ts`)], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: postgres.url,
      AUTH_SECRET: SECRET,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const side: Side = { name, port, pid: child.pid!, postgresPid };
  await untilUp(port);
  return side;
}

async function compare(
  sides: Side[],
  what: string,
  clients: number,
  next: Next,
  most = Infinity,
): Promise<void> {
  const figures: Record<Name, Figures> = { shop: none(), bare: none() };
  for (let round = 0; round <= ROUNDS; round += 1) {
    // In turn, so that a machine whose speed drifts is fair to both. The first round only warms up.
    for (const side of sides) {
      let left = most;
      const limited: Next = (name, client) => {
        left -= 1;
        return left < 0 ? null : next(name, client);
      };
      const run = await load(side, clients, round === 0 ? ROUND_MS / 3 : ROUND_MS, limited);
      if (round > 0) add(figures[side.name], run);
    }
  }
  const statements: string[] = [];
  for (const side of sides) statements.push(String(await countStatements(side, next)));
  const { shop, bare } = figures;
  const rate = (one: Figures) => one.requests / (one.ms / 1000);
  const spread = ({ latencies }: Figures) =>
    `${quantile(latencies, 0.5).toFixed(1)} / ${quantile(latencies, 0.99).toFixed(1)}`;
  const both = (read: (one: Figures) => number) =>
    [shop, bare].map((one) => (read(one) / one.requests).toFixed(2)).join(' / ');
  console.log(
    `| ${[
      what,
      clients,
      rate(shop).toFixed(0),
      rate(bare).toFixed(0),
      (rate(shop) / rate(bare)).toFixed(2),
      spread(shop),
      spread(bare),
      both((one) => one.serverCpuMs),
      both((one) => one.postgresCpuMs),
      statements.join(' / '),
    ].join(' | ')} |`,
  );
}

/** Statements that one request sends, as Postgres itself counts them. */
async function countStatements(side: Side, next: Next): Promise<number> {
  const agent = new Agent();
  await owner.query('select pg_stat_statements_reset()');
  await send(side, agent, next(side.name, 0)!);
  agent.destroy();
  // Only what came from outside: a function's own statements are counted with the call.
  const { rows } = await owner.query<{ calls: string }>(
    `select coalesce(sum(calls), 0) as calls from pg_stat_statements where toplevel and query not like '%pg_stat_statements%'`,
  );
  return Number(rows[0]!.calls);
}
