// `npm run bench:rows [JOURNALS] [PARTS]` measures how the longest tables behave with ten million journals (the
// default). PARTS selects `plans` (statements whose plans differ from those in a shop with a hundredth of the
// journals, but at least LEAST), `margin` (the page of margins in both shops), `vacuum`, `prices` (partitions by month) and `keys` (a table of keys beside
// partitions of journals). `singles` compares the lists of singles, of which there are a tenth as many as journals, in
// databases of their own. If PARTS is omitted, all parts run. ROWS_URL is the address of a server that retains the
// databases, such as `rows_small` and `rows_large`, of whatever size they have. With ROWS_URL, parts can run
// separately, and a run that was stopped can continue.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { MARGIN_GROUPS } from '#domain/margin-group.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { startThrowawayPostgres } from '../../src/embedded-postgres/throwaway.ts';
import { buildApp, contextOf } from '../../src/server/app.ts';
import { appUrlOf } from '../../src/server/database/app-role.ts';
import { openPool, overPool } from '../../src/server/database/pool.ts';
import { migrateDatabase } from '../../src/server/database/migrate.ts';
import { PipelinedQuery } from '#engine/pipelined-query.ts';
import { sumMovements } from '../../src/server/jobs/sum-movements.ts';
import { sumMargins, valueStock } from '../../src/server/margin/sum-margins.ts';
import { countSingles } from '../../src/server/singles/count-singles.ts';
import { QUEUES } from '../../src/server/jobs/queues.ts';
import { migrateQueue } from '../../src/server/queue/migrate-queue.ts';
import { readConfig } from '../../src/server/runtime/config.ts';
import { makeLog } from '../../src/server/runtime/log.ts';
import { ordersOf } from './orders-of.ts';
import { cardId } from './seed-scale.ts';
import { seedRows } from './seed-rows.ts';
import { compareLists, listsOfSingles, seedSinglesShop } from './singles-rows.ts';
import { tokenOf } from '../kit/sign-in.ts';

const JOURNALS = Number(process.argv[2] ?? 10_000_000);
const PARTS =
  process.argv.length > 3
    ? process.argv.slice(3)
    : ['plans', 'margin', 'vacuum', 'prices', 'keys', 'singles'];
const SMALLER_BY = 100;
/**
 * With fewer journals, most tables are so short that Postgres scans them whole, and half of the plans differ for
 * that reason alone.
 */
const LEAST = 20_000;
if (!(JOURNALS > LEAST)) {
  console.error(`It compares with ${LEAST} journals at least, so it needs more than these.`);
  process.exit(2);
}
const SINGLES = Math.floor(JOURNALS / 10);
/** With fewer singles, many lists have less than a page, or fewer rows than the most that lists count. */
const SINGLES_LEAST = 10_000;
const MONTHS = 13;
/** How many single inserts are timed. */
const INSERTS = 20_000;

const given = process.env['ROWS_URL'];
const postgres =
  given === undefined
    ? await startThrowawayPostgres({ settings: ['shared_buffers=1GB', 'max_wal_size=4GB'] })
    : { url: given, close: async () => {} };
try {
  if (PARTS.some((part) => part !== 'singles')) await measureJournals();
  if (PARTS.includes('singles')) {
    await make('singles_small', (url) =>
      seedSinglesShop(url, Math.max(SINGLES_LEAST, SINGLES / SMALLER_BY)),
    );
    await make('singles_large', (url) => seedSinglesShop(url, SINGLES));
    const urls = { small: urlOf('singles_small'), large: urlOf('singles_large') };
    await compareLists(urls, await listsOfSingles(urls.small), countSingles);
  }
} finally {
  await postgres.close();
}

async function measureJournals(): Promise<void> {
  const filled = (journals: number) => (url: string) =>
    seedRows(url, journals, (line) => console.log(`  ${line}`));
  await make('rows_small', filled(Math.max(LEAST, JOURNALS / SMALLER_BY)));
  await make('rows_large', filled(JOURNALS));
  const client = new pg.Client({ connectionString: urlOf('rows_large') });
  client.on('error', () => {}); // a fault ends the connection first, and the query reports its cause afterwards
  await client.connect();
  await tellSizes(client);
  if (PARTS.includes('plans')) await comparePlans();
  if (PARTS.includes('margin')) await compareMargin();
  if (PARTS.includes('vacuum')) await timeVacuum(client);
  if (PARTS.includes('prices')) await partitionPrices(client);
  if (PARTS.includes('keys')) await partitionJournals(client);
  await client.end();
}

