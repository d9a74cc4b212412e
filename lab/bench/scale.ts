// `npm run bench:scale [SHOPPERS] [TIMES] [WORDS]` measures how response times grow with the shop. Runs two shops on
// one Postgres; one shop has TIMES (100) as much data as the other. Compares the shoppers' actions, their own pages
// and every list of the operators, in turn on both shops. WORDS (separated by commas) selects the requests with one of
// these words in their name. The ratio counts: if it grows with a table, an index is missing. `--postgres` names
// another Postgres than the embedded one, as in the benchmark (`bench.ts`). If several are named, they are measured in
// turn.
import { devNull } from 'node:os';
import { parseArgs } from 'node:util';
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { toCents } from '#domain/money.ts';
import { ENDPOINTS } from '#contract/table.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { countViolations } from '../../src/server/admin/run-audit.ts';
import { contextOf } from '../../src/server/app.ts';
import { appUrlOf } from '../../src/server/database/app-role.ts';
import { openPool, overPool } from '../../src/server/database/pool.ts';
import { migrateDatabase } from '../../src/server/database/migrate.ts';
import { QUEUES } from '../../src/server/jobs/queues.ts';
import { migrateQueue } from '../../src/server/queue/migrate-queue.ts';
import { sumMovements } from '../../src/server/jobs/sum-movements.ts';
import { countSingles } from '../../src/server/singles/count-singles.ts';
import { readConfig } from '../../src/server/runtime/config.ts';
import { makeLog } from '../../src/server/runtime/log.ts';
import { giveCredits } from '../../src/testing/give-credits.ts';
import { databaseUrl } from '../../src/testing/postgres.ts';
import { openShop, type ShopProcess } from '../../src/testing/process.ts';
import {
  checkPostgresName,
  EMBEDDED,
  openPostgresServer,
  type PostgresServer,
} from '../../src/testing/postgres-server.ts';
import { percentile } from '../kit/figures.ts';
import { ordersOf } from './orders-of.ts';
import { BUSY, CALM, cardId, PACK_TYPES, seedScale } from './seed-scale.ts';
import { tokenOf } from '../kit/sign-in.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { postgres: { type: 'string', multiple: true, default: [EMBEDDED] } },
});
const SHOPPERS = Number(positionals[0] ?? 100_000);
const SMALLER_BY = Number(positionals[1] ?? 100);
const ONLY = (positionals[2] ?? '').split(',');
/** The prefix of this run's databases. */
const PREFIX = `scale_${process.pid}_`;
// Set another port if two runs share a machine.
const PORT = Number(process.env['BENCH_PORT'] ?? 4983);
// A million shoppers with fifty transfers each would not fit on a disk, so the shoppers of a large shop have less data
// each. Each shopper's last transfer is from the last two hours, as in a drop.
const HAVING = { ...(SHOPPERS > 200_000 ? CALM : BUSY), isInRush: true };
const ASKED = 40;
const WARM_UP = 5;
const RATIO_MOST = 1.5;
// If a list takes less time than this, the ratio measures the clock rather than the list.
const MS_LEAST = 1;
// Settings of the embedded Postgres that speed up the seeding, which takes most of the time. There is no WAL for
// standbys, no checkpoint during the seeding, and no vacuum of half-filled tables. Any other Postgres runs with its
// own settings.
const SETTINGS = [
  'shared_buffers=1GB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=16GB',
  'checkpoint_timeout=1h',
  'autovacuum_naptime=1h',
];
const SECRET = randomBytes(32).toString('hex');

// Cards that exist in both shops, from the part of the catalogue that grows with the shop. Each request takes another
// card, because the response cache stores responses that are the same for every visitor.
const CARDS = 500;
let cardsAsked = 0;

/** An operator's searches: for one person, and for a word that is in every row. */
const WORDS = ['shopper770@scale', 'scale'];

/** The required parameters of a list. */
const NEEDED: Record<string, string> = {
  '/admin/loose-packs': '?packTypeId=scale-1',
  '/admin/stock/cards': '?packTypeId=scale-1&set=SC1&number=7',
  '/admin/stock/costs': '?packTypeId=scale-1',
  '/admin/singles/by-number': '?number=C77-2',
  '/admin/search/packing': '?search=track770',
  '/admin/search/support': '?search=i-000077',
  '/admin/search/catalogue': '?search=charizard',
  '/admin/search/money': '?search=nobody',
};

/**
 * Filters with which the orders of a list are also measured: filters that find many rows, few rows, or the rows of a
 * short time.
 */
const ORDERED: Record<string, string[]> = {
  '/admin/orders': [
    'state=paid',
    'state=refunded',
    'state=open',
    `from=${new Date(Date.now() - 86_400_000).toISOString()}`,
  ],
  '/admin/users': ['role=moderator', 'state=locked'],
};

type Shop = {
  shoppers: number;
  url: string;
  process: ShopProcess;
  /** Empty until both shops are seeded. */
  tokens: Tokens;
  openings: Opening[];
};
type Tokens = { admin: string; shopper: string };
type Question = { name: string; path: string; as: keyof Tokens; body?: (shop: Shop) => object };
type Opening = { id: string; cards: { id: string }[] };

