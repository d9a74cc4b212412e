// `npm run bench` compares the shop with the yardstick (`yardstick-server.ts`). It measures them in turn, in one run on
// one Postgres with full durability. Only ratios count, because absolute figures depend on the machine. Without --short,
// it also measures what drops cost (`drop-costs.ts`) at the end; `--only "what drops cost"` measures only that.
//   --postgres P   the Postgres: `embedded` (the default), a folder of programs such as /usr/lib/postgresql/15, or the
//                  address of a server. If the option is repeated, all of them are measured in turn
//   --short        only the main rows, with less stock, in four minutes
//   --only WORDS   only the rows whose name contains WORDS. Repeat the option for further rows. With --short, these
//                  rows have less stock, and need not be main rows
//   --beside DIR   adds a third side to the rows without mail, jobs and proxy: the shop of another clone, with its own
//                  `lab/bench/seed-shop.ts`, and with its pages built
//   --without WHAT also adds a third side: this shop without `sharing` (each request gets a transaction of its own) or
//                  without `pipelining` (each statement ends with its own sync message, as in the driver's own pipelining)
//   --loose        sells packs without drops, as the shop did before it had drops
//   --again        measures only the readings, and measures them again after 10,000 purchases and a vacuum, as the
//                  full run does too
//   --steps        lists only the cost of each statement of a purchase, or of the first row that --only names
//   --shares       lists only the drop's part and the person's part of a purchase's work, and the work that two machines
//                  would add
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { QUEUES } from '../../src/server/jobs/queues.ts';
import { migrateQueue } from '../../src/server/queue/migrate-queue.ts';
import {
  checkPostgresName,
  EMBEDDED,
  isAddress,
  type PostgresServer,
} from '../../src/testing/postgres-server.ts';
import { databaseUrl } from '../../src/testing/postgres.ts';
import { percentile } from '../kit/figures.ts';
import { listDropCosts, TYPES_OF_A_KIND, type Stocked } from './drop-costs.ts';
import {
  add,
  agentOf,
  backendsCpuMsOf,
  load,
  memoryPeakMbOf,
  none,
  purchaseOf,
  send,
  singlePurchaseOf,
  times,
  type Asking,
  type Figures,
  type Next,
  type Side,
} from './load.ts';
import { cpuOf, headOf, lineOf, listRatios, nameOf, type Measured, type Row } from './tables.ts';
import { listShares, SHARES_SETTINGS } from './shares.ts';
import {
  asOwner,
  closeAll,
  countWaitingMails,
  findSurroundings,
  makeFolder,
  openServer,
  sendsMail,
  signIn,
  startAgain,
  startShop,
  startYardstick,
  type Shop,
  type Surroundings,
} from './sides.ts';
import { listSteps } from './steps.ts';
import { accountOf, packTypeOf, type Seeded, type ToSeed } from './seeded.ts';
import { makeWithout } from './without.ts';

const { values: options } = parseArgs({
  options: {
    postgres: { type: 'string', multiple: true, default: [EMBEDDED] },
    short: { type: 'boolean', default: false },
    steps: { type: 'boolean', default: false },
    shares: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    loose: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    beside: { type: 'string' },
    without: { type: 'string' },
  },
});
const isSmall = options.short || options.steps || options.shares;
const hasOnlyMain = isSmall && options.only.length === 0;
/** Whether this run may include a row with this name. */
const wants = (what: string) =>
  !hasOnlyMain &&
  (options.only.length === 0 ||
    options.only.some((words) => what.includes(words) || words.includes(what)));

const [OPENING, SALE, MY_CARDS] = ['opening', 'sale of ten cards', 'GET /api/cards/my'] as const;
const SINGLE = 'purchase of a single (beside one of a pack)';
const DROPS = 'what drops cost';
const hasDropCosts = wants(DROPS) && !options.loose && !options.again;

const ROUNDS = options.short ? 2 : 3;
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? (options.short ? 1_500 : 2_500));
/**
 * The number of purchases on each side before the first row is measured. The first few hundred purchases cost up to
 * twice as much as later ones, because a server compiles code that runs often, and each connection plans a statement
 * when it first runs it (choice 677).
 */
const PURCHASES_BEFORE = 2_000;
/**
 * The number of purchases before the first row with mail, jobs and a proxy is measured. Such rows use a new process
 * of the shop, which must compile its code again.
 */
