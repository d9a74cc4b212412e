// `npm run bench`: the shop beside the yardstick (`yardstick-server.ts`), in turn, in one run on one Postgres with full
// durability. Ratios count; absolute figures belong to the machine. Without --short it ends with what drops cost
// (`drop-costs.ts`), which `--only "what drops cost"` asks alone.
//   --short        the main rows on less stock, in three minutes
//   --only WORDS   the rows whose name contains one of them, divided by commas; with --short on less stock, main rows or not
//   --beside DIR   a third side: the shop of another clone, with its own `bench/seed-shop.ts` and `bench/shop-server.ts`
//   --loose        packs are for sale without drops, as before there were any
//   --again        the readings once more, 10,000 purchases and a vacuum later, as in the full run, and nothing else
//   --steps        what the statements of a purchase cost, or of the first row that --only names, and nothing else
//   --shares       whose work a purchase is, the drop's or the person's, and what two machines would add, and nothing else
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { startThrowawayPostgres } from '../src/embedded-postgres/throwaway.ts';
import { QUEUES } from '../src/server/jobs/queues.ts';
import { appUrlOf } from '../src/server/database/app-role.ts';
import { signAccessToken } from '../src/server/http/tokens.ts';
import { migrateQueue } from '../src/server/queue/migrate-queue.ts';
import { databaseUrl } from '../src/testing/postgres.ts';
import { listDropCosts, TYPES_OF_A_KIND, type Stocked } from './drop-costs.ts';
import { add, load, memoryPeakMbOf, none, quantile, send, untilUp } from './load.ts';
import type { Asking, Figures, Next, Side } from './load.ts';
import { listShares, SHARES_SETTINGS } from './shares.ts';
import { listSteps } from './steps.ts';
import { accountOf, packTypeOf, sessionOf, type Seeded, type ToSeed } from './seeded.ts';
import { yardstickSchema } from './yardstick-schema.ts';

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    steps: { type: 'boolean', default: false },
    shares: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    loose: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    beside: { type: 'string' },
  },
});
const isSmall = options.short || options.steps || options.shares;
const only = options.only.split(',');
const hasOnlyMain = isSmall && options.only === '';
const wants = (row: string) => !hasOnlyMain && only.some((words) => row.includes(words));

const [OPENING, SALE, MY_CARDS] = ['opening', 'sale of ten cards', 'GET /api/cards/my'] as const;
const DROPS = 'what drops cost';
const hasDropCosts = wants(DROPS) && !options.loose && !options.again;

const ROUNDS = options.short ? 2 : 3;
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? (options.short ? 1_500 : 2_500));
/**
 * As many purchases of each side come before the first row. A server compiles what runs often, and each connection plans what
 * it is asked the first time: for some hundreds of purchases either side costs up to twice as much as ever after (choice 677).
 */
const PURCHASES_BEFORE = 2_000;
/** The yardstick's, and the shops' behind it. */
const PORT = Number(process.env['BENCH_PORT'] ?? 4981);
const CLIENTS_MOST = 16;
/** Long enough for a connection's plans to change, and for the database to look at its tables anew. */
const PURCHASES_BETWEEN = 10_000;
const AGAIN_MOST = 1.2;
/** How many openings and sales a round has: what they take from is made before. */
const ACTIONS_A_ROUND = 120;
const SECRET = randomBytes(32).toString('hex');

const sizes: ToSeed = {
  packTypes: 24,
  packs: options.shares ? 6_000 : isSmall ? 24_000 : 72_000,
  wantedPacks: options.shares ? 4_000 : isSmall ? 8_000 : 20_000,
  accounts: options.shares ? 1_000 : isSmall ? 5_000 : 20_000,
  cardsAPack: 15,
  // Of each, for one client and for many, all rounds and the warm-up.
  actions: !wants(OPENING) && !wants(SALE) ? 0 : 2 * (ROUNDS + 1) * ACTIONS_A_ROUND,
  collectors: !wants(MY_CARDS) ? 0 : CLIENTS_MOST,
  packsOfCollector: 7,
  inDrops: !options.loose,
  looseTypes: hasDropCosts ? TYPES_OF_A_KIND : 0,
};

/** A shop's side: what it has for openings and sales. */
type Shop = Side & { seeded: Seeded };
type Sides = { yardstick: Side; shops: Shop[] };

/** What is asked for. `yardstick` null: it has nothing like it, and the sides are shops. */
type Row = {
  what: string;
  clients: number;
  wanted?: number;
  isMain?: boolean;
  most?: number;
  yardstick: Next | null;
  shop: (shop: Shop) => Next;
};

