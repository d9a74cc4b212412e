// Tests shops in trouble. A test brings the shop into a state, scrapes its metrics and evaluates the conditions. The
// shop itself evaluates the conditions that need a single scrape. Prometheus' own tool, if it is installed, evaluates
// all conditions.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect } from 'node:tls';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { showAlerts } from '#contract/metrics-alerts.ts';
import type { listNotices } from '#contract/wishes.ts';
import { startThrowawayPostgres } from '../../embedded-postgres/throwaway.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { databaseUrl, makeTemplate, TEMPLATE } from '../../testing/postgres.ts';
import { rulesFile } from '../../testing/rules-file.ts';
import { promtoolOn, readScrape } from '../../testing/scrapes.ts';
import { stockPackType } from '../../testing/stock.ts';
import { appUrlOf } from '../database/app-role.ts';
import { openPool, overPool } from '../database/pool.ts';
import type { Context } from '../runtime/context.ts';
import { shopEvents } from '../runtime/events.ts';
import { collectMetrics, type Metrics } from './collect.ts';
import { CONDITIONS, firingSamples, type Reading, type Sample } from './conditions.ts';
import { tellAlerts, TOLD_CONDITIONS, type Measured } from './tell-alerts.ts';
import { takeTimings, type Timings } from './timings.ts';

const shop = useTestApp();
let packId: string;
let operator: SignedIn;
const opened: (() => void)[] = [];

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
  await letSalesBeAdded('now');
  operator = await shop.signUp({ role: 'admin' });
});

/**
 * Sets the time until which sales are summed (`margin_until`), because conditions about unsold packs need these sums.
 */
const letSalesBeAdded = (until: string) =>
  shop.owner.query(`update margin_until set until = $1`, [until]);

// The audit of these tests compares the summed margins with the ledger, so this resets that time.
afterAll(() => letSalesBeAdded('-infinity'));

afterEach(() => {
  for (const stop of opened.splice(0)) stop();
});

/** Collects the metrics of a context. */
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

/** Conditions that depend on the load of the test's machine. */
const BY_CHANCE = ['ShopEventLoopSlow', 'ShopEndpointSlow', 'ShopPurchasesSlow'];

/** Returns the conditions that the shop itself finds in a scrape. */
function found(samples: Sample[], now = new Date()): string[] {
  return CONDITIONS.filter(({ name }) => !BY_CHANCE.includes(name))
    .filter(({ when }) => 'reading' in when && firingSamples(when.reading, samples, now).length > 0)
    .map(({ name }) => name);
}

/** Checks which alerts Prometheus fires `minutes` after the last scrape. `but`: alerts that may fire but need not. */
function expectAlerts(
  scrapes: Sample[][],
  fires: string[],
  { minutes = 20, but = BY_CHANCE }: { minutes?: number; but?: string[] } = {},
): void {
  const course = { scrapes, scrapedAt: new Date() };
  expect(promtoolOn(course, { minutes, fires, leftOut: but })).toBe('');
}

/**
 * Lets the shop itself notify an operator of a condition in a scrape. Checks that the operator gets one bell and one
 * mail, and again one of each when the condition is mended.
 */
