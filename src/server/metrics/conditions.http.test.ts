// Shops in trouble: a test brings the shop into a state, scrapes its metrics and evaluates the
// conditions. The shop itself evaluates the conditions that need a single scrape. Prometheus' own
// tool, if it is installed, evaluates all.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { connect } from 'node:tls';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startThrowawayPostgres } from '../../embedded-postgres/throwaway.ts';
import { useTestApp } from '../../testing/app.ts';
import { databaseUrl, makeTemplate, TEMPLATE } from '../../testing/postgres.ts';
import { rulesFile } from '../../testing/rules-file.ts';
import { promtoolOn, readScrape } from '../../testing/scrapes.ts';
import { stockPackType } from '../../testing/stock.ts';
import { appUrlOf } from '../database/app-role.ts';
import { openPool, overPool } from '../database/pool.ts';
import type { Context } from '../runtime/context.ts';
import { collectMetrics, type Metrics } from './collect.ts';
import { CONDITIONS, firing, type Reading, type Sample } from './conditions.ts';
import { takeTimings, type Timings } from './timings.ts';

const shop = useTestApp();
let packId: string;
const opened: (() => void)[] = [];

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
});

afterEach(() => {
  for (const stop of opened.splice(0)) stop();
});

/** Starts metrics for a context. */
function metricsOf(context: Context, pool = context.db.client as pg.Pool): Metrics {
  const timings: Timings = takeTimings();
  const metrics = collectMetrics(context, pool, timings);
  opened.push(() => {
    metrics.stop();
    timings.stop();
  });
  return metrics;
}

const scrape = async (metrics: Metrics) => readScrape((await metrics.read()).text);

/** Conditions that depend on the load of the test machine. */
const BY_CHANCE = ['ShopEventLoopSlow', 'ShopEndpointSlow', 'ShopPurchasesSlow'];

/** The conditions that the shop itself finds in a scrape. */
function found(samples: Sample[], now = new Date()): string[] {
  return CONDITIONS.filter(({ name }) => !BY_CHANCE.includes(name))
    .filter(({ when }) => 'reading' in when && firing(when.reading, samples, now).length > 0)
    .map(({ name }) => name);
}

/**
 * Checks which alerts Prometheus fires `minutes` after the last scrape. `but`: alerts that may fire
 * or not.
 */
function expectAlerts(
  scrapes: Sample[][],
  fires: string[],
  { minutes = 20, but = BY_CHANCE }: { minutes?: number; but?: string[] } = {},
): void {
  const course = { scrapes, scrapedAt: new Date() };
  expect(promtoolOn(course, { minutes, fires, leftOut: but })).toBe('');
}

const run = (sql: string, values: unknown[] = []) => shop.owner.query(sql, values);

async function buy(): Promise<number> {
  const as = await shop.signUp(100);
  const { status } = await shop.call('POST', '/payments/purchase-with-balance', {
    as,
    key: randomUUID(),
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
  });
  return status;
}

/** Adds a waiting mail, as `sendMail` does in a shop with a mail server. */
const letMailWait = (isSecret: boolean, minutes: number) =>
  run(
    `insert into mails (id, kind, to_address, subject, text, is_secret, state, created_at)
     values (gen_random_uuid(), 'verify_email', 'a@example.test', 'Code', 'Code', $1, 'queued', now() - make_interval(mins => $2))`,
    [isSecret, minutes],
  );

const letJob = (name: string, state: string, minutes: number, output: object | null = null) =>
  run(
    `insert into pgboss.job (name, state, start_after, completed_on, policy, output)
     values ($1, $2::pgboss.job_state, now() - make_interval(mins => $3),
       case when $2 in ('completed', 'failed') then now() - make_interval(mins => $3) end, 'standard', $4)`,
    [name, state, minutes, output],
  );

test('a healthy shop alerts nobody', async () => {
  const metrics = metricsOf(shop.context);
  const before = await scrape(metrics);
  expect(await buy()).toBe(200);
  await letMailWait(true, 0);
  await letMailWait(false, 0);
  await letJob('audit', 'completed', 60, { done: 60, failed: 0 });
  await run(`insert into backups values (now() - interval '1 hour', 'note-backup')`);
  const after = await scrape(metrics);
  await run('delete from mails; delete from pgboss.job; delete from backups');
  expect(found(after)).toEqual([]);
  expectAlerts([before, after], []);
});

/**
 * States that a single scrape shows, and how the test brings a shop into each state and out of it.
 */
