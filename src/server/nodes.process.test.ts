// Tests two processes on one database, as behind a proxy that sends each request to either of them.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { toCents } from '#domain/money.ts';
import { useTestApp } from '../testing/app.ts';
import { holdClock } from '../testing/clock.ts';
import { retryWhileBusy } from '../testing/crowd.ts';
import { giveCredits } from '../testing/give-credits.ts';
import { startMailServer, type TestMailServer } from '../testing/mail-server.ts';
import { onDatabase, openShop, type ShopProcess } from '../testing/process.ts';
import { stockPackType } from '../testing/stock.ts';

const shop = useTestApp();
let mail: TestMailServer;
let nodes: [ShopProcess, ShopProcess];

beforeAll(async () => {
  mail = await startMailServer();
  await emptyDatabase(shop.url);
  nodes = await openTwo(shop.url, { SMTP_URL: mail.url });
});

afterAll(async () => {
  await closeAll(nodes);
  await mail.goAway();
});

/** Recreates the database at `url` without content. The processes then create what they need. */
async function emptyDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(`drop database ${name} with (force)`);
  await client.query(`create database ${name}`);
  await client.end();
}

function openTwo(
  url: string,
  environment: Record<string, string>,
): Promise<[ShopProcess, ShopProcess]> {
  const settings = onDatabase(url, { TRUST_PROXY: '1', RATE_LIMITS: 'on', ...environment });
  return Promise.all([openShop(settings), openShop(settings)]);
}

async function closeAll(processes: ShopProcess[]): Promise<void> {
  for (const { child } of processes) child.kill('SIGKILL');
  await Promise.all(processes.map(({ ended }) => ended));
}

type Said<Data> = { status: number; text: string; data: Data };

type Call = { body?: object; token?: string; key?: string; ip?: string };