const postgres = await startThrowawayPostgres({
  durable: true,
  settings: options.steps
    ? [
        'shared_preload_libraries=pg_stat_statements',
        'pg_stat_statements.track=all',
        'pg_stat_statements.track_planning=on',
      ]
    : options.shares
      ? SHARES_SETTINGS
      : [],
});
const children: ChildProcess[] = [];
const folders: string[] = [];
const tokens: string[] = [];
try {
  await run();
} finally {
  for (const child of children) child.kill('SIGTERM');
  await postgres.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  console.log('Stocking...');
  if (options.steps || options.shares) {
    const list = options.steps ? listSteps : listShares;
    const shop = await startShop('shop', join(import.meta.dirname, '..'), PORT + 1);
    signIn();
    const row = (await rows([shop])).find(({ what }) => only.some((words) => what.includes(words)));
    await list(shop, databaseUrl(postgres.url, shop.database), row!.shop(shop));
    return;
  }
  const clones = [join(import.meta.dirname, '..'), ...(options.beside ? [options.beside] : [])];
  const yardstick = await startYardstick();
  const shops: Shop[] = [];
  // One after the other: the first makes the role of both.
  for (const [at, folder] of clones.entries()) {
    shops.push(await startShop(at === 0 ? 'shop' : 'before', resolve(folder), PORT + 1 + at));
  }
  signIn();
  const sides = { yardstick, shops };
  await asOwner(postgres.url, 'checkpoint');
  const wanted = (await rows(shops)).filter(
    (row) =>
      (!hasOnlyMain || row.isMain === true) &&
      only.some((words) => row.what.includes(words)) &&
      (!options.again || isReading(row)),
  );
  if (wanted.some((row) => !isReading(row)) || hasDropCosts) await warmUp(sides);
  for (const line of head(shops)) console.log(line);
  const readings = new Map<Row, Figures>();
  for (const row of wanted) {
    const figures = await compare(sides, row);
    console.log(lineOf(row, figures));
    if (isReading(row)) readings.set(row, figures[row.yardstick === null ? 0 : 1]!);
  }
  if (!options.short && readings.size > 0) await readAgain(sides, readings);
  if (hasDropCosts) {
    signIn();
    const anyShopper = () => Math.floor(Math.random() * operatorAccount());
    const buy = (types: string[]) =>
      purchase(anyShopper, () => types[Math.floor(Math.random() * types.length)]!);
    await listDropCosts(await Promise.all(shops.map(letOperatorIn)), sizes, buy);
  }
  const memory = [yardstick, ...shops].map(
    ({ name, pid }) => `${name} ${memoryPeakMbOf(pid).toFixed(0)} MB`,
  );
  console.log(`\nMemory at most: ${memory.join(', ')}`);
}

/** Tokens are good for a quarter of an hour, and stocking may take as long. */
function signIn(): void {
  tokens.length = 0;
  for (let number = 0; number < sizes.accounts; number += 1) {
    const named = { userId: accountOf(number), sessionId: sessionOf(number) };
    tokens.push(signAccessToken(named, SECRET, new Date()));
  }
}

function anyAccount(): number {
  return Math.floor(Math.random() * sizes.accounts);
}

/** The last account, once everybody else has bought by it. Operators can't buy from a drop. */
function operatorAccount(): number {
  return sizes.accounts - 1;
}

function anyType(): string {
  return packTypeOf(Math.floor(Math.random() * sizes.packTypes));
}

function purchase(account: () => number, packType: () => string): Next {
  return () => ({
    method: 'POST',
    path: '/api/payments/purchase-with-balance',
    body: { packs: [{ packId: packType(), quantity: 1 }], paymentMethod: 'balance' },
    token: tokens[account()]!,
  });
}

function read(path: string): Next {
  return () => ({ method: 'GET', path, isCompressed: true });
}

function post(path: string): Next {
  return () => ({ method: 'POST', path });
}