const STATES: Record<string, { enter: () => Promise<unknown>; leave: () => Promise<unknown> }> = {
  ShopDatabaseAway: {
    enter: () => run('alter table pgboss.job rename to gone'),
    leave: () => run('alter table pgboss.gone rename to job'),
  },
  ShopJobsLate: {
    enter: () => letJob('forget-keys', 'created', 6),
    leave: () => run('delete from pgboss.job'),
  },
  ShopJobsFailed: {
    enter: () => letJob('forget-keys', 'failed', 1, { message: 'no' }),
    leave: () => run('delete from pgboss.job'),
  },
  ShopCodesWait: {
    enter: () => letMailWait(true, 2),
    leave: () => run('delete from mails'),
  },
  ShopMailsWait: {
    enter: () => letMailWait(false, 31),
    leave: () => run('delete from mails'),
  },
  ShopAuditOld: {
    enter: () => letJob('audit', 'completed', 27 * 60, { done: 60, failed: 0 }),
    leave: () => run('delete from pgboss.job'),
  },
  ShopBackupOld: {
    enter: () => run(`insert into backups values (now() - interval '27 hours', 'backup')`),
    leave: () => run('delete from backups'),
  },
};

test.each(Object.entries(STATES))(
  'an operator is alerted about %s',
  async (name, { enter, leave }) => {
    const metrics = metricsOf(shop.context);
    expect(found(await scrape(metrics))).toEqual([]);
    await enter();
    const samples = await scrape(metrics);
    await leave();
    expect(found(samples)).toEqual([name]);
    expectAlerts([samples], [name]);
  },
);

test('a new backup by any program ends the alert about an old one', async () => {
  const metrics = metricsOf(shop.context);
  await run(
    `insert into backups values (now() - interval '27 hours', 'backup'), (now(), 'note-backup')`,
  );
  const samples = await scrape(metrics);
  await run('delete from backups');
  expectAlerts([samples], []);
  expect(samples.filter(({ name }) => name === 'shop_last_backup_timestamp_seconds')).toHaveLength(
    2,
  );
  expect(found(samples)).toEqual([]);
});

test('an operator is alerted if nothing was ever audited or backed up, a day after the shop began', async () => {
  const all = await scrape(metricsOf(shop.context));
  // With all series, promtool would take a minute for a day, so only these are tested.
  const samples = all.filter(({ name }) => /^shop_(?:database|audit|last_backup)/.test(name));
  // The rules alert on missing series, so the series of audit and backup must be missing here.
  expect(samples.filter(({ name }) => !name.startsWith('shop_database'))).toEqual([]);
  expectAlerts([samples], [], { minutes: 25 * 60 });
  expectAlerts([samples], ['ShopAuditMissing', 'ShopBackupMissing'], { minutes: 27 * 60 });
});

test('an operator is alerted about a process that is down', async () => {
  const up = { name: 'up', labels: {}, value: 0 };
  expect(promtoolOn({ scrapes: [[up]], scrapedAt: new Date() }, OF_A_PROCESS)).toBe('');
});

const OF_A_PROCESS = { minutes: 5, fires: ['ShopDown'], leftOut: BY_CHANCE };

test('an operator is alerted about faults, and not about refusals', async () => {
  const metrics = metricsOf(shop.context);
  const start = await scrape(metrics);
  const refused = await shop.call('POST', '/payments/purchase-with-balance', {
    as: await shop.signUp(),
    key: randomUUID(),
    body: { packs: [{ packId: 'no-such', quantity: 1 }], paymentMethod: 'balance' },
  });
  expect(refused.status).toBe(404);
  const before = await scrape(metrics);
  await run(
    `create function no_orders() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
     create trigger no_orders before insert on orders for each row execute function no_orders()`,
  );
  // The first error of a process appears in no rate, because its series did not exist before.
  expect(await buy()).toBe(500);
  const first = await scrape(metrics);
  expect(await buy()).toBe(500);
  const after = await scrape(metrics);
  await run('drop trigger no_orders on orders; drop function no_orders');
  expectAlerts([start, before], []);
  expectAlerts([first, after], ['ShopErrors']);
});

test('an operator is alerted if buyers get "later"', async () => {
  const metrics = metricsOf(shop.context);
  const as = await shop.signUp(100);
  const client = await shop.owner.connect();
  await client.query('begin; lock table orders in exclusive mode');
  const isTold = async () => {
    const body = { packId };
    const { status } = await shop.call('POST', '/packs/purchase', { as, key: randomUUID(), body });
    expect(status).toBe(503);
    return scrape(metrics);
  };
  const scrapes = [await isTold(), await isTold()];
  await client.query('rollback');
  client.release();
  expectAlerts(scrapes, ['ShopSaysLater']);
});