function urlOf(name: string): string {
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates the database if it doesn't exist. It gets its final name only once it is complete. */
async function make(name: string, fill: (url: string) => Promise<void>): Promise<void> {
  const server = new pg.Client({ connectionString: postgres.url });
  await server.connect();
  const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    const unfinished = `${name}_unfinished`;
    await server.query(`drop database if exists ${unfinished} with (force)`);
    await server.query(`create database ${unfinished}`);
    await migrateDatabase(urlOf(unfinished), appUrlOf(urlOf(unfinished)));
    await migrateQueue(urlOf(unfinished), QUEUES);
    await timed(`${name} made`, () => fill(urlOf(unfinished)));
    await server.query(`alter database ${unfinished} rename to ${name}`);
  }
  await server.end();
}

async function tellSizes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ line: string }>(`
    select format('| %s | %s | %s | %s |', relname, to_char(reltuples, 'FM999,999,999'), pg_size_pretty(pg_table_size(oid)), pg_size_pretty(pg_indexes_size(oid))) as line
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc limit 8`);
  console.log('\n| table | rows | without indexes | indexes |\n|---|---|---|---|');
  for (const { line } of rows) console.log(line);
}

/** Times the page of margins in both shops, after all journals were added up. */
async function compareMargin(): Promise<void> {
  const longAgo = new Date(Date.now() - 9 * 365 * 86_400_000).toISOString().slice(0, 7);
  const paths = MARGIN_GROUPS.flatMap((by) => [
    `/admin/margin?by=${by}`,
    `/admin/margin?by=${by}&from=${longAgo}`,
  ]);
  const urls = { small: urlOf('rows_small'), large: urlOf('rows_large') };
  await compareLists(urls, [...paths, '/admin/margin/worth'], async (context, url) => {
    await sumMovements(context);
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    await owner.query(`update users set role = 'admin' where username = 'operator1'`);
    // Adds up all journals at once. The job adds up 20,000 in each call.
    await owner.query(`set work_mem = '512MB'`);
    await timed('margins added up', () => owner.query(`select sum_margins(${JOURNALS * 2})`));
    await owner.end();
    await timed('stock valued', () => valueStock(context));
  });
}

type Asked = { text: string; values: unknown[] };

/**
 * Runs each reading of the operators and of a shopper in both shops. Lists the statements whose plan is a different
 * one in the larger shop.
 */
async function comparePlans(): Promise<void> {
  const small = await walk('rows_small');
  const large = await walk('rows_large');
  let alike = 0;
  console.log(
    '\n| statement | small: ms, blocks | large: ms, blocks | small | large |\n|---|---|---|---|---|',
  );
  for (const [text, more] of large) {
    const less = small.get(text);
    if (less === undefined) continue;
    if (less.shape === more.shape && more.blocks < 4 * Math.max(less.blocks, 50)) alike += 1;
    else
      console.log(
        `| ${text.replaceAll(/\s+/g, ' ').slice(0, 90)} | ${less.ms.toFixed(1)}, ${less.blocks} | ${more.ms.toFixed(1)}, ${more.blocks} | ${less.shape === more.shape ? 'the same plan' : less.shape} | ${more.shape} |`,
      );
  }
  console.log(`\n${alike} statements have the same plan, and read about as much.`);
}

type Explained = { shape: string; ms: number; blocks: number };

