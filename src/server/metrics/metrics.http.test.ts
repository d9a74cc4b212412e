// Tests that the metrics match the events. A rejected purchase or a repeated key must count nothing.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { JOURNAL_KINDS } from '#domain/journal-kind.ts';
import type pg from 'pg';
import { auditDaily } from '../jobs/audit-daily.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { BUILD_INFO } from '../runtime/build-info.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { promtool } from '../../testing/promtool.ts';
import { stockPackType } from '../../testing/stock.ts';
import { collectMetrics, type Metrics } from './collect.ts';
import { serveMetrics, type MetricsServer } from './serve-metrics.ts';
import { takeTimings } from './timings.ts';

const shop = useTestApp();
const timings = takeTimings();
let metrics: Metrics;
let server: MetricsServer;
let packId: string;

beforeAll(async () => {
  metrics = collectMetrics(shop.context, shop.context.db.client as pg.Pool, timings);
  server = await serveMetrics(shop.context, metrics, { port: 0, host: '127.0.0.1' });
  packId = await stockPackType(shop.context, { packs: 3, purchaseLimit: null });
});

afterAll(async () => {
  await server.close();
  metrics.stop();
  timings.stop();
});

function fetchMetrics(path = '/metrics', method = 'GET'): Promise<Response> {
  return fetch(`http://127.0.0.1:${server.port}${path}`, { method });
}

/** Returns the values of all series, by the series' name with its labels. */
async function values(): Promise<Map<string, number>> {
  const text = await (await fetchMetrics()).text();
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
  );
}

/** Returns how much each named series grew during `work`. */
async function growth(names: string[], work: () => Promise<unknown>): Promise<number[]> {
  const before = await values();
  await work();
  const after = await values();
  return names.map((name) => (after.get(name) ?? NaN) - (before.get(name) ?? 0));
}

function buy(as: SignedIn, quantity: number, key = randomUUID()) {
  return shop.call('POST', '/payments/purchase-with-balance', {
    as,
    key,
    body: { packs: [{ packId, quantity }], paymentMethod: 'balance' },
  });
}

const PAID = 'shop_money_movements_total{kind="pack_purchase"}';
const SPENT = 'shop_credits_cents_total{kind="pack_purchase",direction="spent"}';
const OPENED = 'shop_packs_opened_total';
const countOf = (status: number) =>
  `shop_request_seconds_count{method="POST",route="/api/payments/purchase-with-balance",status="${status}"}`;