test('an operator is alerted about one slow purchase in a hundred', async () => {
  const metrics = metricsOf(shop.context);
  const before = await scrape(metrics);
  await run(
    `create function take_time() returns trigger language plpgsql as $$ begin perform pg_sleep(0.6); return new; end $$;
     create trigger take_time before insert on orders for each row execute function take_time()`,
  );
  expect(await buy()).toBe(200);
  await run('drop trigger take_time on orders; drop function take_time');
  const but = BY_CHANCE.filter((name) => name !== 'ShopPurchasesSlow');
  expectAlerts([before, await scrape(metrics)], ['ShopPurchasesSlow'], { but });
});

test('an operator is alerted about an hour without a sale after one with some', async () => {
  const metrics = metricsOf(shop.context);
  const before = await scrape(metrics);
  expect(await buy()).toBe(200);
  const sold = await scrape(metrics);
  const hours = (sales: number, none: number) => [
    ...Array<Sample[]>(none + 1).fill(before),
    ...Array<Sample[]>(sales).fill(sold),
  ];
  // In the first case, the last sale was an hour and a half ago. In the second, there was no sale
  // for two hours.
  expectAlerts(hours(90, 10), ['ShopSellsNothing'], { minutes: 105 });
  expectAlerts(hours(0, 100), [], { minutes: 105 });
});

test('an operator is alerted if requests wait for a connection', async () => {
  const pool = new pg.Pool({ connectionString: shop.url, max: 1 });
  const metrics = metricsOf(shop.context, pool);
  const holds = await pool.connect();
  const waits = pool.connect();
  const samples = await scrape(metrics);
  holds.release();
  (await waits).release();
  await pool.end();
  expect(found(samples)).toEqual(['ShopConnectionsWaitedFor']);
  expectAlerts([samples], ['ShopConnectionsWaitedFor']);
});

test('an operator is alerted about an event loop that stands still', async () => {
  const metrics = metricsOf(shop.context);
  await scrape(metrics);
  for (let times = 0; times < 5; times += 1) {
    const until = performance.now() + 300;
    while (performance.now() < until);
    await new Promise((ready) => setTimeout(ready, 20));
  }
  const samples = await scrape(metrics);
  const { when } = CONDITIONS.find(({ name }) => name === 'ShopEventLoopSlow')!;
  expect(firing((when as { reading: Reading }).reading, samples, new Date())).toHaveLength(1);
  const but = BY_CHANCE.filter((name) => name !== 'ShopEventLoopSlow');
  expectAlerts([samples], ['ShopEventLoopSlow'], { but });
});

test('an operator is alerted about a certificate two weeks before its end, and before it has ended', async () => {
  const proxy = new SMTPServer({ secure: true, logger: false });
  proxy.on('error', () => {});
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', () => ready()));
  const { port } = proxy.server.address() as AddressInfo;
  const publicUrl = `https://localhost:${port}`;
  const metrics = metricsOf({ ...shop.context, config: { ...shop.context.config, publicUrl } });
  const of = (samples: Sample[]) =>
    samples.find(({ name }) => name === 'shop_certificate_expires_timestamp_seconds');
  // A scrape does not wait for the check of the certificate. A later scrape has the result of that
  // check.
  await expect.poll(async () => of(await scrape(metrics))?.labels).toEqual({ host: 'localhost' });
  const samples = await scrape(metrics);
  const client = connect({ port, rejectUnauthorized: false });
  await new Promise<void>((ready) => client.once('secureConnect', () => ready()));
  const end = new Date(client.getPeerCertificate().valid_to);
  client.destroy();
  await new Promise<void>((ready) => proxy.close(() => ready()));
  expect(of(samples)!.value).toBe(end.getTime() / 1000);
  const inDays = (days: number) => new Date(end.getTime() - days * 86_400_000);
  for (const [days, fires] of [
    [15, []],
    [13, ['ShopCertificateEnds']],
    [-1, ['ShopCertificateEnds']],
  ] as const) {
    expect(found(samples, inDays(days))).toEqual(fires);
    const course = { scrapes: [samples], scrapedAt: inDays(days) };
    expect(promtoolOn(course, { minutes: 20, fires: [...fires], leftOut: BY_CHANCE })).toBe('');
  }
});