const PURCHASES_SURROUNDED_BEFORE = 1_000;
/** The port of the first server's yardstick. The shops and the other servers use the ports that follow. */
const PORT = Number(process.env['BENCH_PORT'] ?? 4981);
const PORTS_A_SERVER = 6;
const CLIENTS_MOST = 16;
/**
 * After this number of purchases, a connection has changed its plans, and the database has updated the tables'
 * statistics.
 */
const PURCHASES_BETWEEN = 10_000;
const AGAIN_MOST = 1.2;
/** Before each measurement, this share of a round's time and actions runs without being counted. */
const LEAD = 1 / 3;
/** How many openings and sales a round has. The packs and cards for them are made in advance. */
const ACTIONS_A_ROUND = 120;
/** How many singles and packs a round has at most, because the singles for them are made in advance. */
const SINGLES_A_ROUND = 1_500;
/** The number of pairs of a round with singles and a round with packs. */
const SINGLE_PAIRS = 5;
const SINGLE_LEAST = 0.9;
const ALONE = 'without mail, jobs and proxy';
/**
 * In rows with mail, buyers buy for a minute in total, because some jobs run only once a minute. They take turns
 * with the yardstick's buyers.
 */
const SURROUNDED_ROUNDS = options.short ? 2 : 6;
const SURROUNDED_ROUND_MS = 4 * ROUND_MS;
/**
 * With mail, jobs and proxy, the required ratio to the yardstick is this share of the ratio that is required without
 * them (choice 753).
 */
const SURROUNDED_LEAST = 0.8;

const sizes: ToSeed = {
  packTypes: 24,
  packs: options.shares ? 6_000 : isSmall ? 24_000 : 144_000,
  wantedPacks: options.shares ? 4_000 : isSmall ? 8_000 : 20_000,
  accounts: options.shares ? 1_000 : isSmall ? 5_000 : 20_000,
  cardsAPack: 15,
  // The number of packs to open and of cards to sell. It covers one client and many clients, all rounds, and the
  // warm-up.
  actions: !wants(OPENING) && !wants(SALE) ? 0 : 2 * (ROUNDS + 1) * (1 + LEAD) * ACTIONS_A_ROUND,
  collectors: !wants(MY_CARDS) ? 0 : CLIENTS_MOST,
  packsOfCollector: 7,
  inDrops: !options.loose,
  looseTypes: hasDropCosts ? TYPES_OF_A_KIND : 0,
  singles: !wants(SINGLE) ? 0 : 2 * SINGLE_PAIRS * (1 + LEAD) * SINGLES_A_ROUND,
};

/** The yardstick and the shops on one Postgres server. */
type Sides = { server: PostgresServer; yardstick: Side; shops: Shop[] };

/** The folder of the third side. */
let third = options.beside === undefined ? null : resolve(options.beside);

let tokens: string[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closeAll().finally(() => process.exit(1)));
try {
  for (const named of options.postgres) checkPostgresName(named);
  if (options.without !== undefined) {
    third = await makeFolder();
    makeWithout(options.without, third);
  }
  if (options.steps || options.shares) await poll();
  else await run();
} finally {
  await closeAll();
}

/** Measures the cost of one request, on the first server that `--postgres` names. */
async function poll(): Promise<void> {
  const [named] = options.postgres as [string];
  if (isAddress(named))
    throw new Error('--steps and --shares need a Postgres of their own: name no address');
  const server = await openServer(
    named,
    options.shares
      ? SHARES_SETTINGS
      : [
          'shared_preload_libraries=pg_stat_statements',
          'pg_stat_statements.track=all',
          'pg_stat_statements.track_planning=on',
        ],
  );
  console.log('Stocking...');
  const shop = await startShop(server, { name: 'shop', sizes, port: PORT + 1 });
  tokens = signIn(sizes);
  const list = options.steps ? listSteps : listShares;
  await list(shop, shop.url, (await rows([shop])).find(isNamed)!.shop(shop));
}

