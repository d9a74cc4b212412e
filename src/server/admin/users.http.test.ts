import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { UserDetail, UserSummary } from '#contract/admin-users.ts';
import type { AuditEntry } from '#contract/audit-log.ts';
import { dayOf } from '#domain/day.ts';
import { giveRole, useTestApp, verifyAddress, type SignedIn } from '../../testing/app.ts';

const shop = useTestApp();
let admin: SignedIn;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});

type List = { users: UserSummary[]; pagination: { total: number } };

async function found(query: string): Promise<string[]> {
  const { status, body } = await shop.call<List>('GET', `/admin/users?${query}`, { as: admin });
  expect(status).toBe(200);
  return body.data.users.map((one) => one.id);
}

async function newestAuditEntry(subject: string): Promise<AuditEntry | undefined> {
  const { body } = await shop.call<{ entries: AuditEntry[] }>(
    'GET',
    `/admin/audit-log?subject=${subject}`,
    { as: admin },
  );
  return body.data.entries[0];
}

const isRefused = (response: { status: number; body: { error: { code: string } } }) => [
  response.status,
  response.body.error?.code,
];

describe('the list of users', () => {
  test('is in the order that an admin chooses, and is saved as it is shown', async () => {
    const word = `sorted${Math.random().toString(36).slice(2, 8)}`;
    const people: string[] = [];
    for (const letter of ['b', 'á', 'c']) {
      const person = await shop.signUp();
      await shop.owner.query(`update users set email = $2, full_name = $3 where id = $1`, [
        person.userId,
        `${letter}-${word}@example.test`,
        `=${letter} ${word}`,
      ]);
      people.push(person.userId);
    }
    const [b, a, c] = people;
    for (const [sort, order] of [
      ['email', [a, b, c]],
      ['-email', [c, b, a]],
      ['joined', [b, a, c]],
      ['-joined', [c, a, b]],
    ] as const) {
      expect(await found(`search=${word}&sort=${sort}`)).toEqual(order);
    }
    const all = await found('sort=email&limit=100');
    expect(all.filter((id) => people.includes(id))).toEqual([a, b, c]);
    const file = async (query: string) => {
      const path = `/admin/users.csv?${query}`;
      const { status, body } = await shop.call<string>('GET', path, { as: admin });
      expect(status).toBe(200);
      return body.data.split('\r\n').slice(0, -1);
    };
    const asked = `search=${word}&sort=email&columns=email,name`;
    expect(await file(asked)).toEqual([
      'E-mail,Name',
      `á-${word}@example.test,'=á ${word}`,
      `b-${word}@example.test,'=b ${word}`,
      `c-${word}@example.test,'=c ${word}`,
    ]);
    // The audit log says who exported the list, and not what they searched for.
    const { rows } = await shop.owner.query(
      `select actor_id, after from audit_log where action = 'export_users' order by id desc limit 1`,
    );
    const after = { role: null, state: null, isSearch: true, columns: ['email', 'name'] };
    expect(rows).toEqual([{ actor_id: admin.userId, after }]);
    const whole = await file('sort=-email');
    expect(whole[0]).toBe('E-mail,Name,Username,Role,Two-factor,Joined,State');
    expect(whole.length - 1).toBe((await found('limit=100')).length);
  });
});