describe('the metrics', () => {
  test('count a purchase once, however often its key is sent, and no refused one', async () => {
    const buyer = await shop.signUp(100);
    const key = randomUUID();
    const [paid, spent, opened, responses, refusals] = await growth(
      [PAID, SPENT, OPENED, countOf(200), countOf(404)],
      async () => {
        expect((await buy(buyer, 2, key)).status).toBe(200);
        expect((await buy(buyer, 2, key)).status).toBe(200);
        expect((await buy(buyer, 2)).status).toBe(404);
      },
    );
    expect({ paid, spent, opened }).toEqual({ paid: 1, spent: 2160, opened: 2 });
    expect({ responses, refusals }).toEqual({ responses: 2, refusals: 1 });
  });

  test('count committed events, not rolled-back ones', async () => {
    const buyer = await shop.signUp(100);
    await shop.owner.query(
      `create function no_orders() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
       create constraint trigger no_orders after insert on journals deferrable initially deferred
         for each row execute function no_orders()`,
    );
    try {
      const [paid, spent, opened] = await growth([PAID, SPENT, OPENED], async () => {
        expect((await buy(buyer, 1)).status).toBe(500);
      });
      expect({ paid, spent, opened }).toEqual({ paid: 0, spent: 0, opened: 0 });
    } finally {
      await shop.owner.query('drop trigger no_orders on journals; drop function no_orders');
    }
  });

  test('count credits that users gain', async () => {
    const gained = 'shop_credits_cents_total{kind="bonus_credit",direction="gained"}';
    const admin = await shop.signUp({ role: 'admin' });
    const give = () =>
      shop.call('POST', '/users/credits', {
        as: admin,
        body: { userId: admin.userId, amount: 12.34, reason: 'For a test' },
      });
    expect(await growth([gained], give)).toEqual([1234]);
  });

  test('name routes by their pattern, so that invented addresses add no series', async () => {
    await shop.app.inject(`/api/pack-types/${packId}`);
    await shop.app.inject('/api/no-such-thing/1');
    await shop.app.inject('/api/no-such-thing/2');
    const routes = [...(await values()).keys()].filter((name) =>
      name.startsWith('shop_request_seconds_count'),
    );
    expect(routes.join('\n')).toContain('route="/api/pack-types/:id"');
    expect(routes.join('\n')).not.toContain('no-such-thing');
    expect(routes.filter((name) => name.includes('route="none"'))).toEqual([
      'shop_request_seconds_count{method="GET",route="none",status="404"}',
    ]);
  });

  test('name the version and the commit of this process', async () => {
    const { version, commit } = BUILD_INFO;
    const series = `shop_build_info{version="${version}",commit="${commit}"}`;
    expect((await values()).get(series)).toBe(1);
  });

  test('show the state of connections, and how long they are held', async () => {
    const client = await (shop.context.db.client as pg.Pool).connect();
    const held = await values();
    client.release();
    expect(held.get('shop_pool_connections{state="busy"}')).toBeGreaterThanOrEqual(1);
    expect(held.get('shop_pool_connections_max')).toBe(20);
    expect(held.get('shop_pool_waiting')).toBe(0);
    expect(held.get('shop_pool_held_seconds_count')).toBeGreaterThan(0);
  });

  test('show what waits, what failed, and the age of the audit', async () => {
    const before = await values();
    expect(before.get('shop_jobs_open{job="send-mail"}')).toBe(0);
    expect([...before.keys()].filter((name) => name.startsWith('shop_audit_age'))).toEqual([]);
    await shop.owner.query(
      `insert into pgboss.job (name, data, state, start_after, completed_on, policy, output) values
         ('send-mail', '{"mailId": "1"}', 'created', now() - interval '90 seconds', null, 'standard', null),
         ('send-mail', '{"mailId": "2"}', 'created', now() + interval '1 hour', null, 'standard', null),
         ('send-mail', '{"mailId": "3"}', 'failed', now(), now(), 'standard', '{"message": "no"}'),
         ('audit', null, 'completed', now(), now() - interval '2 hours', 'exclusive', '{"done": 31, "failed": 0}'),
         ('audit', null, 'completed', now(), now() - interval '1 hour', 'exclusive', '{"done": 0, "failed": 0}')`,
    );
    const after = await values();
    await shop.owner.query(`delete from pgboss.job where name in ('send-mail', 'audit')`);
    expect(after.get('shop_jobs_open{job="send-mail"}')).toBe(2);
    const late = after.get('shop_jobs_late_seconds{job="send-mail"}');
    expect(late).toBeGreaterThanOrEqual(90);
    expect(late).toBeLessThan(270);
    expect(after.get('shop_jobs_failed{job="send-mail"}')).toBe(1);
    expect(after.get('shop_audit_age_seconds{found="nothing"}')).toBeCloseTo(7200, -2);
    expect(after.get('shop_database_up')).toBe(1);
  });

  test('are named by Prometheus’s rules: only a counter is a total', async () => {
    const text = await (await fetchMetrics()).text();
    const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => ({
      name,
      kind,
    }));
    expect(kinds.length).toBeGreaterThan(20);
    const isMisnamed = (name: string, kind: string) =>
      name.endsWith('_total') ? kind !== 'counter' : name.endsWith(`_${kind}`);
    expect(kinds.filter(({ name, kind }) => isMisnamed(name!, kind!))).toEqual([]);
    // If Prometheus' own tool is installed, it checks the text.
    expect(promtool(['check', 'metrics'], text)).toBe('');
  });

  test('are served at one address and nowhere else, least of all on the shop’s own port', async () => {
    expect((await fetchMetrics()).headers.get('content-type')).toContain('text/plain');
    expect((await fetchMetrics('/')).status).toBe(404);
    expect((await fetchMetrics('/metrics', 'POST')).status).toBe(404);
    expect((await shop.app.inject('/metrics')).statusCode).toBe(404);
  });

  test('of a process continue while its database is down', async () => {
    await shop.owner.query('alter table pgboss.job rename to gone');
    try {
      const away = await values();
      expect(away.get('shop_database_up')).toBe(0);
      expect(away.get('shop_jobs_open{job="send-mail"}')).toBeUndefined();
      expect(away.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    } finally {
      await shop.owner.query('alter table pgboss.gone rename to job');
    }
  });
});