async function run(): Promise<void> {
  const all: Sides[] = [];
  for (const [at, named] of options.postgres.entries()) {
    const server = await openServer(named, []);
    console.log(`Stocking on ${server.name}...`);
    all.push(await stockOn(server, PORT + at * PORTS_A_SERVER));
  }
  const alone = (await rows(all[0]!.shops)).filter(isWanted);
  if (alone.some((row) => !isReading(row)) || hasDropCosts) {
    tokens = signIn(sizes);
    for (const sides of all) await warmUp(sides);
  }
  const measured: Measured[] = [];
  const measure = async (sides: Sides[], wanted: Row[]) => {
    for (const line of headOf(sides[0]!.shops.map(({ name }) => name))) console.log(line);
    for (const row of wanted) {
      tokens = signIn(sizes);
      const found = await compare(sides, row);
      for (const one of found) console.log(lineOf(one));
      measured.push(...found);
    }
  };
  if (alone.length > 0) await measure(all, alone);
  const readings = measured.filter(({ row }) => isReading(row));
  if (!options.short && readings.length > 0) await readAgain(all, readings);
  const surroundings = await findSurroundings();
  const surrounded = (await surroundedRows(all[0]!.shops, surroundings.words)).filter(isWanted);
  if (hasDropCosts) {
    tokens = signIn(sizes);
    for (const { server, shops } of all) {
      console.log(`\nWhat drops cost on ${server.name}:`);
      await listDropCosts(await Promise.all(shops.map(letOperatorIn)), sizes, purchaseOfOne);
    }
  }
  listMemory(all);
  if (surrounded.length > 0 && !options.again) {
    console.log(`\nStarting ${surroundings.words}...`);
    const around: Sides[] = [];
    tokens = signIn(sizes);
    for (const [at, sides] of all.entries()) around.push(await surround(sides, surroundings, at));
    await measure(around, surrounded);
    listMemory(around);
  }
  const at = options.postgres.indexOf(EMBEDDED);
  const embedded = at === -1 ? null : all[at]!.server.name;
  listRatios(
    measured,
    all.map(({ server }) => server.name),
    embedded,
  );
}

function isWanted(row: Row): boolean {
  return (
    (!hasOnlyMain || row.isMain === true) && isNamed(row) && (!options.again || isReading(row))
  );
}

function listMemory(all: Sides[]): void {
  console.log('');
  for (const { server, yardstick, shops } of all) {
    const each = [yardstick, ...shops].map(
      ({ name, pid }) => `${name} ${memoryPeakMbOf(pid).toFixed(0)} MB`,
    );
    console.log(`Memory at most, on ${server.name}: ${each.join(', ')}`);
  }
}

/**
 * Restarts the first shop with mail, jobs and a proxy, and warms it up. Puts the yardstick behind a proxy too
 * (choice 791). Leaves out the shop of another clone.
 */
async function surround(sides: Sides, surroundings: Surroundings, at: number): Promise<Sides> {
  const port = PORT + at * PORTS_A_SERVER;
  // The yardstick comes first, because its proxy needs a moment to start.
  const yardstick = await surroundings.behindProxy(sides.yardstick, port + 5);
  const shop = await surroundings.surround(sides.shops[0]!, { shop: port + 3, proxy: port + 4 });
  await buyMany(shop, purchase(anyAccount, anyType), PURCHASES_SURROUNDED_BEFORE);
  return { ...sides, yardstick, shops: [shop] };
}

/** Creates the yardstick and the shops of one server. */
async function stockOn(server: PostgresServer, port: number): Promise<Sides> {
  const clones = [undefined, ...(third === null ? [] : [third])];
  const yardstick = await startYardstick(server, { sizes, port });
  const shops: Shop[] = [];
  // Creates the shops one after the other, because the first shop creates the role that all shops use.
  for (const [at, folder] of clones.entries()) {
    const name = at === 0 ? 'shop' : 'before';
    shops.push(await startShop(server, { name, folder, sizes, port: port + 1 + at }));
  }
  // Restarts the shops. A process that waited while the next shop was stocked has a smaller heap, and sells up to a
  // fifth fewer packs.
  if (shops.length > 1)
    for (const [at, shop] of shops.entries()) shops[at] = await startAgain(shop);
  await asOwner(server.url, 'checkpoint');
  if (backendsCpuMsOf(shops[0]!.database).size === 0)
    console.log(`${server.name} is on another machine: the CPU ms of Postgres are not seen.`);
  return { server, yardstick, shops };
}

function isNamed(row: Row): boolean {
  return options.only.length === 0 || options.only.some((words) => nameOf(row).includes(words));
}

function anyAccount(): number {
  return Math.floor(Math.random() * sizes.accounts);
}