describe('finding users', () => {
  test('an admin finds a user by the beginning of the address, the username or a word of the name, and by the id', async () => {
    const word = `quill${Math.random().toString(36).slice(2, 8)}`;
    const person = await shop.signUp();
    await shop.owner.query(
      `update users set email = $2 || '@example.test', username = 'x' || $2 || '_y', full_name = 'Ada Maria von ' || upper($2)
       where id = $1`,
      [person.userId, word],
    );
    for (const search of [
      word,
      word.slice(0, -1),
      word.toUpperCase(),
      `x${word}_`,
      `ada maria von ${word}`,
      `maria von ${word}`,
      `von ${word}`,
    ]) {
      expect(await found(`search=${encodeURIComponent(search)}`)).toEqual([person.userId]);
    }
    expect(await found('search=Maria')).toContain(person.userId);
    // A search for the middle part of a word finds nothing.
    expect(await found(`search=${word.slice(1)}`)).toEqual([]);
    expect(await found(`search=${person.userId}`)).toEqual([person.userId]);
    expect(await found(`search=${word}%25nobody`)).toEqual([]);
    expect(await found('search=qu&limit=100')).toContain(person.userId);
  });

  test('an admin finds users without their accents, and with any typed accents, case and apostrophes', async () => {
    const word = Math.random().toString(36).slice(2, 8);
    const person = await shop.signUp();
    await shop.owner.query(
      `update users set email = 'élodie' || $2 || '@example.test', username = 'Ægir' || $2, full_name = 'Zoë Côté' || $2 || ' O’Brien Łuk' || $2
       where id = $1`,
      [person.userId, word],
    );
    const everyone = await shop.signUp();
    await shop.owner.query(`update users set full_name = 'Ann Cote' || $2 where id = $1`, [
      everyone.userId,
      word,
    ]);
    for (const search of [
      `elodie${word}@ex`,
      `ÉLODIE${word}`,
      `aegir${word}`,
      `zoe cote${word} o'b`,
      `ZOË CÔTÉ${word}`,
      `luk${word}`,
      `o'brien luk${word}`,
    ]) {
      expect([search, ...(await found(`search=${encodeURIComponent(search)}`))]).toEqual([
        search,
        person.userId,
      ]);
    }
    for (const search of [`cote${word}`, `Côté${word}`, `COTE${word}`, `CÔTÉ${word}`]) {
      expect([search, ...(await found(`search=${encodeURIComponent(search)}`))]).toEqual([
        search,
        everyone.userId,
        person.userId,
      ]);
    }
    expect(await found('search=cot&limit=100')).toContain(person.userId);
  });

  test('the list is newest first, and can be filtered by role and by the account’s state', async () => {
    const older = await shop.signUp();
    const newer = await shop.signUp();
    expect((await found('')).slice(0, 2)).toEqual([newer.userId, older.userId]);
    expect(await found('role=admin')).toEqual([admin.userId]);
    await shop.owner.query('update users set deletion_due_at = now() where id = $1', [
      older.userId,
    ]);
    expect(await found('state=leaving')).toEqual([older.userId]);
    expect(await found('state=active')).not.toContain(older.userId);
    expect(await found('state=erased')).toEqual([]);
  });

  test('a user’s detail shows their possessions and sessions, and no secret', async () => {
    const person = await shop.signUp(12.5);
    const { status, body } = await shop.call<UserDetail>('GET', `/admin/users/${person.userId}`, {
      as: admin,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      email: person.email,
      balance: 12.5,
      boughtCredits: 0,
      orders: 0,
      unopenedPacks: 0,
      cards: 0,
      shipments: 0,
      state: 'active',
      twoFactorEnabled: false,
    });
    expect(body.data.sessions).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/password|secret|hash/i);
    const nobody = await shop.call('GET', `/admin/users/${randomUUID()}`, { as: admin });
    expect(isRefused(nobody)).toEqual([404, 'USER_NOT_FOUND']);
  });
});

