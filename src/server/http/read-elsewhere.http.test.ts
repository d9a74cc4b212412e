// Where a replica is read and where not. A second database stands in for one that stands still: an empty shop, so that whoever is
// answered from it sees nothing. How far it has come is said by hand; that a real one streams is tried by `npm run drill -- replica`.
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import pg from 'pg';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { callApp, useTestApp, type SignedIn } from '../../testing/app.ts';
import { copyTemplate } from '../../testing/postgres.ts';
import { buildApp } from '../app.ts';
import { appUrlOf } from '../database/app-role.ts';
import { LAG_MOST_MS, openReplica, ReplicaAway, type Replica } from '../database/replica.ts';
import { collectMetrics } from '../metrics/collect.ts';
import { takeTimings } from '../metrics/timings.ts';
import { lagReadAnswered } from '../runtime/facts.ts';

const shop = useTestApp();
const name = `stale_${randomBytes(6).toString('hex')}`;
let stale: pg.Client;
let staleUrl: string;
let replica: Replica;
let [admin, colleague]: SignedIn[] = [];
/** What the stand-in says: how far it has come, or what is wrong with it. */
let replayed: () => Promise<{ system: string; at: number } | null>;
let written: number | 'as it is';
const told: (string | null)[] = [];

const rows = Object.values<Endpoint>(ENDPOINTS);
const LAGGING = rows.filter(({ mayLag }) => mayLag === true);
const QUERIES: Record<string, string> = {
  '/admin/orders.csv': '?from=2026-01-01&to=2026-12-31',
  '/admin/transactions.csv': '?from=2026-01-01&to=2026-12-31',
  '/admin/taxes.csv': '?from=2026-01&to=2026-12',
};

beforeAll(async () => {
  staleUrl = await copyTemplate(inject('postgresUrl')!, name);
  stale = new pg.Client({ connectionString: staleUrl });
  await stale.connect();
  [admin, colleague] = [await shop.signUp(), await shop.signUp()];
  await shop.owner.query(`update users set role = 'admin' where id = any ($1)`, [
    [admin.userId, colleague.userId],
  ]);
  lagReadAnswered.subscribe(({ from, why }) => told.push(from === 'replica' ? from : why));
});

beforeEach(async () => {
  [replayed, written] = [upToNow, 'as it is'];
  replica = openReplica({
    url: appUrlOf(staleUrl),
    clockOffsetMs: 0,
    primary: shop.context.db,
    positions: {
      written: async () => (written === 'as it is' ? now() : { system: 'ours', at: written }),
      replayed: () => replayed(),
    },
    looksByItself: false,
  });
  await replica.look();
  shop.context.replica = replica;
  told.length = 0;
  return async () => {
    shop.context.replica = null;
    await replica.close();
  };
});