async function rows(shops: Shop[]): Promise<Row[]> {
  const agent = new Agent();
  const pageBytes = await send(shops[0]!, agent, read('/')(0)!);
  agent.destroy();
  const wanted = { purchase: [0.6, 0.5], list: [1, 1.5], detail: [1.5, 1.5], home: [0.25, 0.25] };
  return [1, CLIENTS_MOST].flatMap((clients, at): Row[] => [
    {
      what: 'purchase',
      clients,
      wanted: wanted.purchase[at]!,
      isMain: true,
      yardstick: post('/buy'),
      shop: () => purchase(anyAccount, anyType),
    },
    ...(clients === 1
      ? []
      : [
          {
            what: 'purchase, all of one type',
            clients,
            wanted: wanted.purchase[at]!,
            isMain: true,
            yardstick: post('/buy?product=1'),
            shop: () => purchase(anyAccount, () => packTypeOf(0)),
          },
          {
            what: 'purchase, all on one account',
            clients,
            wanted: wanted.purchase[at]!,
            isMain: true,
            yardstick: post('/buy?account=1'),
            shop: () => purchase(() => sizes.accounts - 1, anyType),
          },
        ]),
    {
      what: 'GET /api/pack-types',
      clients,
      wanted: wanted.list[at]!,
      isMain: clients > 1,
      yardstick: read('/list'),
      shop: () => read('/api/pack-types'),
    },
    {
      what: 'GET /api/pack-types/{id}',
      clients,
      wanted: wanted.detail[at]!,
      yardstick: read('/list'),
      shop: () => read(`/api/pack-types/${packTypeOf(1)}`),
    },
    {
      what: 'GET /, the home page',
      clients,
      wanted: wanted.home[at]!,
      isMain: clients > 1,
      yardstick: read(`/page?bytes=${pageBytes}`),
      shop: () => read('/'),
    },
    {
      what: OPENING,
      clients,
      most: ACTIONS_A_ROUND,
      yardstick: null,
      shop:
        ({ seeded }) =>
        () =>
          askOf(seeded.packs.pop(), openingOf),
    },
    {
      what: SALE,
      clients,
      most: ACTIONS_A_ROUND,
      yardstick: null,
      shop:
        ({ seeded }) =>
        () =>
          askOf(seeded.sales.pop(), saleOf),
    },
    {
      what: MY_CARDS,
      clients,
      yardstick: null,
      shop: () => (client) => ({ method: 'GET', path: '/api/cards/my', token: tokens[client]! }),
    },
  ]);
}

function askOf<Had>(had: Had | undefined, ask: (had: Had) => Asking): Asking {
  if (had === undefined) throw new Error('What was made for this row is used up');
  return ask(had);
}

function openingOf({ account, packId }: Seeded['packs'][number]): Asking {
  return { method: 'POST', path: `/api/packs/${packId}/open`, body: {}, token: tokens[account]! };
}

function saleOf({ account, cards }: Seeded['sales'][number]): Asking {
  return { method: 'POST', path: '/api/cards/sell/bulk', body: { cards }, token: tokens[account]! };
}

/** As a shop has it that was not seeded for shoppers alone: an operator, and the queue that an intake tells of its cards. */
async function letOperatorIn(shop: Shop): Promise<Stocked> {
  const url = databaseUrl(postgres.url, shop.database);
  await migrateQueue(url, QUEUES);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const account = operatorAccount();
  await owner.query(`update users set role = 'admin' where id = $1`, [accountOf(account)]);
  // Operators are let in with a second factor only; nobody is asked for its code here.
  await owner.query(
    `insert into two_factors (user_id, sealed_secret, confirmed_at, created_at) values ($1, 'none', now(), now())`,
    [accountOf(account)],
  );
  const { rows: cards } = await owner.query<{ id: string }>('select id from cards order by id');
  await owner.end();
  return { ...shop, operator: tokens[account]!, cardIds: cards.map(({ id }) => id) };
}

async function startYardstick(): Promise<Side> {
  const url = await makeDatabase('yardstick');
  await asOwner(url, yardstickSchema(sizes));
  await asOwner(url, 'vacuum analyze');
  return start('yardstick', join(import.meta.dirname, 'yardstick-server.ts'), PORT, url, {
    BENCH_SIZES: JSON.stringify(sizes),
  });
}

async function startShop(name: string, folder: string, port: number): Promise<Shop> {
  const url = await makeDatabase(name);
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
  const side = await start(name, join(folder, 'bench/shop-server.ts'), port, url, {
    ...ofLog,
    NODE_ENV: 'production',
    APP_DATABASE_URL: appUrlOf(url),
    AUTH_SECRET: SECRET,
    // Nothing is sent there: the server of the benchmark has no mailer. Accounts have to be verified, as they are.
    SMTP_URL: 'smtp://localhost:25',
  });
  return { ...side, seeded: JSON.parse(seeding.stdout) as Seeded };
}