describe('locking', () => {
  test('a locked user is signed out at once and can’t sign in until they are unlocked', async () => {
    const person = await shop.signUp();
    const path = `/admin/users/${person.userId}`;
    const lock = (reason?: string) =>
      shop.call<UserDetail>('POST', `${path}/lock`, { as: admin, body: { reason } });
    expect(isRefused(await lock())).toEqual([400, 'VALIDATION_ERROR']);
    const locked = await lock('Stolen cards');
    expect([locked.status, locked.body.data.state, locked.body.data.sessions]).toEqual([
      200,
      'locked',
      [],
    ]);
    expect((await shop.call('GET', '/users/profile', { as: person })).status).toBe(401);
    const login = { email: person.email, password: 'correct horse' };
    expect(isRefused(await shop.call('POST', '/auth/login', { body: login }))).toEqual([
      403,
      'ACCOUNT_LOCKED',
    ]);
    expect(await newestAuditEntry(person.userId)).toMatchObject({
      action: 'lock_user',
      actor: { id: admin.userId },
      after: { reason: 'Stolen cards', sessionsEnded: 1 },
    });
    expect(isRefused(await lock('Again'))).toEqual([409, 'INVALID_TRANSITION']);

    const unlock = () =>
      shop.call('POST', `${path}/unlock`, { as: admin, body: { reason: 'It was a mistake' } });
    expect((await unlock()).status).toBe(200);
    expect((await shop.call('POST', '/auth/login', { body: login })).status).toBe(200);
    // Unlocking the account does not revive the session that the lock ended.
    expect((await shop.call('GET', '/users/profile', { as: person })).status).toBe(401);
    expect(isRefused(await unlock())).toEqual([409, 'INVALID_TRANSITION']);
  });

  test('an unknown user can’t be locked or unlocked', async () => {
    for (const action of ['lock', 'unlock']) {
      const response = await shop.call('POST', `/admin/users/${randomUUID()}/${action}`, {
        as: admin,
        body: { reason: 'For a test' },
      });
      expect(isRefused(response)).toEqual([404, 'USER_NOT_FOUND']);
    }
  });

  test('a repeated key locks once', async () => {
    const person = await shop.signUp();
    const body = { reason: 'For a test' };
    const path = `/admin/users/${person.userId}/lock`;
    const first = await shop.call('POST', path, { as: admin, body, key: 'lock-1' });
    const again = await shop.call('POST', path, { as: admin, body, key: 'lock-1' });
    expect([again.status, again.body]).toEqual([200, first.body]);
  });
});

describe('roles', () => {
  test('an admin gives and takes roles, which take effect at the next call', async () => {
    const person = await shop.signUp();
    const path = `/admin/users/${person.userId}`;
    const give = (role: string) => shop.call('PATCH', path, { as: admin, body: { role } });
    const refused = await give('moderator');
    expect(isRefused(refused)).toEqual([409, 'INVALID_TRANSITION']);
    expect(refused.body.error?.message).toBe('Their e-mail address is not verified');
    await verifyAddress(shop, person);
    expect((await give('moderator')).status).toBe(200);
    expect((await shop.call('GET', '/admin/jobs', { as: person })).status).toBe(200);
    expect(await newestAuditEntry(person.userId)).toMatchObject({
      action: 'change_role',
      before: { role: 'user' },
      after: { role: 'moderator' },
    });
    expect((await give('user')).status).toBe(200);
    // A person who loses a right is signed out at once.
    expect((await shop.call('GET', '/admin/jobs', { as: person })).status).toBe(401);
    expect(isRefused(await give('owner'))).toEqual([400, 'VALIDATION_ERROR']);
    const nobody = `/admin/users/${randomUUID()}`;
    const response = await shop.call('PATCH', nobody, { as: admin, body: { role: 'user' } });
    expect(isRefused(response)).toEqual([404, 'USER_NOT_FOUND']);
  });

  test('nobody changes their own account here', async () => {
    const path = `/admin/users/${admin.userId}`;
    const reason = { reason: 'For a test' };
    for (const [method, below, body] of [
      ['PATCH', '', { role: 'user' }],
      ['POST', '/lock', reason],
      ['POST', '/unlock', reason],
      ['DELETE', '/two-factor', undefined],
    ] as const) {
      const response = await shop.call(method, path + below, { as: admin, body });
      expect(isRefused(response)).toEqual([409, 'INVALID_TRANSITION']);
    }
  });

  test('of two admins who take each other’s role at once, one remains', async () => {
    for (let round = 0; round < 5; round += 1) {
      const two = await Promise.all([shop.signUp(), shop.signUp()]);
      await shop.owner.query(`update users set role = 'user' where role = 'admin'`);
      await Promise.all(two.map((one) => giveRole(shop, one, 'admin')));
      const responses = await Promise.all(
        two.map((one, index) =>
          shop.call('PATCH', `/admin/users/${two[1 - index]!.userId}`, {
            as: one,
            body: { role: 'user' },
          }),
        ),
      );
      const { rows } = await shop.owner.query(
        `select count(*)::int as admins from users where role = 'admin'`,
      );
      await giveRole(shop, admin, 'admin');
      expect(rows[0].admins).toBe(1);
      // The slower admin is refused in either case: whether the shop checked their role before or after the faster
      // admin removed it.
      const [done, late] = responses.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(done).toBe(200);
      expect([401, 403, 409]).toContain(late);
    }
  });
});