async function expectTold(
  samples: readonly Sample[],
  name: string,
  { now = new Date(), slow = [] as Measured['slow'] } = {},
): Promise<void> {
  const { told } = TOLD_CONDITIONS.find((one) => one.name === name)!;
  const judge = (seen: readonly Sample[], slowNow: Measured['slow'] = []) =>
    tellAlerts(
      { ...shop.context, now: () => now },
      { instance: 'one', samples: seen, slow: slowNow },
    );
  const bells = async () => {
    const { rows } = await run(
      `select n.kind from notices n join alerts a on a.id = n.alert_id
       where n.user_id = $1 and a.condition = $2 order by n.made_at, n.kind`,
      [operator.userId, name],
    );
    return rows.map(({ kind }) => kind as string);
  };
  const mails = async () => {
    const { rows } = await run(
      `select text from mails where kind = 'alerts' and user_id = $1 order by created_at`,
      [operator.userId],
    );
    const about = rows.filter(({ text }) => (text as string).includes(told.title));
    return about.map(({ text }) => ((text as string).startsWith('Mended') ? 'mended' : 'alert'));
  };
  const mailed = (kinds: string[]) => (told.hasOwnMail ? [] : kinds);

  await judge(samples, slow);
  // Nobody is notified before the condition has held for its time, so the test moves its beginning into the past.
  await run(`update alerts set since = since - interval '2 days'`);
  await judge(samples, slow);
  await judge(samples, slow);
  expect([await bells(), await mails()]).toEqual([['alert'], mailed(['alert'])]);
  const healthy = [{ name: 'shop_database_up', labels: {}, value: 1 }];
  await judge(healthy);
  expect(await bells()).toEqual(['alert']);
  await run(`update alerts set seen_at = seen_at - interval '6 minutes'`);
  await judge(healthy);
  await judge(healthy);
  expect([await bells(), await mails()]).toEqual([
    ['alert', 'mended'],
    mailed(['alert', 'mended']),
  ]);
  await run(`delete from notices; delete from alerts; delete from mails where kind = 'alerts'`);
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

/** Writes rows that no call could write. The database's checks are off. */
const force = (sql: string) =>
  run(`set session_replication_role = replica; ${sql}; set session_replication_role = default`);

/** A settings file with one source of prices. */
const SOURCES = join(mkdtempSync(join(tmpdir(), 'sources-')), 'sources.json');
writeFileSync(
  SOURCES,
  JSON.stringify([{ name: 'daily', source: 'ygoprodeck', game: 'yugioh', files: ['cards.json'] }]),
);

/** States of a shop that a single scrape shows, and how the test enters and leaves each. */
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
  ShopInvariantBroken: {
    enter: () => run(`insert into broken_invariants values ('journals_balance', 2)`),
    leave: () => run('delete from broken_invariants'),
  },
  ShopPaymentDisputed: {
    enter: () =>
      force(
        `insert into disputes (id, payment_id, user_id, provider_id, provider_status, state, reason, amount, raised_at, created_at, updated_at)
         values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'du_1', 'warning', 'inquiry', 'fraudulent', 1130, now(), now(), now())`,
      ),
    leave: () => force('delete from disputes'),
  },
  ShopRefundFailed: {
    enter: () =>
      force(
        `insert into refunds (id, payment_id, amount, reason, state, created_at, failed_at)
         values (gen_random_uuid(), gen_random_uuid(), 1453, 'Torn', 'failed', now(), now())`,
      ),
    leave: () => force('delete from refunds'),
  },
  ShopStockLow: {
    enter: () =>
      run(
        `insert into margin_days values ((now() at time zone 'UTC')::date, 'packs', $1, 'pack_count', 300)`,
        [packId],
      ),
    leave: () => run('delete from margin_days'),
  },
  ShopStockUnsold: {
    enter: () => force(`update places set received_at = now() - interval '70 days'`),
    leave: () =>
      force(
        'update places p set received_at = k.received_at from physical_packs k where k.id = p.pack_id',
      ),
  },
  ShopPricesStale: {
    enter: () =>
      run(
        `insert into price_runs (id, source, started_at, finished_at)
         values (gen_random_uuid(), 'daily', now() - interval '27 hours', now() - interval '27 hours')`,
      ),
    leave: () => run('delete from price_runs'),
  },
  ShopMailReturned: {
    enter: () =>
      run(
        `insert into mails (id, kind, to_address, subject, text, state, last_error)
         values (gen_random_uuid(), 'receipt', 'gone@example.test', 'Receipt', 'Receipt', 'failed', '550 No such user')`,
      ),
    leave: () => run('delete from mails'),
  },
  ShopWebhookPaused: {
    enter: () =>
      run(
        `insert into webhook_endpoints (id, name, url, events, sealed_secret, paused_at, pause_reason)
         values (gen_random_uuid(), 'Books', 'https://example.test/', '{order.paid}', 'none', now(), 'failing')`,
      ),
    leave: () => run('delete from webhook_endpoints'),
  },
  ShopBackupOld: {
    enter: () => run(`insert into backups values (now() - interval '27 hours', 'backup')`),
    leave: () => run('delete from backups'),
  },
};

test.each(Object.entries(STATES))(
  'an operator is alerted about %s',
  async (name, { enter, leave }) => {
    const config = { ...shop.context.config, priceSources: SOURCES };
    const metrics = metricsOf({ ...shop.context, config });
    expect(found(await scrape(metrics))).toEqual([]);
    await enter();
    const samples = await scrape(metrics);
    const own = await metrics.samples();
    await leave();
    expect(found(samples)).toEqual([name]);
    expectAlerts([samples], [name]);
    // Without its database, the shop can notify nobody.
    if (name !== 'ShopDatabaseAway') await expectTold(own, name);
  },
);

test('an alert is read by those who may still act on it, and told to nobody without a second factor', async () => {
  const treasurer = await shop.signUp({ rights: ['money'] });
  const measured = { instance: 'one', slow: [] };
  const samples = ['shop_database_up', 'shop_disputes_waiting_dollars'].map((name) => ({
    name,
    labels: { dispute: 'one' },
    value: 1,
  }));
  const tell = (context: Context) => tellAlerts(context, { ...measured, samples });
  const bells = async () => {
    const { body } = await shop.call<z.input<typeof listNotices.reply>>('GET', '/notices', {
      as: treasurer,
    });
    const { notices, unread, pagination } = body.data;
    return [notices.map(({ kind }) => kind), unread, pagination.total];
  };
  await tell({ ...shop.context, config: { ...shop.context.config, production: true } });
  expect(await bells()).toEqual([[], 0, 0]);
  await run('delete from alerts');
  await tell(shop.context);
  expect(await bells()).toEqual([['alert'], 1, 1]);
  await run(
    `update staff_roles set rights = '{packing}' from users u where u.staff_role_id = staff_roles.id and u.id = $1`,
    [treasurer.userId],
  );
  expect(await bells()).toEqual([[], 0, 0]);
  await run(`delete from notices; delete from alerts; delete from mails where kind = 'alerts'`);
});