async function walk(name: string): Promise<Map<string, Explained>> {
  const url = urlOf(name);
  const pool = openPool({ url: appUrlOf(url), clockOffsetMs: 0 });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const config = {
    ...readConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }),
    authSecret: randomBytes(32).toString('hex'),
  };
  const context = contextOf({ db: overPool(pool), config, log: makeLog('silent') });
  const app = await buildApp(context);
  await sumMovements(context);
  await timed(`margins of ${name} added up`, () => sumMargins(context));
  const { rows } = await owner.query<{ id: string }>(
    `select id from users where role = 'user' order by created_at desc limit 2`,
  );
  const [admin, shopper] = rows.map(({ id }) => id) as [string, string];
  await owner.query(`update users set role = 'admin' where id = $1`, [admin]);
  const tokens = {
    admin: await tokenOf(context, admin),
    user: await tokenOf(context, shopper),
  };
  const watch = watchStatements(new URL(url).pathname.slice(1));
  for (const { path, as } of questions()) {
    const { statusCode } = await app.inject({
      url: `/api${path}`,
      headers: { authorization: `Bearer ${tokens[as]}` },
    });
    if (statusCode !== 200) console.log(`${name}: ${path} ${statusCode}`);
  }
  const asked = watch.end();
  const explained = new Map<string, Explained>();
  await owner.query(`set statement_timeout = '120s'`);
  for (const { text, values } of asked) {
    const found = await explain(owner, text, values).catch(() => null);
    if (found !== null) explained.set(text, found);
  }
  await owner.query(`update users set role = 'user' where id = $1`, [admin]);
  await app.close();
  await context.queue.close();
  await pool.end();
  await owner.end();
  return explained;
}

function questions(): { path: string; as: 'admin' | 'user' }[] {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const query: Record<string, string> = {
    '/admin/orders.csv': `?from=${day(30)}&to=${day(0)}`,
    '/admin/transactions.csv': `?from=${day(1)}&to=${day(0)}`,
    '/admin/loose-packs': '?packTypeId=scale-1',
    '/admin/search/packing': '?search=track77',
    '/admin/search/support': '?search=i-000077',
    '/admin/search/catalogue': '?search=charizard',
    '/admin/search/money': '?search=mira',
    '/admin/taxes.csv': `?from=${day(30).slice(0, 7)}&to=${day(0).slice(0, 7)}`,
  };
  const asked: { path: string; as: 'admin' | 'user' }[] = [
    '/cards/my',
    '/transactions',
    '/shipping/requests',
    `/cards/${cardId(7)}/facts`,
    `/cards/${cardId(7)}/history?days=365`,
    '/cards/market',
    '/cards/search?search=charizard',
  ].map((path) => ({ path, as: 'user' }));
  for (const row of Object.values<Endpoint>(ENDPOINTS)) {
    if (row.method !== 'GET' || row.path.includes('{') || !row.path.startsWith('/admin/')) continue;
    if (row.path === '/admin/audit') continue;
    asked.push({ path: `${row.path}${query[row.path] ?? ''}`, as: 'admin' });
    for (const order of ordersOf(row))
      asked.push({ path: `${row.path}?sort=${order}`, as: 'admin' });
    if (row.query !== undefined && 'search' in row.query.shape)
      for (const words of ['shopper770@scale', 'scale'])
        asked.push({ path: `${row.path}?search=${words}`, as: 'admin' });
  }
  return asked;
}

/** Records each reading statement that a database runs, with the values of its first run. */
function watchStatements(database: string): { end: () => Asked[] } {
  const asked = new Map<string, Asked>();
  type Query = (this: pg.Client, ...given: unknown[]) => unknown;
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } };
  const { query } = prototype;
  prototype.query = function noted(...sent) {
    const [first] = sent;
    if (this.database === database && first instanceof PipelinedQuery)
      for (const { first: one } of first.apart())
        if (/^\s*(?:select|with)\b/.test(one.text) && !asked.has(one.text))
          asked.set(one.text, { text: one.text, values: one.values });
    return query.apply(this, sent);
  };
  return {
    end: () => {
      prototype.query = query;
      return [...asked.values()];
    },
  };
}

type Plan = {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
};

/** The plan for these values, after one run to cache the pages that it reads. */
async function explain(client: pg.Client, text: string, values: unknown[]): Promise<Explained> {
  let found: Explained | undefined;
  for (let time = 0; time < 2; time += 1) {
    const { rows } = await client.query<{
      'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number }];
    }>(`explain (analyze, buffers, timing off, format json) ${text}`, values as string[]);
    const [{ Plan: plan, 'Execution Time': ms }] = rows[0]!['QUERY PLAN'];
    const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    found = { shape: shapeOf(plan), ms, blocks };
  }
  return found!;
}