afterAll(async () => {
  await stale.end();
  const server = new pg.Client({ connectionString: inject('postgresUrl')! });
  await server.connect();
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

/** Where the log of the real one is. */
async function now() {
  const { rows: found } = await shop.owner.query<{ at: string }>(
    `select (pg_current_wal_insert_lsn() - '0/0')::bigint as at`,
  );
  return { system: 'ours', at: Number(found[0]!.at) };
}

const upToNow = now;

/** A stand-in that comes no further from here. */
async function standStill(): Promise<void> {
  const at = await now();
  replayed = async () => at;
  await replica.look();
}

async function usersSeen(as: SignedIn | undefined, app = shop.app): Promise<number> {
  const { status, body } = await callApp<{ users: unknown[] }>(app, 'GET', '/admin/users', { as });
  expect(status).toBe(200);
  return body.data.users.length;
}

/** What an operator does: gives somebody credits. */
async function change(as: SignedIn | undefined): Promise<void> {
  const { status } = await shop.call('POST', '/users/credits', {
    as,
    key: randomUUID(),
    body: { userId: colleague!.userId, amount: 1, reason: 'For a test' },
  });
  expect(status).toBe(200);
}

describe('what an operator looks over', () => {
  test.for(LAGGING.map((row) => [row.path, row] as const))(
    'at %s is read from the replica, and writes nothing there',
    async ([path]) => {
      const { status } = await shop.call('GET', `${path}${QUERIES[path] ?? ''}`, { as: admin });
      expect([status, told]).toEqual([200, ['replica']]);
    },
  );

  test('is what the replica has, and all else is of the primary', async () => {
    expect(await usersSeen(admin)).toBe(0);
    const { status } = await shop.call('GET', `/admin/users/${admin!.userId}`, { as: admin });
    expect([status, told]).toEqual([200, ['replica']]);
  });

  test('is for operators alone, and only looked at', () => {
    for (const { method, audience, repeat, ready } of LAGGING) {
      expect([method, repeat, ready]).toEqual(['GET', 'none', undefined]);
      expect(['moderator', 'admin']).toContain(audience);
    }
  });
});

describe('what an operator just did', () => {
  test('is never missing: they read the primary until the replica has it, and others the replica', async () => {
    await standStill();
    await change(admin);
    expect(await usersSeen(admin)).toBe(2);
    expect(await usersSeen(colleague)).toBe(0);
    await replica.look();
    expect(await usersSeen(admin)).toBe(2);
    replayed = upToNow;
    await replica.look();
    expect(await usersSeen(admin)).toBe(0);
    expect(told).toEqual(['own change', 'replica', 'own change', 'replica']);
  });

  test('is known to every process', async () => {
    const other = openReplica({
      url: appUrlOf(staleUrl),
      clockOffsetMs: 0,
      primary: shop.context.db,
      positions: { written: now, replayed: () => replayed() },
      looksByItself: false,
    });
    // It has to have kept up once, or it can't say how far behind it is: others write to this server, too.
    await other.look();
    await standStill();
    await other.look();
    await change(admin);
    const app = await buildApp({ ...shop.context, replica: other });
    expect([await usersSeen(admin, app), await usersSeen(colleague, app)]).toEqual([2, 0]);
    await app.close();
    await other.close();
  });

  test('counts when it was refused, too: something may have been done all the same', async () => {
    await standStill();
    const { status } = await shop.call('POST', `/admin/jobs/${randomUUID()}/retry`, { as: admin });
    expect(status).toBe(404);
    expect(await usersSeen(admin)).toBe(2);
  });

  test('is not answered while nobody can be told of it', async () => {
    await shop.owner.query('alter table last_writes rename to gone');
    try {
      const { status } = await shop.call('POST', '/users/credits', {
        as: admin,
        key: randomUUID(),
        body: { userId: admin!.userId, amount: 1, reason: 'For a test' },
      });
      expect(status).toBe(500);
    } finally {
      await shop.owner.query('alter table gone rename to last_writes');
    }
  });

  test('costs shoppers nothing: of what they do no note is taken', async () => {
    const shopper = await shop.signUp();
    await shop.call('PUT', '/users/preferences', { as: shopper, body: {} });
    const { rows: noted } = await shop.owner.query('select 1 from last_writes where user_id = $1', [
      shopper.userId,
    ]);
    expect(noted).toEqual([]);
  });
});

test('operators see how the replica stands, and without one nothing', async () => {
  const shown = async () =>
    (await shop.call<object | null>('GET', '/admin/replica', { as: admin })).body.data;
  expect(await shown()).toEqual({
    state: 'follows',
    lagSeconds: expect.any(Number) as number,
    problem: null,
  });
  replayed = async () => null;
  await replica.look();
  expect(await shown()).toEqual({
    state: 'promoted',
    lagSeconds: null,
    problem: 'it follows no other database',
  });
  shop.context.replica = null;
  expect(await shown()).toBeNull();
});

test('the metrics say how far behind it is and where was read, and in a shop without one nothing', async () => {
  const pool = shop.context.db.client as pg.Pool;
  const timings = takeTimings();
  const metrics = collectMetrics(shop.context, pool, timings);
  const without = collectMetrics({ ...shop.context, replica: null }, pool, timings);
  await usersSeen(admin);
  const { text } = await metrics.read();
  expect(text).toContain('shop_replica_in_use{state="follows"} 1');
  expect(text).toMatch(/shop_replica_lag_seconds\{of="replica"\} 0\.\d/);
  expect(text).toContain('shop_lagging_reads_total{from="replica",why=""} 1');
  replayed = async () => null;
  await replica.look();
  expect((await metrics.read()).text).toContain('shop_replica_in_use{state="promoted"} 0');
  replayed = () => Promise.reject(new Error('connect ECONNREFUSED'));
  await replica.look();
  await usersSeen(admin);
  const later = (await metrics.read()).text;
  expect(later).toContain('shop_replica_in_use{state="away"} 0');
  expect(later).not.toContain('shop_replica_lag_seconds{');
  expect(later).toContain('shop_lagging_reads_total{from="primary",why="not read"} 1');
  expect((await without.read()).text).not.toMatch(/shop_replica_\w+\{/);
  metrics.stop();
  without.stop();
  timings.stop();
});

describe('a replica is not read, and the primary is', () => {
  /** Why it is away, once the primary answered in its place. */
  const problemOfIt = async () => {
    await replica.look();
    expect(await usersSeen(admin)).toBeGreaterThan(1);
    expect(told).toEqual(['not read']);
    return replica.standing();
  };
  const away = (problem: string) => ({ state: 'away', lagMs: null, problem });

  test('while it does not answer', async () => {
    replayed = () => Promise.reject(new Error('connect ECONNREFUSED'));
    expect(await problemOfIt()).toEqual(away('it does not answer'));
  });

  test('if it follows nobody, such as one that was made the primary', async () => {
    replayed = async () => null;
    expect(await problemOfIt()).toEqual({
      ...away('it follows no other database'),
      state: 'promoted',
    });
  });

  test('if it follows another database', async () => {
    replayed = async () => ({ system: 'theirs', at: 1 });
    expect(await problemOfIt()).toEqual(away('it follows another database than this shop’s'));
  });

  test('if it has what the primary has not, as it followed another', async () => {
    replayed = async () => ({ system: 'ours', at: Number.MAX_SAFE_INTEGER });
    await replica.look();
    expect(await problemOfIt()).toEqual(away('it has what the primary has not'));
  });

  test('if its login is the owner’s, who could see what is sealed', async () => {
    await replica.close();
    replica = openReplica({
      url: staleUrl,
      clockOffsetMs: 0,
      primary: shop.context.db,
      positions: { written: now, replayed: upToNow },
      looksByItself: false,
    });
    shop.context.replica = replica;
    expect(await problemOfIt()).toEqual(
      away('The database lets the shop in as somebody else than its own role'),
    );
  });

  test('while nobody knows how far behind it is, or it is too far behind', async () => {
    written = 2_000;
    replayed = async () => ({ system: 'ours', at: 1_000 });
    await replica.look();
    expect(replica.standing()).toMatchObject({ state: 'away' });
    // It had come to where the real one is: of which there is nothing left here.
    await replica.look();
    expect(replica.standing()).toEqual({ state: 'behind', lagMs: null, problem: null });
    expect(await usersSeen(admin)).toBeGreaterThan(1);
    replayed = async () => ({ system: 'ours', at: 2_000 });
    await replica.look();
    expect(replica.standing().state).toBe('follows');
    expect(replica.standing().lagMs).toBeLessThan(LAG_MOST_MS);
  });

  test('if it fails in the midst of it', async () => {
    await stale.query('alter table users rename to gone');
    try {
      expect(await usersSeen(admin)).toBeGreaterThan(1);
      expect(told).toEqual(['failed']);
    } finally {
      await stale.query('alter table gone rename to users');
    }
  });

  test('if it stands still in the midst of it: nobody waits for longer than it takes to notice', async () => {
    const waiting = replica.unlessAway(new Promise(() => {}));
    replayed = () => Promise.reject(new Error('connect ECONNREFUSED'));
    await Promise.all([replica.look(), expect(waiting).rejects.toThrow(ReplicaAway)]);
  });
});