/** The median times of the small shop and of the large shop, by question. */
type Medians = Map<string, [number, number]>;

for (const named of options.postgres) checkPostgresName(named);
const QUESTIONS = questions();
let opened: PostgresServer | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void opened?.close().finally(() => process.exit(1)));
const found: { server: string; medians: Medians }[] = [];
for (const named of options.postgres) {
  const settings = named === EMBEDDED ? SETTINGS : [];
  const postgres = await openPostgresServer(named, { prefix: PREFIX, settings });
  opened = postgres;
  const shops: Shop[] = [];
  try {
    shops.push(await open(postgres, 'small', Math.max(500, SHOPPERS / SMALLER_BY), PORT));
    shops.push(await open(postgres, 'large', SHOPPERS, PORT + 1));
    found.push({ server: postgres.name, medians: await compare(postgres.name, shops) });
  } finally {
    await Promise.all(shops.map(({ process: shop }) => shop.end()));
    await postgres.close();
  }
}
if (found.length > 1) listBeside();
const ratios = found.flatMap(({ medians }) => [...medians.values()].map(ratioOf));
process.exitCode = ratios.some((ratio) => ratio > RATIO_MOST) ? 1 : 0;

/** Measures both shops of a server in turn, and prints a line for each question. */
async function compare(server: string, shops: Shop[]): Promise<Medians> {
  // An access token is valid for minutes, and the audit of the large shop takes longer.
  for (const shop of shops.toReversed()) shop.tokens = await signIn(shop.url);
  const [small, large] = shops as [Shop, Shop];
  console.log(
    `\n${server}: ${large.shoppers} shoppers, ${large.shoppers * HAVING.cards} opened cards, ${large.shoppers * HAVING.transfers} transfers (${large.shoppers} of the last two hours), ${Math.min(large.shoppers, HAVING.catalogueMost)} cards with ten prices each, beside ${small.shoppers} with as much each. Medians of ${ASKED}, asked in turn.\n`,
  );
  console.log('| what | small ms | large ms | ratio |');
  console.log('|---|---|---|---|');
  const medians: Medians = new Map();
  for (const question of QUESTIONS) {
    if (!ONLY.some((words) => question.name.includes(words))) continue;
    const times: [number[], number[]] = [[], []];
    for (let round = -WARM_UP; round < ASKED; round += 1) {
      for (const [index, shop] of [small, large].entries()) {
        const ms = await ask(shop, question);
        if (round >= 0) times[index]!.push(ms);
      }
    }
    const both = times.map((one) => percentile(one, 0.5)) as [number, number];
    medians.set(question.name, both);
    console.log(
      `| ${question.name} | ${both.map((ms) => ms.toFixed(1)).join(' | ')} | ${shown(both)} |`,
    );
  }
  return medians;
}

/** Prints a table with the ratios of all servers, one column for each server. */
function listBeside(): void {
  const columns = [
    'ratio of the large shop to the small one',
    ...found.map(({ server }) => server),
  ];
  console.log(`\n| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`);
  for (const name of found[0]!.medians.keys()) {
    const each = found.map(({ medians }) => shown(medians.get(name)!));
    console.log(`| ${[name, ...each].join(' | ')} |`);
  }
}

function shown(both: [number, number]): string {
  const ratio = ratioOf(both);
  return `${ratio.toFixed(2)}${ratio > RATIO_MOST ? ' !' : ''}`;
}

function ratioOf([small, large]: [number, number]): number {
  return Math.max(large, MS_LEAST) / Math.max(small, MS_LEAST);
}

/**
 * Every list of the operators, unfiltered and searched, and a shopper's own pages. Throws if a list lacks a parameter.
 */