describe('the daily audit', () => {
  const audit = async () => {
    const jobs = await startJobs(shop.context);
    await expect
      .poll(async () => {
        const { rows } = await shop.owner.query<{ state: string }>(
          `select state, output from pgboss.job where name = 'audit' and state in ('completed', 'retry', 'failed')`,
        );
        return rows;
      })
      .toHaveLength(1);
    await jobs.stop();
    const { rows } = await shop.owner.query<{ state: string; output: Record<string, unknown> }>(
      `delete from pgboss.job where name = 'audit' returning state, output`,
    );
    return rows[0]!;
  };

  test('finds nothing in a shop without broken invariants', async () => {
    const { state, output } = await audit();
    expect(state).toBe('completed');
    expect(output['done']).toBeGreaterThan(20);
    expect(output['failed']).toBe(0);
  });

  test.for([
    [19, 0],
    [21, 1],
  ])('that found nothing %i hours ago runs again: %i', async ([hours, times]) => {
    await shop.owner.query(
      `insert into pgboss.job (name, state, completed_on, policy, output)
       values ('audit', 'completed', now() - make_interval(hours => $1), 'exclusive', '{"done": 9, "failed": 0}')`,
      [hours],
    );
    const { done, failed } = await auditDaily(shop.context, new AbortController().signal);
    await shop.owner.query(`delete from pgboss.job where name = 'audit'`);
    expect(failed).toBe(0);
    expect(Math.sign(done)).toBe(times);
  });

  test('fails where operators look if an invariant is broken', async () => {
    const user = await shop.signUp(5);
    const client = await shop.owner.connect();
    await client.query(`set session_replication_role = replica`);
    await client.query('update ledger_accounts set balance = balance + 1 where owner_id = $1', [
      user.userId,
    ]);
    const { state, output } = await audit();
    await client.query('update ledger_accounts set balance = balance - 1 where owner_id = $1', [
      user.userId,
    ]);
    client.release(true);
    expect(state).toBe('retry');
    expect(JSON.stringify(output)).toContain('1 of ');
  });
});

test('the deployed rules and the dashboard use only existing metrics', async () => {
  const served = await (await fetchMetrics()).text();
  for (const file of ['rules.yaml', 'dashboard.json']) {
    const text = await readFile(
      new URL(`../../../deploy/prometheus/${file}`, import.meta.url),
      'utf8',
    );
    const asked = text.match(/\b(?:shop|nodejs|process)_[a-z0-9_]+/g)!;
    const names = new Set(asked.map((name) => name.replace(/_(bucket|count|sum)$/, '')));
    expect(names.size).toBeGreaterThan(5);
    expect([...names].filter((name) => !served.includes(`# TYPE ${name} `))).toEqual([]);
    const named = (label: string) =>
      [...text.matchAll(new RegExp(`\\b${label}=\\\\?"([^"\\\\]+)`, 'g'))].map(
        (found) => found[1]!,
      );
    const vital = new Set(Object.values<Endpoint>(ENDPOINTS).map((row) => row.vital as string));
    expect(named('vital').length).toBeGreaterThan(0);
    expect(named('vital').filter((what) => !vital.has(what))).toEqual([]);
    const kinds = new Set<string>(JOURNAL_KINDS);
    expect(named('kind').length).toBeGreaterThan(0);
    expect(named('kind').filter((kind) => !kinds.has(kind))).toEqual([]);
  }
});