async function start(
  name: string,
  file: string,
  port: number,
  url: string,
  settings: Record<string, string>,
): Promise<Side> {
  const child = spawn(process.execPath, [...process.execArgv, file], {
    env: { ...process.env, ...settings, PORT: String(port), DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  await untilUp(port);
  return { name, port, pid: child.pid!, database: databaseOf(name) };
}

async function makeDatabase(name: string): Promise<string> {
  await asOwner(postgres.url, `create database ${databaseOf(name)}`);
  return databaseUrl(postgres.url, databaseOf(name));
}

/** Another benchmark on this machine has its own: back-ends are told apart by the name of their database. */
function databaseOf(name: string): string {
  return `bench_${name}_${process.pid}`;
}

async function asOwner(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

function head(shops: Shop[]): string[] {
  const columns = [
    'what',
    'clients',
    'yardstick /s',
    ...shops.map(({ name }) => `${name} /s`),
    'ratio',
    'wanted',
    ...['p50 / p99 ms', 'CPU ms of server', 'CPU ms of Postgres'].map(
      (figure) => `${figure}: yardstick, ${shops.map(({ name }) => name).join(', ')}`,
    ),
    ...(shops.length > 1 ? ['CPU of shop / before'] : []),
  ];
  return [`\n| ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length)}`];
}

/** What was read before, once more after many purchases: of the first shop, by what it costs, which drifts less than how long it takes. */
async function readAgain(sides: Sides, readings: Map<Row, Figures>): Promise<void> {
  const [shop] = sides.shops as [Shop];
  await buyMany(shop, purchase(anyAccount, anyType), PURCHASES_BETWEEN);
  await asOwner(databaseUrl(postgres.url, shop.database), 'vacuum analyze');
  console.log(`\nAgain, ${PURCHASES_BETWEEN} purchases and a vacuum later:\n`);
  console.log(
    '| what | clients | CPU ms before, after | ratio | wanted | p50 ms before, after |\n|---|---|---|---|---|---|',
  );
  for (const [row, before] of readings) {
    const after = (await compare(sides, row))[row.yardstick === null ? 0 : 1]!;
    const both = (show: (one: Figures) => string) => [before, after].map(show).join(', ');
    const cells = [
      row.what,
      row.clients,
      both((one) => cpuOf(one).toFixed(2)),
      (cpuOf(after) / cpuOf(before)).toFixed(2),
      AGAIN_MOST,
      both(({ latencies }) => quantile(latencies, 0.5).toFixed(1)),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

function isReading({ what }: Row): boolean {
  return what.startsWith('GET');
}

/**
 * Nobody measures a shop that was opened this second, nor a yardstick. What autovacuum would see to within a minute is done at
 * once: a foreign key that was asked for while its table was empty is looked up by reading all of it until then.
 */
async function warmUp({ yardstick, shops }: Sides): Promise<void> {
  await buyMany(yardstick, post('/buy'), PURCHASES_BEFORE);
  for (const shop of shops) await buyMany(shop, purchase(anyAccount, anyType), PURCHASES_BEFORE);
  for (const { database } of [yardstick, ...shops]) {
    await asOwner(databaseUrl(postgres.url, database), 'vacuum analyze');
  }
}

async function buyMany(side: Side, buy: Next, purchases: number): Promise<void> {
  let left = purchases;
  await load(side, CLIENTS_MOST, Infinity, (client) => ((left -= 1) < 0 ? null : buy(client)));
}

/** Milliseconds of processor of a request: the server's and Postgres's. */
function cpuOf(one: Figures): number {
  return (one.serverCpuMs + one.postgresCpuMs) / one.requests;
}

/** What one line of the table compares: all sides in turn, so that a machine whose speed drifts is fair to each. */
async function compare({ yardstick, shops }: Sides, row: Row): Promise<Figures[]> {
  const asked = [
    ...(row.yardstick === null ? [] : [{ side: yardstick, next: row.yardstick }]),
    ...shops.map((shop) => ({ side: shop as Side, next: row.shop(shop) })),
  ];
  const figures = asked.map(none);
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Each goes first in turn: what comes behind another finds the machine as that left it.
    const turns = [...asked.entries()];
    for (const [at, { side, next }] of round % 2 === 0 ? turns : turns.toReversed()) {
      let left = row.most ?? Infinity;
      const limited: Next = (client) => ((left -= 1) < 0 ? null : next(client));
      const one = await load(side, row.clients, round === 0 ? ROUND_MS / 3 : ROUND_MS, limited);
      if (round > 0) add(figures[at]!, one);
    }
  }
  return figures;
}

function lineOf({ what, clients, wanted, yardstick }: Row, figures: Figures[]): string {
  const [bare, ...ofShops] = yardstick === null ? [null, ...figures] : figures;
  const rate = (one: Figures) => one.requests / (one.ms / 1000);
  const each = (show: (one: Figures) => string) => figures.map(show).join(', ');
  const [shop, before] = ofShops as [Figures, Figures?];
  const cells = [
    what,
    clients,
    bare ? rate(bare).toFixed(0) : '',
    ...ofShops.map((one) => rate(one!).toFixed(0)),
    bare ? (rate(shop) / rate(bare)).toFixed(2) : '',
    wanted ?? '',
    each(
      ({ latencies }) =>
        `${quantile(latencies, 0.5).toFixed(1)} / ${quantile(latencies, 0.99).toFixed(1)}`,
    ),
    each((one) => (one.serverCpuMs / one.requests).toFixed(2)),
    each((one) => (one.postgresCpuMs / one.requests).toFixed(2)),
    ...(before === undefined ? [] : [(cpuOf(shop) / cpuOf(before)).toFixed(2)]),
  ];
  return `| ${cells.join(' | ')} |`;
}