/**
 * The number of the last account. After the rows in which any account buys, this account becomes the operator's,
 * because operators can't buy from a drop.
 */
function operatorAccount(): number {
  return sizes.accounts - 1;
}

function anyType(): string {
  return packTypeOf(Math.floor(Math.random() * sizes.packTypes));
}

/** A purchase of one of these types, with any account but the operator's. */
function purchaseOfOne(types: string[]): Next {
  return purchase(
    () => Math.floor(Math.random() * operatorAccount()),
    () => types[Math.floor(Math.random() * types.length)]!,
  );
}

function purchase(account: () => number, packType: () => string): Next {
  return () => purchaseOf(packType(), tokens[account()]!);
}

function read(path: string): Next {
  return () => ({ method: 'GET', path, isCompressed: true });
}

function post(path: string): Next {
  return () => ({ method: 'POST', path });
}

/**
 * The rows to measure again with everything around the shop: the readings that have a limit, then the plain
 * purchases.
 */
async function surroundedRows(shops: Shop[], words: string): Promise<Row[]> {
  return (await rows(shops))
    .filter(
      ({ what, wanted }) => what === 'purchase' || (isReading({ what }) && wanted !== undefined),
    )
    .map((row) => ({
      ...row,
      around: words,
      wanted: row.wanted! * SURROUNDED_LEAST,
      isMain: row.clients > 1,
      ...(row.what === 'purchase' && {
        rounds: row.clients > 1 ? SURROUNDED_ROUNDS : ROUNDS,
        shopMs: SURROUNDED_ROUND_MS,
      }),
    }))
    .toSorted((a, b) => Number(isReading(b)) - Number(isReading(a)));
}

type UsualRow = Omit<Row, 'around' | 'rounds'> & { rounds?: number };

