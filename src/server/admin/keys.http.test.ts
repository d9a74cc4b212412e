// Tests API keys: how they are made, shown and revoked, from where they may be used, and under which name they act. What
// each right covers is tested in `roles.http.test.ts`.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { listApiKeys } from '#contract/admin-keys.ts';
import type { AuditEntry } from '#contract/audit-log.ts';
import { callerOfKey, type KeyRight } from '#domain/access.ts';
import { CALLS_OF_KEY } from '#domain/throttle.ts';
import type * as z from 'zod/mini';
import { buildApp } from '../app.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { inTransaction } from '#engine/database.ts';
import { madeKey, type TestKey } from '../../testing/api-keys.ts';
import { callApp, useTestApp, type ShopResponse, type SignedIn } from '../../testing/app.ts';
import { AUTH_SECRET } from '../../testing/process.ts';
import { ownerOfCards, shipped } from '../../testing/shipments.ts';
import { workImports } from '../imports/work-imports.ts';
import { stockPackType } from '../../testing/stock.ts';

type Keys = z.input<typeof listApiKeys.reply>;

const shop = useTestApp({}, { cards: true });
const limited = useTestApp({ RATE_LIMITS: 'on' });
let admin: SignedIn;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});

const make = (rights: KeyRight[], more: Parameters<typeof madeKey>[3] = {}) =>
  madeKey(shop, admin, rights, more);
const tryToMake = (body: object) => shop.call('POST', '/admin/keys', { as: admin, body });
const revoke = (id: string) => shop.call('DELETE', `/admin/keys/${id}`, { as: admin });
const codeOf = ({ status, body }: ShopResponse<unknown>) => [status, body.error?.code];
const parcels = async ({ as }: TestKey) =>
  codeOf(await shop.call('GET', '/admin/shipments', { as }));

async function listed(id: string): Promise<Keys['keys'][number] | undefined> {
  const { body } = await shop.call<Keys>('GET', '/admin/keys?limit=100', { as: admin });
  return body.data.keys.find((one) => one.id === id);
}

const ADMITTED = [200, undefined];
const REFUSED = [401, 'UNAUTHORIZED'];