function questions(): Question[] {
  const asked: Question[] = [
    {
      name: 'a purchase',
      path: '/payments/purchase-with-balance',
      as: 'shopper',
      body: ({ openings }) => ({
        packs: [{ packId: `scale-${1 + (openings.length % PACK_TYPES)}`, quantity: 1 }],
        paymentMethod: 'balance',
      }),
    },
    {
      name: 'a sale of two cards',
      path: '/cards/sell/bulk',
      as: 'shopper',
      body: ({ openings }) => {
        const { id, cards } = openings.pop()!;
        return { cards: cards.slice(0, 2).map((card) => ({ cardId: card.id, packOpeningId: id })) };
      },
    },
    { name: 'GET /pack-types', path: '/pack-types', as: 'shopper' },
    { name: 'GET /pack-types/{id}', path: '/pack-types/scale-1', as: 'shopper' },
    { name: 'GET /cards/my', path: '/cards/my', as: 'shopper' },
    { name: 'GET /cards/my by price', path: '/cards/my?sortBy=price', as: 'shopper' },
    ...[
      '/cards/shelf',
      '/cards/market',
      '/cards/market?sortBy=name&sortOrder=asc',
      '/cards/market?setId=more-1',
      '/cards/search?search=charizard',
      '/cards/search?search=charzard',
      '/cards/search?search=more%20201',
      '/cards/{id}/facts',
      '/cards/{id}/history?days=365',
    ].map((path) => ({ name: `GET ${path}`, path, as: 'shopper' as const })),
    { name: 'GET /transactions', path: '/transactions', as: 'shopper' },
    { name: 'GET /shipping/requests', path: '/shipping/requests', as: 'shopper' },
    // Most parcels are delivered ones. An operator also searches this list by tracking number.
    ...['', '&search=track770', ...WORDS.map((words) => `&search=${words}`)].map((words) => {
      const path = `/admin/shipments?status=delivered${words}`;
      return { name: `GET ${path}`, path, as: 'admin' as const };
    }),
  ];
  for (const row of Object.values<Endpoint>(ENDPOINTS)) {
    const isList = row.method === 'GET' && !row.path.includes('{');
    // Leaves out the audit, which must read every row.
    if (!isList || !row.path.startsWith('/admin/') || row.path === '/admin/audit') continue;
    // Leaves out CSV files, because a file grows with the number of requested days, not with the size of the shop.
    if (row.path.endsWith('.csv')) continue;
    const needed = NEEDED[row.path] ?? '';
    row.query?.parse(Object.fromEntries(new URLSearchParams(needed)));
    const path = row.path + needed;
    asked.push({ name: `GET ${path}`, path, as: 'admin' });
    for (const order of ordersOf(row)) {
      for (const filter of ['', ...(ORDERED[row.path] ?? [])]) {
        const path = `${row.path}?sort=${order}${filter && `&${filter}`}`;
        asked.push({ name: `GET ${path}`, path, as: 'admin' });
      }
    }
    if (row.query !== undefined && 'search' in row.query.shape) {
      for (const words of WORDS) {
        const path = `${row.path}?search=${words}`;
        asked.push({ name: `GET ${path}`, path, as: 'admin' });
      }
    }
  }
  return asked;
}

async function open(
  { url: serverUrl }: PostgresServer,
  name: string,
  shoppers: number,
  port: number,
): Promise<Shop> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`create database ${PREFIX}${name}`);
  await server.end();
  const url = databaseUrl(serverUrl, `${PREFIX}${name}`);
  await migrateDatabase(url, appUrlOf(url));
  await migrateQueue(url, QUEUES);
  console.log(`Seeding ${shoppers} shoppers...`);
  await seedScale(url, shoppers, HAVING, (line) => console.log(`  ${line}`));
  const settings = {
    DATABASE_URL: url,
    APP_DATABASE_URL: appUrlOf(url),
    AUTH_SECRET: SECRET,
    // No rate limits, because one client sends the requests of many.
    RATE_LIMITS: 'off',
    // Jobs would disturb single figures.
    JOBS: 'off',
    LOG_LEVEL: 'error',
  };
  const process = await openShop(settings, { port, log: devNull, whenWeEnd: 'ends' });
  return { shoppers, url, process, tokens: { admin: '', shopper: '' }, openings: [] };
}

/**
 * Signs in an admin and the newest shopper. Also stores the sums that jobs store, and throws if an invariant of the shop
 * is broken.
 */
async function signIn(url: string): Promise<Tokens> {
  const pool = openPool({ url: appUrlOf(url), clockOffsetMs: 0 });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const config = {
    ...readConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent' }),
    authSecret: SECRET,
  };
  const context = contextOf({ db: overPool(pool), config, log: makeLog('silent') });
  const adminId = randomUUID();
  await owner.query(
    `insert into users (id, email, username, password_hash, role) values ($1, 'admin@scale.test', 'admin', '', 'admin')`,
    [adminId],
  );
  // Operators need a second factor to sign in, but this session never asks for its code.
  await owner.query(
    `insert into two_factors (user_id, sealed_secret, confirmed_at, created_at) values ($1, 'none', now(), now())`,
    [adminId],
  );
  const { rows } = await pool.query<{ id: string }>(
    `select id from users where role = 'user' order by created_at desc limit 1`,
  );
  const { id: userId } = rows[0]!;
  await giveCredits(owner, [userId], toCents(1_000_00));
  await owner.end();
  // Does the work of jobs that do not run here.
  await sumMovements(context);
  await countSingles(context);
  const broken = (await countViolations(context)).filter(({ violations }) => violations > 0);
  if (broken.length > 0) throw new Error(`The seed broke promises: ${JSON.stringify(broken)}`);
  const tokens = {
    admin: await tokenOf(context, adminId),
    shopper: await tokenOf(context, userId),
  };
  await context.queue.close();
  await pool.end();
  return tokens;
}

async function ask(shop: Shop, { path, as, body }: Question): Promise<number> {
  const sent = body && JSON.stringify(body(shop));
  const url = path.replace('{id}', () => cardId(1 + ((cardsAsked += 1) % CARDS)));
  const start = performance.now();
  const response = await fetch(`${shop.process.address}/api${url}`, {
    method: sent === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${shop.tokens[as]}`,
      ...(sent !== undefined && {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      }),
    },
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  const ms = performance.now() - start;
  const { data } = JSON.parse(text) as { data?: { packOpenings?: Opening[] } };
  if (sent !== undefined) shop.openings.push(...(data?.packOpenings ?? []));
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return ms;
}