describe('sessions and second factors', () => {
  test('an admin signs a user out everywhere', async () => {
    const person = await shop.signUp();
    const path = `/admin/users/${person.userId}/sessions`;
    const { body } = await shop.call<{ ended: number }>('DELETE', path, { as: admin });
    expect(body.data.ended).toBe(1);
    expect((await shop.call('GET', '/users/profile', { as: person })).status).toBe(401);
    expect(await newestAuditEntry(person.userId)).toMatchObject({ action: 'end_sessions' });
    const nobody = `/admin/users/${randomUUID()}/sessions`;
    expect(isRefused(await shop.call('DELETE', nobody, { as: admin }))).toEqual([
      404,
      'USER_NOT_FOUND',
    ]);
  });

  test('a lost second factor is removed, and its owner is notified and signed out', async () => {
    const person = await shop.signUp();
    const path = `/admin/users/${person.userId}/two-factor`;
    expect(isRefused(await shop.call('DELETE', path, { as: admin }))).toEqual([
      409,
      'INVALID_TRANSITION',
    ]);
    await shop.owner.query(
      `insert into two_factors (user_id, sealed_secret, confirmed_at, created_at) values ($1, 'x', now(), now())`,
      [person.userId],
    );
    const { status, body } = await shop.call<UserDetail>('DELETE', path, { as: admin });
    expect([status, body.data.twoFactorEnabled, body.data.sessions]).toEqual([200, false, []]);
    const mails = await shop.owner.query(
      `select 1 from mails where kind = 'two_factor_removed' and to_address = $1`,
      [person.email],
    );
    expect(mails.rowCount).toBe(1);
    expect(await newestAuditEntry(person.userId)).toMatchObject({ action: 'remove_two_factor' });
    const nobody = `/admin/users/${randomUUID()}/two-factor`;
    expect(isRefused(await shop.call('DELETE', nobody, { as: admin }))).toEqual([
      404,
      'USER_NOT_FOUND',
    ]);
  });
});

describe('the audit log', () => {
  test('can be filtered by operator, action, subject and time', async () => {
    const today = () => dayOf(new Date());
    const begunOn = today();
    const person = await shop.signUp();
    const body = { amount: 5, reason: 'A birthday' };
    const path = `/users/credits?userId=${person.userId}`;
    expect((await shop.call('POST', path, { as: admin, body })).status).toBe(200);
    const list = async (query: string) => {
      const { body } = await shop.call<{ entries: AuditEntry[] }>(
        'GET',
        `/admin/audit-log?${query}`,
        {
          as: admin,
        },
      );
      return body.data.entries.map((one) => [one.action, one.subject.id]);
    };
    const given = ['give_credits', person.userId];
    expect((await list(`subject=${person.userId}`))[0]).toEqual(given);
    expect((await list(`actor=${admin.userId}&action=give_credits`))[0]).toEqual(given);
    expect((await list(`from=${begunOn}&to=${today()}`))[0]).toEqual(given);
    expect(await list(`actor=${person.userId}`)).toEqual([]);
    expect(await list('to=2020-01-01')).toEqual([]);
  });
});