describe('a key', () => {
  test('is shown once, and the database has only a hash of its secret', async () => {
    const { id, key } = await make(['packing:read', 'catalogue:read', 'catalogue:write'], {
      name: 'Stock sync',
      networks: ['10.1.2.3/8', '2001:db8::1'],
    });
    expect(key).toMatch(/^fafk_[0-9a-f]{80}$/);
    expect(await listed(id)).toEqual({
      id,
      name: 'Stock sync',
      beginning: key.slice(0, 13),
      rights: ['packing:read', 'catalogue:write'],
      networks: ['10.0.0.0/8', '2001:db8::1/128'],
      madeBy: admin.email,
      madeAt: expect.any(String),
      endsAt: expect.any(String),
      state: 'active',
      lastUsedAt: null,
      lastUsedFrom: null,
    });
    const secret = key.slice(-48);
    for (const table of ['api_keys', 'users', 'audit_log', 'idempotency_keys']) {
      const { rows } = await shop.owner.query(
        `select from ${table} t where position($1 in t::text) > 0`,
        [secret],
      );
      expect([table, rows]).toEqual([table, []]);
    }
  });

  test('lasts twelve months unless another end is given, and is refused after its end', async () => {
    const months = (from: string, to: string) =>
      Math.round((Date.parse(to) - Date.parse(from)) / (30.4 * 86_400_000));
    const usual = (await listed((await make(['packing:read'])).id))!;
    expect(months(usual.madeAt, usual.endsAt)).toBe(12);
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    const key = await make(['packing:read'], { endsAt });
    expect((await listed(key.id))!.endsAt).toBe(endsAt);
    expect(await parcels(key)).toEqual(ADMITTED);
    await shop.owner.query('update api_keys set ends_at = now() where id = $1', [key.id]);
    expect(await parcels(key)).toEqual(REFUSED);
    expect((await listed(key.id))!.state).toBe('ended');
  });

  test('ends at once in all processes when it is revoked, and its name is free again', async () => {
    const elsewhere = await buildApp(shop.context, null, { cachedMs: 0 });
    const key = await make(['packing:read'], { name: 'Labels' });
    const parcelsElsewhere = async () =>
      codeOf(await callApp(elsewhere, 'GET', '/admin/shipments', { as: key.as }));
    expect([await parcels(key), await parcelsElsewhere()]).toEqual([ADMITTED, ADMITTED]);
    const twice = await tryToMake({ name: 'labels', rights: ['packing:read'] });
    expect(codeOf(twice)).toEqual([400, 'VALIDATION_ERROR']);
    expect(twice.body.error.message).toBe('A key has this name already. Revoke it first.');

    expect((await revoke(key.id)).status).toBe(200);
    expect([await parcels(key), await parcelsElsewhere()]).toEqual([REFUSED, REFUSED]);
    await elsewhere.close();
    expect((await listed(key.id))!.state).toBe('revoked');
    expect(codeOf(await revoke(key.id))).toEqual([404, 'NOT_FOUND']);
    expect(await parcels(await make(['packing:read'], { name: 'Labels' }))).toEqual(ADMITTED);
  });

  test('that is revoked while it works writes nothing any more', async () => {
    const { id } = await make(['packing:write']);
    const write = () =>
      inTransaction(shop.context.db, (db) =>
        recordAuditEntry({ ...shop.context, db }, callerOfKey(id, ['packing']), {
          action: 'move_shipment',
          subject: { kind: 'shipment', id: 'none' },
        }),
      );
    await expect(write()).resolves.toBeUndefined();
    await revoke(id);
    await expect(write()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test.each([
    ['a made-up one', (key: string) => `${key.slice(0, -48)}${'0'.repeat(48)}`],
    ['one of another key', (key: string) => `fafk_${'0'.repeat(32)}${key.slice(-48)}`],
    ['one that is cut off', (key: string) => key.slice(0, -1)],
  ])('with a changed text is refused: %s', async (_what, changed) => {
    const { key } = await make(['packing:read']);
    const headers = { authorization: `Bearer ${changed(key)}` };
    expect(codeOf(await shop.call('GET', '/admin/shipments', { headers }))).toEqual(REFUSED);
  });

  test.each([
    ['without a name', { name: ' ', rights: ['packing:read'] }],
    ['with the address of a person as its name', { name: 'a@b.example', rights: ['packing:read'] }],
    ['without rights', { name: 'Nothing', rights: [] }],
    ['with a right that does not exist', { name: 'All', rights: ['all:write'] }],
    ['that has ended', { name: 'Past', rights: ['packing:read'], endsAt: '2020-01-01T00:00:00Z' }],
    ['with a wrong network', { name: 'Net', rights: ['packing:read'], networks: ['10.0.0.0/33'] }],
  ])('%s is not made', async (_what, body) => {
    expect(codeOf(await tryToMake(body))).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('shows its last use, which is noted at most once a minute', async () => {
    const key = await make(['packing:read']);
    expect(await parcels(key)).toEqual(ADMITTED);
    const first = (await listed(key.id))!;
    expect(first).toMatchObject({ lastUsedAt: expect.any(String), lastUsedFrom: '127.0.0.1' });
    await parcels(key);
    expect((await listed(key.id))!.lastUsedAt).toBe(first.lastUsedAt);
    await shop.owner.query(
      `update api_keys set last_used_at = last_used_at - interval '61 seconds' where id = $1`,
      [key.id],
    );
    await parcels(key);
    expect(Date.parse((await listed(key.id))!.lastUsedAt!)).toBeGreaterThanOrEqual(
      Date.parse(first.lastUsedAt!),
    );
  });

  test('works only in its networks', async () => {
    const key = await make(['packing:read'], { networks: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = async (remoteAddress: string) =>
      (
        await shop.app.inject({
          url: '/api/admin/shipments',
          remoteAddress,
          headers: { authorization: `Bearer ${key.key}` },
        })
      ).statusCode;
    expect(await from('203.0.113.77')).toBe(200);
    expect(await from('::ffff:203.0.113.77')).toBe(200);
    expect(await from('2001:db8:7::1')).toBe(200);
    expect(await from('203.0.114.1')).toBe(403);
    expect(await from('2001:db9::1')).toBe(403);
    expect(await parcels(key)).toEqual([403, 'FORBIDDEN']);
  });
});

describe('what a key does', () => {
  test('shows its name, in the audit log and where it was done', async () => {
    const key = await make(['packing:write'], { name: 'Packing robot' });
    const name = `Packing robot (${key.key.slice(0, 13)})`;
    const { user, items } = await ownerOfCards(
      shop,
      await stockPackType(shop.context, { packs: 2 }),
    );
    const parcel = await shipped(shop, user, items.slice(0, 1));
    const path = `/admin/shipments/${parcel.id}`;
    const packed = await shop.call('PATCH', path, { as: key.as, body: { status: 'packed' } });
    expect(packed.body.data).toMatchObject({ status: 'packed', fee: null });
    const note = { as: key.as, body: { text: 'Packed by machine 2' } };
    expect((await shop.call('POST', `${path}/notes`, note)).status).toBe(200);

    const { body } = await shop.call<{ entries: AuditEntry[] }>(
      'GET',
      `/admin/audit-log?actor=${key.id}`,
      { as: admin },
    );
    const actor = { id: key.id, email: name, isKey: true };
    expect(body.data.entries).toMatchObject([
      { action: 'write_note', actor },
      { action: 'move_shipment', actor, after: { status: 'packed' } },
    ]);
    const timeline = await shop.call('GET', `${path}/timeline`, { as: admin });
    expect(JSON.stringify(timeline.body.data)).toContain(`"${name}"`);

    const cancel = await shop.call('PATCH', path, { as: key.as, body: { status: 'cancelled' } });
    expect(codeOf(cancel)).toEqual([403, 'FORBIDDEN']);
    type Results = { results: { error: { code: string } }[] };
    const move = { items: [{ id: parcel.id }], status: 'cancelled' };
    const moved = await shop.call<Results>('POST', '/admin/shipments/move', {
      as: key.as,
      body: move,
    });
    expect(moved.body.data.results).toMatchObject([{ error: { code: 'FORBIDDEN' } }]);
  });

  test('is repeated by its own Idempotency-Keys, not by those of other keys', async () => {
    const [one, other] = [await make(['money:write']), await make(['money:write'])];
    const code = (as: SignedIn, key: string, name = 'BYKEY') =>
      shop.call('POST', '/admin/discount-codes', { as, key, body: { code: name, percent: 5 } });
    const first = await code(one.as, 'same');
    expect(first.status).toBe(200);
    expect((await code(one.as, 'same')).body).toEqual(first.body);
    expect(codeOf(await code(one.as, 'same', 'OTHER'))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(codeOf(await code(other.as, 'same'))).toEqual([409, 'DISCOUNT_CODE_EXISTS']);
  });

  test('is no import of people, which may give credits, whatever the key’s rights', async () => {
    const file = Buffer.from('email\nmira@example.test\n').toString('base64');
    const { as } = await make(['catalogue:write', 'money:write']);
    const body = { kind: 'people', fileName: 'people.csv', file };
    const started = await shop.call('POST', '/admin/imports', { as, body });
    expect(codeOf(started)).toEqual([403, 'FORBIDDEN']);
  });
});

describe('an import that a key applies', () => {
  async function applied(meanwhile: (id: string) => Promise<unknown>) {
    const packTypeId = await stockPackType(shop.context, { packs: 1 });
    const key = await make(['catalogue:write']);
    const call = (path: string, body: object) =>
      shop.call<{ id: string }>('POST', `/admin/imports${path}`, { as: key.as, body });
    const work = () => workImports(shop.context, new AbortController().signal);
    const file = Buffer.from(`id,price\n${packTypeId},13.37\n`).toString('base64');
    const started = await call('', { kind: 'prices', fileName: 'prices.csv', file });
    const { id } = started.body.data;
    await work();
    await call(`/${id}/apply`, { mode: 'all', acceptWarnings: true });
    await meanwhile(key.id);
    await work();
    const { rows } = await shop.owner.query<{ state: string }>(
      'select state from imports where id = $1',
      [id],
    );
    const type = await shop.call<{ price: number }>('GET', `/admin/pack-types/${packTypeId}`, {
      as: admin,
    });
    return [rows[0]!.state, type.body.data.price === 13.37];
  }

  test('is done in its name', async () => {
    expect(await applied(() => Promise.resolve())).toEqual(['done', true]);
  });

  test('stops if the key is revoked meanwhile', async () => {
    expect(await applied(revoke)).toEqual(['stopped', false]);
  });
});

describe('a key is nobody', () => {
  test('to what is public, even if it is revoked', async () => {
    const key = await make(['owner:write']);
    const { rows } = await shop.owner.query<{ id: string }>('select id from cards limit 1');
    const card = () => shop.call<object>('GET', `/cards/${rows[0]!.id}`, { as: key.as });
    const seen = await card();
    expect(seen.status).toBe(200);
    expect(seen.body.data).toEqual(
      (await shop.call<object>('GET', `/cards/${rows[0]!.id}`)).body.data,
    );
    await revoke(key.id);
    expect((await card()).status).toBe(200);
  });

  test('among people: it is not listed, found, signed in, credited or written about', async () => {
    const { id } = await make(['owner:write'], { name: 'Nobody' });
    const as = admin;
    const get = async (path: string) =>
      JSON.stringify((await shop.call('GET', path, { as })).body.data);
    for (const path of [
      '/admin/users?limit=100',
      '/admin/users?search=Nobody',
      `/admin/users?search=${id}`,
      '/admin/users.csv',
      '/admin/search/money?search=Nobody',
      '/admin/staff',
    ]) {
      expect([path, (await get(path)) ?? ''].join()).not.toMatch(/Nobody \(|Nobody"/);
    }
    const people = [
      ['GET', `/admin/users/${id}`, undefined],
      ['PATCH', `/admin/users/${id}`, { role: 'admin' }],
      ['POST', `/admin/users/${id}/lock`, { reason: 'x' }],
      ['POST', `/users/credits?userId=${id}`, { amount: 5, reason: 'x' }],
      ['POST', `/admin/users/${id}/notes`, { text: 'x' }],
    ] as const;
    for (const [method, path, body] of people) {
      const { status } = await shop.call(method, path, { as, body });
      expect([path, status]).toEqual([path, 404]);
    }
    const { rows } = await shop.owner.query<{ email: string }>(
      'select email from users where id = $1',
      [id],
    );
    const signIn = { email: rows[0]!.email, password: '' };
    const { status } = await shop.call('POST', '/auth/login', { body: signIn });
    expect(status).toBe(400);
    const accounts = await shop.owner.query('select from ledger_accounts where owner_id = $1', [
      id,
    ]);
    expect(accounts.rowCount).toBe(0);
  });
});

describe('limits', () => {
  test('are a key’s own, and each response says how much is left', async () => {
    const owner = await limited.signUp({ role: 'admin' });
    const [busy, calm] = [
      await madeKey(limited, owner, ['packing:read']),
      await madeKey(limited, owner, ['packing:read']),
    ];
    const call = ({ as }: TestKey, path = '/admin/shipments') => limited.call('GET', path, { as });
    const leftIn = ({ headers }: ShopResponse<unknown>) =>
      /^"key";r=(\d+);t=(\d+)$/.exec(String(headers['ratelimit']))!.slice(1).map(Number);
    const first = await call(busy);
    expect(first.headers['ratelimit-policy']).toBe('"key";q=600;w=60');
    expect(leftIn(first)).toEqual([CALLS_OF_KEY.most - 1, CALLS_OF_KEY.seconds]);
    // A call that the key may not make counts, too.
    expect(leftIn(await call(busy, '/admin/orders'))[0]).toBe(CALLS_OF_KEY.most - 2);

    await limited.owner.query(
      `update throttle_counters set count = $1 where rule = 'calls_of_key'`,
      [CALLS_OF_KEY.most - 1],
    );
    expect(leftIn(await call(busy))[0]).toBe(0);
    const refused = await call(busy);
    expect(codeOf(refused)).toEqual([429, 'RATE_LIMITED']);
    const [left, seconds] = leftIn(refused);
    expect([left, Number(refused.headers['retry-after'])]).toEqual([0, seconds]);
    expect((await call(calm)).status).toBe(200);
    expect(
      (await limited.call('GET', '/admin/shipments', { as: owner })).headers,
    ).not.toHaveProperty('ratelimit');
  });
});

describe('in production', () => {
  const real = useTestApp({
    NODE_ENV: 'production',
    AUTH_SECRET,
    REQUIRE_VERIFIED_EMAIL: 'off',
    PUBLIC_URL: 'https://shop.example',
    RATE_LIMITS: 'on',
  });

  test('a key works without a second factor, and only an admin who has one makes it', async () => {
    const owner = await real.signUp({ role: 'admin' });
    const body = { name: 'Reports', rights: ['support:read'] };
    const refused = await real.call('POST', '/admin/keys', { as: owner, body });
    expect(codeOf(refused)).toEqual([403, 'TWO_FACTOR_REQUIRED']);
    await real.owner.query(
      `insert into two_factors (user_id, sealed_secret, created_at, confirmed_at) values ($1, 'x', now(), now())`,
      [owner.userId],
    );
    const key = await madeKey(real, owner, ['support:read']);
    expect((await real.call('GET', '/admin/orders', { as: key.as })).status).toBe(200);
    expect(codeOf(await real.call('GET', `/admin/users/${randomUUID()}`, { as: key.as }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });
});