describe('about a Postgres in trouble', () => {
  let server: Awaited<ReturnType<typeof startThrowawayPostgres>>;
  let owner: pg.Pool;
  let pool: pg.Pool;
  let metrics: Metrics;

  beforeAll(async () => {
    server = await startThrowawayPostgres({ settings: ['archive_mode=on', 'max_connections=40'] });
    await makeTemplate(server.url);
    const url = databaseUrl(server.url, TEMPLATE);
    owner = new pg.Pool({ connectionString: url, max: 40 });
    owner.on('error', () => {});
    await letArchive('true');
    pool = openPool({ url: appUrlOf(url), clockOffsetMs: 0, connectionsMax: 2 });
  });

  beforeEach(() => {
    metrics = metricsOf({ ...shop.context, db: overPool(pool) });
  });

  async function letArchive(command: 'true' | 'false'): Promise<void> {
    await owner.query(`alter system set archive_command = '${command}'`);
    await owner.query('select pg_reload_conf()');
  }

  afterAll(async () => {
    await pool.end();
    await owner.end();
    await server.close();
  });

  test('an operator is alerted if nothing can be archived', async () => {
    expect(found(await scrape(metrics))).toEqual([]);
    await letArchive('false');
    await owner.query('create table written (at int)');
    await owner.query('select pg_switch_wal()');
    await expect.poll(async () => found(await scrape(metrics))).toEqual(['ShopArchiveFails']);
    expectAlerts([await scrape(metrics)], ['ShopArchiveFails']);
    await letArchive('true');
    await expect.poll(async () => found(await scrape(metrics))).toEqual([]);
  });

  test('an operator is alerted if its connections are nearly all used', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => owner.connect()));
    const few = await scrape(metrics);
    const more = await Promise.all(Array.from({ length: 13 }, () => owner.connect()));
    const many = await scrape(metrics);
    for (const client of [...clients, ...more]) client.release(true);
    expect(found(few)).toEqual([]);
    expect(found(many)).toEqual(['ShopConnectionsNearLimit']);
    expectAlerts([many], ['ShopConnectionsNearLimit']);
    await expect.poll(async () => found(await scrape(metrics))).toEqual([]);
  });

  test('an operator is alerted if its transaction ids grow old', async () => {
    // Makes the database look as if vacuum had not reached it for 600 million transactions.
    await owner.query(
      `update pg_database set datfrozenxid = ((txid_current() - 600000000 + 4294967296) % 4294967296)::text::xid
       where datname = current_database()`,
    );
    const samples = await scrape(metrics);
    expect(found(samples)).toEqual(['ShopTransactionIdsOld']);
    expectAlerts([samples], ['ShopTransactionIdsOld'], { minutes: 70 });
  });
});

describe('about the machines around the shop', () => {
  const scraped = (name: string) =>
    readScrape(readFileSync(resolve(import.meta.dirname, `scrapes/${name}.txt`), 'utf8'));
  const then = (name: string) => Array<Sample[]>(15).fill(scraped(name));

  test('an operator is alerted about a standby that is behind', () => {
    expect(found(scraped('standby-follows'))).toEqual([]);
    expect(found(scraped('standby-behind'))).toEqual(['PostgresStandbyBehind']);
    expectAlerts(then('standby-follows'), []);
    expectAlerts(then('standby-behind'), ['PostgresStandbyBehind']);
  });

  test('an operator is alerted about a lost standby, if there was one', () => {
    // The rule counts series: there was one, and then none.
    expect([scraped('standby-follows'), scraped('standby-gone')].map((one) => one.length)).toEqual([
      1, 0,
    ]);
    expectAlerts([...then('standby-follows'), ...then('standby-gone')], ['PostgresStandbyLost'], {
      minutes: 40,
    });
    expectAlerts(then('standby-gone'), []);
  });

  test('an operator is alerted about a disk that is nearly full', () => {
    expect(found(scraped('disks-with-room'))).toEqual([]);
    expect(found(scraped('disk-nearly-full'))).toEqual(['DiskNearlyFull']);
    expectAlerts(then('disks-with-room'), []);
    expectAlerts(then('disk-nearly-full'), ['DiskNearlyFull']);
  });

  test('the scrapes contain everything that the rules read', () => {
    const read = ['standby-behind', 'disk-nearly-full'].flatMap(scraped).map(({ name }) => name);
    const asked = rulesFile().match(/\b(?:pg_stat|node_filesystem)_\w+/g)!;
    expect(new Set(asked)).toEqual(new Set(read));
  });
});

test('every condition is tested', () => {
  const text = readFileSync(import.meta.filename, 'utf8');
  // `slow-endpoint.http.test.ts` tests ShopEndpointSlow.
  const here = CONDITIONS.filter(({ name }) => name !== 'ShopEndpointSlow');
  expect(here.filter(({ name }) => !text.includes(`'${name}'`) && !(name in STATES))).toEqual([]);
});