/** The tables that the plan reads, or the indexes that it uses, in the plan's order. */
function shapeOf(plan: Plan): string {
  const { 'Node Type': type, 'Index Name': index, 'Relation Name': relation } = plan;
  const own = index ?? (relation === undefined ? '' : `${type} of ${relation}`);
  return [own, ...(plan.Plans ?? []).map(shapeOf)].filter(Boolean).join(', ');
}

async function timed(what: string, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  console.log(`${what}: ${seconds.toFixed(1)} s`);
  return seconds;
}

/**
 * Times three vacuums: the first one of a whole table, one with nothing to do, and one after a hundredth of the rows
 * changed or arrived.
 */
async function timeVacuum(client: pg.Client): Promise<void> {
  console.log('');
  for (const table of ['journals', 'transfers', 'price_observations', 'mails', 'audit_log']) {
    await timed(`vacuum freeze of ${table}`, () => client.query(`vacuum (freeze) ${table}`));
    await timed(`vacuum of ${table}, with nothing to do`, () => client.query(`vacuum ${table}`));
    await timed(`analyze of ${table}`, () => client.query(`analyze ${table}`));
  }
  await timed('a hundredth of the mails is sent again', () =>
    client.query(
      `update mails set attempts = attempts + 1 where id in (select id from mails tablesample system (1))`,
    ),
  );
  await timed('vacuum of mails after that', () => client.query('vacuum mails'));
}

/** Prints the cost of a statement: seconds, megabytes of WAL, blocks read. */
async function costOf(client: pg.Client, what: string, text: string): Promise<void> {
  const before = await client.query<{ at: string }>(`select pg_current_wal_insert_lsn() as at`);
  const start = performance.now();
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    text.trimStart().startsWith('do ')
      ? text
      : `explain (analyze, buffers, timing off, format json) ${text}`,
  );
  const seconds = (performance.now() - start) / 1000;
  const after = await client.query<{ mb: number }>(
    `select ((pg_current_wal_insert_lsn() - $1::pg_lsn) / 1048576)::float8 as mb`,
    [before.rows[0]!.at],
  );
  const plan = rows?.[0]?.['QUERY PLAN'][0].Plan;
  const blocks =
    plan === undefined ? '' : `, ${plan['Shared Hit Blocks'] + plan['Shared Read Blocks']} blocks`;
  console.log(
    `${what}: ${seconds.toFixed(2)} s, ${after.rows[0]!.mb.toFixed(1)} MB of log${blocks}`,
  );
}

/** The SQL that creates a year's monthly partitions, up to the next month. */
function monthsOf(parent: string): string {
  return `
  do $$ begin
    for m in 0..${MONTHS} loop
      execute format('create table ${parent}_%s partition of ${parent} for values from (%L) to (%L)', m,
        date_trunc('month', current_date) - make_interval(months => ${MONTHS} - 1 - m),
        date_trunc('month', current_date) - make_interval(months => ${MONTHS} - 2 - m));
    end loop;
  end $$`;
}

/** Prices can be partitioned, because their only unique key includes the day. */
async function partitionPrices(client: pg.Client): Promise<void> {
  console.log('');
  await client.query('drop table if exists prices_by_month');
  await client.query(
    `create table prices_by_month (like price_observations including defaults) partition by range (observed_on)`,
  );
  await client.query(monthsOf('prices_by_month'));
  await timed('prices copied into partitions', () =>
    client.query('insert into prices_by_month select * from price_observations'),
  );
  await timed('their key', () =>
    client.query('alter table prices_by_month add primary key (card_id, source, observed_on)'),
  );
  await client.query('vacuum analyze prices_by_month');
  const { rows } = await client.query<{ id: string }>(
    `select id from cards where set_id like 'more-%' order by id offset 77 limit 1`,
  );
  const card = `'${rows[0]!.id}'`;
  for (const table of ['price_observations', 'prices_by_month']) {
    const newest = `select * from ${table} where card_id = ${card} order by observed_on desc limit 1`;
    const year = `select * from ${table} where card_id = ${card} and observed_on > current_date - 365 order by observed_on`;
    const month = `select * from ${table} where card_id = ${card} and observed_on > current_date - 30 order by observed_on`;
    for (const [what, text] of [
      ['the newest price of a card', newest],
      ['a year of a card', year],
      ['a month of a card', month],
    ] as const) {
      await client.query(text);
      await costOf(client, `${table}: ${what}`, text);
    }
    await client.query('begin; set local session_replication_role = replica');
    await costOf(
      client,
      `${table}: a day of prices of all cards`,
      `insert into ${table} (card_id, source, observed_on, amount_minor, currency)
         select id, 'trial', current_date, 100, 'USD' from cards where set_id like 'more-%' order by md5(id::text)`,
    );
    await client.query('rollback');
    await client.query('begin; set local session_replication_role = replica');
    const first = `(select date_trunc('month', min(observed_on)) + interval '1 month' from ${table})`;
    await costOf(
      client,
      `${table}: the oldest month is deleted`,
      `delete from ${table} where observed_on < ${first}`,
    );
    await client.query('rollback');
  }
  await client.query('drop table prices_by_month');
}