test('webhooks hear of a pack that is nearly sold out when operators do', async () => {
  const heard: string[] = [];
  const stop = shopEvents.subscribe(({ type }) => heard.push(type));
  const { enter, leave } = STATES['ShopStockLow']!;
  await enter();
  const samples = await scrape(metricsOf(shop.context));
  await tellAlerts(shop.context, { instance: 'one', slow: [], samples });
  stop();
  await leave();
  await run(`delete from notices; delete from alerts; delete from mails where kind = 'alerts'`);
  expect(heard).toContain('stock.low');
});

test('nobody is told that packs are not bought before an upgrade has added up the sales', async () => {
  const metrics = metricsOf(shop.context);
  const { enter, leave } = STATES['ShopStockUnsold']!;
  await enter();
  await letSalesBeAdded('-infinity');
  const behind = await scrape(metrics);
  await letSalesBeAdded('now');
  await leave();
  expect(found(behind)).toEqual([]);
});

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
  // Only these series are tested, because with all series promtool would take a minute for a day.
  const samples = all.filter(({ name }) => /^shop_(?:database|audit|last_backup)/.test(name));
  // The rules alert if a series is missing, so the series of audit and backup must be missing here.
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
  // The first error of a process appears in no rate, because its series did not exist before that error.
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
  // In the first case, the last sale was an hour and a half ago. In the second case, there was no sale for two hours.
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
  await expectTold(samples, 'ShopConnectionsWaitedFor');
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
  expect(firingSamples((when as { reading: Reading }).reading, samples, new Date())).toHaveLength(
    1,
  );
  await expectTold(samples, 'ShopEventLoopSlow');
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
  // A scrape does not wait for the check of the certificate, but a later scrape has the result of that check.
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
  await expectTold(samples, 'ShopCertificateEnds', { now: inDays(13) });
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
    await expectTold(await scrape(metrics), 'ShopArchiveFails');
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
    await expectTold(many, 'ShopConnectionsNearLimit');
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
    await expectTold(samples, 'ShopTransactionIdsOld');
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
    // The alert's rule counts the series. There was one at first, and there is none later.
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

test('an operator is told of a slow endpoint, and that it is fast again', async () => {
  const slow = [{ endpoint: 'POST /api/packs/purchase', seconds: 0.2 }];
  await expectTold(await scrape(metricsOf(shop.context)), 'ShopEndpointSlow', { slow });
});

test('an operator reads each alert in words, sees those of their work only, and switches kinds off', async () => {
  const moderator = await shop.signUp({ role: 'moderator' });
  const put = (as: SignedIn, condition: string, isOn: boolean) =>
    shop.call('PUT', `/admin/alerts/${condition}`, { as, body: { isOn } });
  expect((await put(moderator, 'ShopJobsLate', false)).body.data).toEqual({
    condition: 'ShopJobsLate',
    title: 'A job is late',
    isOn: false,
  });
  expect((await put(moderator, 'ShopBackupOld', false)).body.error.code).toBe('NOT_FOUND');
  await letJob('forget-keys', 'failed', 1, { message: 'no' });
  await letJob('forget-quotes', 'created', 6);
  await run(`insert into backups values (now() - interval '27 hours', 'backup')`);
  const samples = await metricsOf(shop.context).samples();
  await run('delete from pgboss.job; delete from backups');
  await tellAlerts(shop.context, { instance: 'one', samples, slow: [] });

  const bellOf = async (as: SignedIn) =>
    (await shop.call<{ notices: { alert: string }[] }>('GET', '/notices', { as })).body.data.notices
      .map(({ alert }) => alert)
      .toSorted();
  const failed = 'Of the job forget-keys 1 failed for good; Jobs tries them again.';
  expect(await bellOf(moderator)).toEqual([failed]);
  expect(await bellOf(operator)).toEqual([
    failed,
    expect.stringMatching(/^The job forget-quotes has been due for 6 minutes\.$/),
    'The last backup that was noted is 27 hours old.',
  ]);
  const { body } = await shop.call<z.input<typeof showAlerts.reply>>('GET', '/admin/alerts', {
    as: moderator,
  });
  const shown = body.data.alerts.map(({ condition, leadsTo }) => `${condition} ${leadsTo}`);
  expect(shown.toSorted()).toEqual(['ShopJobsFailed /admin/jobs', 'ShopJobsLate /admin/jobs']);
  expect(body.data.kinds.filter(({ isOn }) => !isOn).map(({ condition }) => condition)).toEqual([
    'ShopJobsLate',
  ]);
  expect(body.data.kinds.map(({ condition }) => condition)).not.toContain('ShopBackupOld');
  expect((await put(moderator, 'ShopJobsLate', true)).body.data).toMatchObject({ isOn: true });
});

test('every condition is tested', () => {
  const text = readFileSync(import.meta.filename, 'utf8');
  // Prometheus' rule of ShopEndpointSlow has tests of its own in `slow-endpoint.http.test.ts`.
  const here = CONDITIONS.filter(({ name }) => name !== 'ShopEndpointSlow');
  expect(here.filter(({ name }) => !text.includes(`'${name}'`) && !(name in STATES))).toEqual([]);
});