/** Calls one of the two processes as the proxy does, which also passes on the caller's address. */
async function call<Data>(
  node: ShopProcess,
  method: string,
  path: string,
  { body, token, key, ip = '192.0.2.1' }: Call = {},
): Promise<Said<Data>> {
  const response = await fetch(`${node.address}/api${path}`, {
    method,
    headers: {
      'x-forwarded-for': ip,
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, data: (JSON.parse(text) as { data: Data }).data };
}

type Tokens = { access_token: string; refresh_token: string };
type Registered = Tokens & { email: string; userId: string };

let shoppers = 0;

async function register(node: ShopProcess, credits = 0): Promise<Registered> {
  const email = `${randomUUID()}@example.test`;
  shoppers += 1;
  const { data } = await call<Tokens & { user: { id: string } }>(node, 'POST', '/auth/register', {
    body: { email, password: 'correct horse' },
    ip: `198.51.100.${shoppers}`,
  });
  const userId = data.user.id;
  if (credits > 0) await giveCredits(shop.owner, [userId], toCents(credits * 100));
  return { ...data, email, userId };
}

function buy(node: ShopProcess, token: string, packId: string, key = randomUUID()) {
  const body = { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' };
  return call(node, 'POST', '/payments/purchase-with-balance', { body, token, key });
}

describe('with two processes on one database', () => {
  test('both are ready, although they started at once on an empty database', async () => {
    const ready = await Promise.all(nodes.map(({ address }) => fetch(`${address}/readyz`)));
    expect(ready.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('a user who signs in at one is known at the other, until they sign out at either', async () => {
    const [a, b] = nodes;
    const { access_token: token, refresh_token } = await register(a);
    expect((await call(b, 'GET', '/users/profile', { token })).status).toBe(200);
    const refreshed = await Promise.all(
      [a, b, a, b].map((node) =>
        call<Tokens>(node, 'POST', '/auth/refresh', { body: { refresh_token } }),
      ),
    );
    expect(refreshed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const successors = new Set(refreshed.map(({ data }) => data.refresh_token));
    expect(successors.size).toBe(1);
    await call(b, 'POST', '/auth/logout', { token, body: {} });
    expect((await call(a, 'GET', '/users/profile', { token })).status).toBe(401);
    expect((await call(b, 'GET', '/users/profile', { token })).status).toBe(401);
  });

  test('a visitor gets each public page from the cache of both, even while the database is down', async () => {
    const packId = await stockPackType(shop.context, { packs: 1 });
    const { rows: cards } = await shop.owner.query<{ id: string }>('select id from cards limit 1');
    const games = shop.context.settings.games().map(({ id }) => `/packs?game=${id}`);
    const things = [`/pack/${packId}`, `/card/${cards[0]!.id}`];
    for (const path of ['/', '/packs', ...games, '/cards', '/about', '/how-it-works', ...things])
      for (const { address } of nodes) {
        const { status, headers } = await fetch(`${address}${path}`);
        expect
          .soft([path, status, headers.get('cache-control')])
          .toEqual([path, 200, expect.stringContaining('public')]);
      }
  });

  test('a new process has the pages of its sitemap cached, so that the first visitor waits for no database', async () => {
    const packId = await stockPackType(shop.context, { packs: 1 });
    const third = await openShop(onDatabase(shop.url));
    const locker = await shop.owner.connect();
    try {
      await locker.query('begin; lock table pack_types in access exclusive mode');
      for (const path of ['/', '/about', `/pack/${packId}`]) {
        const { status } = await fetch(third.address + path, {
          signal: AbortSignal.timeout(5_000),
        });
        expect([path, status]).toEqual([path, 200]);
      }
    } finally {
      await locker.query('rollback');
      locker.release();
      await closeAll([third]);
    }
  });

  test('a limit counts the requests to both', async () => {
    await holdClock(shop);
    const asked = Array.from({ length: 16 }, (_, index) =>
      call(nodes[index % 2]!, 'POST', '/auth/check-email', {
        body: { email: `nobody-${index}@example.test` },
        ip: '203.0.113.9',
      }),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  });

  test('a purchase sent to both with one key happens once, with the same response', async () => {
    const packId = await stockPackType(shop.context, { packs: 4, purchaseLimit: null });
    const { access_token: token, userId } = await register(nodes[0], 100);
    const key = randomUUID();
    const responses = await Promise.all(
      [...nodes, ...nodes].map((node) => buy(node, token, packId, key)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    const { rows } = await shop.owner.query(
      'select from places where buyer_id = $1 and pack_type_id = $2',
      [userId, packId],
    );
    expect(rows).toHaveLength(1);
  });

  test('the last packs are sold once', async () => {
    const packId = await stockPackType(shop.context, { packs: 5, purchaseLimit: null });
    const buyers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => register(nodes[index % 2]!, 100)),
    );
    const responses = await Promise.all(
      buyers.map((buyer, index) =>
        retryWhileBusy(() => buy(nodes[(index + 1) % 2]!, buyer.access_token, packId)),
      ),
    );
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(5).fill(404)]);
  });

  test('each mail is sent once, and each job runs once at each of its times', async () => {
    mail.forget();
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, index) => register(nodes[index % 2]!)),
    );
    const sent = async () => {
      const { rows } = await shop.owner.query(
        `select from mails where user_id = any($1) and state = 'sent'`,
        [people.map(({ userId }) => userId)],
      );
      return rows.length;
    };
    await expect.poll(sent).toBe(people.length);
    const addresses = (await mail.received())
      .flatMap(({ to }) => to ?? [])
      .map(({ address }) => address!)
      .filter((address) => people.some(({ email }) => email === address));
    expect(addresses.toSorted()).toEqual(people.map(({ email }) => email).toSorted());
    const { rows } = await shop.owner.query<{ runs: number; times: number }>(
      `select count(*)::int as runs, count(distinct singleton_on)::int as times from pgboss.job
       where singleton_on is not null group by name`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(5);
    for (const { runs, times } of rows) expect(runs).toBe(times);
  });

  test('when one dies, the other continues with its shoppers and its work', async () => {
    const [a, b] = nodes;
    const { access_token: token } = await register(b);
    await closeAll([b]);
    expect((await call(a, 'GET', '/users/profile', { token })).status).toBe(200);
    mail.forget();
    const { email } = await register(a);
    await expect
      .poll(async () => (await mail.received()).map(({ to }) => to?.[0]?.address))
      .toContain(email);
  });
});