/**
 * Journals can't be partitioned alone, because none of their three unique keys includes the month. Each key needs a
 * table of keys beside the partitions.
 */
async function partitionJournals(client: pg.Client): Promise<void> {
  console.log('');
  await client.query('drop table if exists journals_by_month, journal_ids, journal_facts');
  await client.query(
    `create table journals_by_month (like journals including defaults including constraints) partition by range (created_at)`,
  );
  await client.query(monthsOf('journals_by_month'));
  // Only this month's partition gets writes; earlier months don't change.
  await timed('this month of journals copied', () =>
    client.query(
      `insert into journals_by_month select * from journals where created_at >= date_trunc('month', now())`,
    ),
  );
  for (const columns of [
    '(created_at, id)',
    '(kind, created_at, id)',
    '(user_id, created_at)',
    '(id)',
  ])
    await client.query(`create index on journals_by_month ${columns}`);
  await client.query(
    `create index on journals_by_month (posted_with) where posted_with is not null`,
  );
  await timed('tables of their keys', async () => {
    await client.query('create table journal_ids as select id, created_at from journals');
    await client.query('alter table journal_ids add primary key (id)');
    await client.query('create table journal_facts as select kind, reference_id from journals');
    await client.query('alter table journal_facts add primary key (kind, reference_id)');
    await client.query(
      `create unique index on journal_facts (reference_id) where kind in ('card_sale', 'card_conversion')`,
    );
    await client.query('vacuum analyze journals_by_month, journal_ids, journal_facts');
  });
  const { rows } = await client.query<{ line: string }>(`
    select format('%s: %s, indexes %s', relname, pg_size_pretty(pg_table_size(oid)), pg_size_pretty(pg_indexes_size(oid))) as line
    from pg_class where relname in ('journals', 'journal_ids', 'journal_facts')`);
  for (const { line } of rows) console.log(line);
  const user = `(select id from users order by id limit 1)`;
  const loop = (body: string) => `
    do $$ declare u uuid := ${user}; i uuid; f uuid; begin
      for n in 1..${INSERTS} loop
        i := gen_random_uuid(); f := gen_random_uuid();
        ${body}
      end loop;
    end $$`;
  const values = `(id, kind, reference_id, user_id, description) values (i, 'pack_purchase', f, u, 'Trial')`;
  const ways = {
    'journals, as they are': `insert into journals ${values};`,
    'partitions and tables of keys': `insert into journal_ids values (i, now()); insert into journal_facts values ('pack_purchase', f); insert into journals_by_month ${values};`,
  };
  for (let round = 0; round < 3; round += 1)
    for (const [what, body] of Object.entries(ways)) {
      await client.query('begin; set local session_replication_role = replica');
      await costOf(client, `${what}, ${INSERTS} inserts one by one`, loop(body));
      await client.query('rollback');
    }
  const { rows: some } = await client.query<{ id: string }>(
    'select id from journals order by id offset 42 limit 1',
  );
  await costOf(
    client,
    'a journal by its id, as it is',
    `select * from journals where id = '${some[0]!.id}'`,
  );
  await costOf(
    client,
    'a journal by its id, in all partitions',
    `select * from journals_by_month where id = '${some[0]!.id}'`,
  );
  await client.query('drop table journals_by_month, journal_ids, journal_facts');
}