async function rows(shops: Shop[]): Promise<Row[]> {
  const agent = agentOf(shops[0]!, 1);
  const pageBytes = await send(shops[0]!, agent, read('/')(0)!);
  agent.destroy();
  const wanted = {
    purchase: [0.34, 0.4],
    list: [1.5, 1.5],
    detail: [1.5, 1.5],
    home: [0.25, 0.25],
  };
  const asked = [1, CLIENTS_MOST].flatMap((clients, at): UsualRow[] => [
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
    ...(shops.some(({ seeded }) => seeded.singles === undefined)
      ? []
      : [
          {
            what: SINGLE,
            clients,
            wanted: SINGLE_LEAST,
            most: SINGLES_A_ROUND,
            rounds: SINGLE_PAIRS,
            yardstick: null,
            beside: () => purchase(anyAccount, anyType),
            shop:
              ({ seeded }: Shop) =>
              () =>
                askOf(seeded.singles!.pop(), singleOf),
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
  return asked.map((row) => ({ rounds: ROUNDS, ...row, around: ALONE }));
}

function askOf<Had>(had: Had | undefined, ask: (had: Had) => Asking): Asking {
  if (had === undefined) throw new Error('What was made for this row is used up');
  return ask(had);
}

function openingOf({ account, packId }: Seeded['packs'][number]): Asking {
  return { method: 'POST', path: `/api/packs/${packId}/open`, body: {}, token: tokens[account]! };
}

function singleOf(singleId: string): Asking {
  return singlePurchaseOf(singleId, tokens[anyAccount()]!);
}

function saleOf({ account, cards }: Seeded['sales'][number]): Asking {
  return { method: 'POST', path: '/api/cards/sell/bulk', body: { cards }, token: tokens[account]! };
}

/**
 * Adds what is missing in a shop that was seeded only for shoppers: an operator, and the job queue to which an
 * intake writes its cards.
 */
async function letOperatorIn(shop: Shop): Promise<Stocked> {
  await migrateQueue(shop.url, QUEUES);
  const owner = new pg.Client({ connectionString: shop.url });
  await owner.connect();
  const account = operatorAccount();
  await owner.query(`update users set role = 'admin' where id = $1`, [accountOf(account)]);
  // Operators need a second factor to sign in, but this session never asks for its code.
  await owner.query(
    `insert into two_factors (user_id, sealed_secret, confirmed_at, created_at) values ($1, 'none', now(), now())`,
    [accountOf(account)],
  );
  const { rows: cards } = await owner.query<{ id: string }>('select id from cards order by id');
  await owner.end();
  return { ...shop, operator: tokens[account]!, cardIds: cards.map(({ id }) => id) };
}

/**
 * Measures the readings again after many purchases. Measures only the first shop, and only its CPU cost, which
 * drifts less than latency.
 */
async function readAgain(all: Sides[], readings: Measured[]): Promise<void> {
  tokens = signIn(sizes);
  for (const { shops } of all) {
    await buyMany(shops[0]!, purchase(anyAccount, anyType), PURCHASES_BETWEEN);
    await asOwner(shops[0]!.url, 'vacuum analyze');
  }
  console.log(`\nAgain, ${PURCHASES_BETWEEN} purchases and a vacuum later:\n`);
  console.log(
    '| what | Postgres | CPU ms before, after | ratio | wanted | p50 ms before, after |\n|---|---|---|---|---|---|',
  );
  for (const row of new Set(readings.map(({ row }) => row))) {
    for (const again of await compare(all, row)) {
      const after = again.shops[0]!;
      const before = readings.find((one) => one.row === row && one.server === again.server)!
        .shops[0]!;
      const both = (show: (one: Figures) => string) => [before, after].map(show).join(', ');
      const cells = [
        nameOf(row),
        again.server,
        both((one) => cpuOf(one).toFixed(2)),
        (cpuOf(after) / cpuOf(before)).toFixed(2),
        AGAIN_MOST,
        both(({ latencies }) => percentile(latencies, 0.5).toFixed(1)),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
}

function isReading({ what }: Pick<Row, 'what'>): boolean {
  return what.startsWith('GET');
}

/**
 * Warms up all sides, because a shop or yardstick is slower just after its start. Also vacuums, as autovacuum would
 * do within a minute. Before the vacuum, a foreign key that was first checked on an empty table scans that whole
 * table.
 */
async function warmUp({ server, yardstick, shops }: Sides): Promise<void> {
  await buyMany(yardstick, post('/buy'), PURCHASES_BEFORE);
  for (const shop of shops) await buyMany(shop, purchase(anyAccount, anyType), PURCHASES_BEFORE);
  for (const { database } of [yardstick, ...shops])
    await asOwner(databaseUrl(server.url, database), 'vacuum analyze');
}

async function buyMany(side: Side, buy: Next, purchases: number): Promise<void> {
  await load(side, CLIENTS_MOST, Infinity, times(purchases, buy));
}

/**
 * Measures one row on all sides of all servers in turn. So if the machine's speed drifts, all sides are affected
 * alike.
 */
async function compare(all: Sides[], row: Row): Promise<Measured[]> {
  const found = all.map(({ server, yardstick, shops }) => {
    const ofYardstick = {
      side: row.beside === undefined ? yardstick : shops[0]!,
      next: row.beside?.(shops[0]!) ?? row.yardstick,
      ms: ROUND_MS,
      sum: none(),
    };
    const ofShops = shops.map((shop) => ({
      side: shop as Side,
      next: row.shop(shop),
      ms: row.shopMs ?? ROUND_MS,
      sum: none(),
    }));
    const asked = [ofYardstick, ...ofShops].filter(({ next }) => next !== null);
    return { server, shop: shops[0]!, ofYardstick, ofShops, asked };
  });
  const turns = found.flatMap(({ asked }) => asked);
  const turn = async ({ side, next, ms }: (typeof turns)[number]) => {
    const most = row.most ?? Infinity;
    // The last side of one round is the first side of the next round. Without this lead, that side would find its
    // processes warm, which made a difference of a tenth or more with one client.
    await load(side, row.clients, ROUND_MS * LEAD, times(most * LEAD, next!));
    return load(side, row.clients, ms, times(most, next!));
  };
  const waiting = await Promise.all(found.map(({ shop }) => countWaitingMails(shop)));
  for (let round = 0; round < row.rounds; round += 1) {
    // The order changes each round, because each side starts on the machine as the previous side left it.
    for (const one of round % 2 === 1 ? turns : turns.toReversed()) add(one.sum, await turn(one));
  }
  return Promise.all(
    found.map(async ({ server, shop, ofYardstick, ofShops }, at) => ({
      row,
      server: server.name,
      yardstick: ofYardstick.next === null ? null : ofYardstick.sum,
      shops: ofShops.map(({ sum }) => sum),
      mailsLeft: sendsMail(shop) ? (await countWaitingMails(shop)) - waiting[at]! : null,
    })),
  );
}
