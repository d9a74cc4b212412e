// Users set a new password: with the old password, or with a code that the shop mails to their
// address.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useTestApp, verifyAddress, type SignedIn, type TestApp } from '../../testing/app.ts';
import { holdClock } from '../../testing/clock.ts';

const shop = useTestApp();
const strict = useTestApp({ PASSWORD_MIN: '8' });
const limited = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
const OLD = 'correct horse';
const NEW = 'battery staple';

const forgot = (email: string, app: TestApp = shop) =>
  app.call('POST', '/auth/forgot-password', { body: { email } });

const reset = (email: string, code: string, password = NEW, app: TestApp = shop) =>
  app.call('POST', '/auth/reset-password', { body: { email, code, password } });

const change = (as: SignedIn, currentPassword: string, newPassword = NEW, app: TestApp = shop) =>
  app.call('PUT', '/users/password', { as, body: { currentPassword, newPassword } });

async function login(email: string, password: string, app: TestApp = shop): Promise<SignedIn> {
  const { status, body } = await app.call<{
    access_token: string;
    refresh_token: string;
    user: { id: string };
  }>('POST', '/auth/login', { body: { email, password } });
  expect(status).toBe(200);
  return {
    userId: body.data.user.id,
    email,
    accessToken: body.data.access_token,
    refreshToken: body.data.refresh_token,
  };
}

const statusOfLogin = async (email: string, password: string, app: TestApp = shop) =>
  (await app.call('POST', '/auth/login', { body: { email, password } })).status;

const isSignedIn = async (user: SignedIn) =>
  (await shop.call('GET', '/users/profile', { as: user })).status === 200;

async function mailsTo(email: string, kind: string, app: TestApp = shop): Promise<string[]> {
  const { rows } = await app.owner.query<{ text: string }>(
    'select text from mails where to_address = $1 and kind = $2 order by created_at',
    [email, kind],
  );
  return rows.map((row) => row.text);
}

async function mailedCode(email: string, app: TestApp = shop): Promise<string> {
  const text = (await mailsTo(email, 'reset_password', app)).at(-1)!;
  return /^ {4}(\d{6})$/m.exec(text)![1]!;
}

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

async function lastUpdated(user: SignedIn): Promise<string | null> {
  const { body } = await shop.call<{ passwordChangedAt: string | null }>('GET', '/users/security', {
    as: user,
  });
  return body.data.passwordChangedAt;
}

describe('a forgotten password', () => {
  test('is replaced with a mailed code, which signs out every session and notifies the owner', async () => {
    const user = await shop.signUp();
    const elsewhere = await login(user.email, OLD);
    const asked = await forgot(user.email.toUpperCase());
    expect([asked.status, asked.body.data]).toEqual([200, null]);

    const response = await reset(user.email, await mailedCode(user.email));
    expect([response.status, response.body.data]).toEqual([200, null]);
    expect([await isSignedIn(user), await isSignedIn(elsewhere)]).toEqual([false, false]);
    expect(await statusOfLogin(user.email, OLD)).toBe(401);
    const back = await login(user.email, NEW);
    expect(Date.now() - Date.parse((await lastUpdated(back))!)).toBeLessThan(60_000);
    expect(await mailsTo(user.email, 'password_changed')).toHaveLength(1);
  });

  test('is replaced with a code that also verifies the address', async () => {
    const user = await shop.signUp();
    await forgot(user.email);
    await reset(user.email, await mailedCode(user.email));
    const profile = await shop.call<{ emailVerified: boolean }>('GET', '/users/profile', {
      as: await login(user.email, NEW),
    });
    expect(profile.body.data.emailVerified).toBe(true);
  });

  test('comes with a link that shows address and code only to the browser', async () => {
    const user = await shop.signUp();
    await forgot(user.email);
    const [text] = await mailsTo(user.email, 'reset_password');
    const link = new URL(/^http.*$/m.exec(text!)![0]);
    expect(link.pathname + link.search).toBe('/auth?mode=reset');
    const filled = new URLSearchParams(link.hash.slice(1));
    expect(filled.get('email')).toBe(user.email);
    expect((await reset(user.email, filled.get('code')!)).status).toBe(200);
  });

  test('of an unknown address gets the same response at the same speed, and no mail', async () => {
    const user = await shop.signUp();
    const nobody = `${randomUUID()}@example.test`;
    for (const email of [user.email, nobody]) {
      const begunAt = performance.now();
      const { status, body } = await forgot(email);
      // The shop delays its response, so that the response time does not reveal what the shop did.
      expect(performance.now() - begunAt).toBeGreaterThanOrEqual(295);
      expect([status, body.success, body.data]).toEqual([200, true, null]);
    }
    expect(await mailsTo(nobody, 'reset_password')).toEqual([]);
    const guess = await reset(nobody, '123456');
    expect([guess.status, guess.body.error.code]).toEqual([400, 'INVALID_CODE']);
  });

  test('requested twice in a minute is mailed once, with the same response', async () => {
    const user = await limited.signUp();
    const responses = [await forgot(user.email, limited), await forgot(user.email, limited)];
    expect(responses.map((response) => response.status)).toEqual([200, 200]);
    expect(await mailsTo(user.email, 'reset_password', limited)).toHaveLength(1);
    const code = await mailedCode(user.email, limited);
    expect((await reset(user.email, code, NEW, limited)).status).toBe(200);
  });

  test('of an account with an unverified address removes a second factor that somebody set up', async () => {
    const [squatted, proven] = [await shop.signUp(), await shop.signUp()];
    await verifyAddress(shop, proven);
    for (const user of [squatted, proven]) {
      await shop.owner.query(
        `insert into two_factors (user_id, sealed_secret, confirmed_at, created_at) values ($1, 'x', now(), now())`,
        [user.userId],
      );
      await shop.owner.query(
        `insert into recovery_codes (user_id, code_hash) values ($1, $1::uuid::text)`,
        [user.userId],
      );
      await forgot(user.email);
      expect((await reset(user.email, await mailedCode(user.email))).status).toBe(200);
    }
    expect(await statusOfLogin(squatted.email, NEW)).toBe(200);
    expect(await mailsTo(squatted.email, 'two_factor_off')).toHaveLength(1);
    const { rows } = await shop.owner.query('select user_id from recovery_codes');
    expect(rows).toEqual([{ user_id: proven.userId }]);
    const wanted = await shop.call('POST', '/auth/login', {
      body: { email: proven.email, password: NEW },
    });
    expect(wanted.body.error.code).toBe('TWO_FACTOR_REQUIRED');
  });

  test('accepts a code once', async () => {
    const user = await shop.signUp();
    await forgot(user.email);
    const code = await mailedCode(user.email);
    const responses = await Promise.all(Array.from({ length: 5 }, () => reset(user.email, code)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    const again = await reset(user.email, code);
    expect([again.status, again.body.error.code]).toEqual([400, 'INVALID_CODE']);
    expect(await mailsTo(user.email, 'password_changed')).toHaveLength(1);
  });

  test('accepts five tries, then even the right code is refused', async () => {
    const user = await shop.signUp();
    await forgot(user.email);
    const code = await mailedCode(user.email);
    for (let tried = 0; tried < 5; tried += 1) {
      expect((await reset(user.email, otherThan(code))).body.error.code).toBe('INVALID_CODE');
    }
    const sixth = await reset(user.email, code);
    expect([sixth.status, sixth.body.error.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(await statusOfLogin(user.email, OLD)).toBe(200);
  });

  test('accepts no code older than ten minutes', async () => {
    const user = await shop.signUp();
    await forgot(user.email);
    await shop.owner.query(
      `update one_time_codes set expires_at = expires_at - interval '10 minutes' where user_id = $1`,
      [user.userId],
    );
    const late = await reset(user.email, await mailedCode(user.email));
    expect([late.status, late.body.error.code]).toEqual([400, 'CODE_EXPIRED']);
  });

  test('accepts no code that was mailed for another purpose', async () => {
    const user = await shop.signUp();
    const [text] = await mailsTo(user.email, 'verify_email');
    const code = /^ {4}(\d{6})$/m.exec(text!)![1]!;
    expect((await reset(user.email, code)).body.error.code).toBe('INVALID_CODE');
    expect(await statusOfLogin(user.email, OLD)).toBe(200);
  });

  test('lets its owner in again from anywhere, after strangers had the account closed', async () => {
    const user = await limited.signUp();
    const from = (path: string, body: object, ip: string) =>
      limited.call('POST', path, { body, headers: { 'x-forwarded-for': ip } });
    await from('/auth/login', { email: user.email, password: 'wrong' }, '203.0.113.1');
    await limited.owner.query(
      `update throttle_counters set count = 100 where rule = 'failed_sign_ins'`,
    );
    const signIn = (password: string) =>
      from('/auth/login', { email: user.email, password }, '203.0.113.2');
    expect((await signIn(OLD)).body.error.code).toBe('ACCOUNT_LOCKED');
    await from('/auth/forgot-password', { email: user.email }, '203.0.113.2');
    const code = await mailedCode(user.email, limited);
    await from('/auth/reset-password', { email: user.email, code, password: NEW }, '203.0.113.2');
    expect((await signIn(NEW)).status).toBe(200);
  });
});

describe('a password', () => {
  test('is changed by a user who knows it; other devices are signed out and the owner is notified', async () => {
    const user = await shop.signUp();
    const elsewhere = await login(user.email, OLD);
    expect(await lastUpdated(user)).toBeNull();
    const response = await change(user, OLD);
    expect([response.status, response.body.data]).toEqual([200, null]);
    expect([await isSignedIn(user), await isSignedIn(elsewhere)]).toEqual([true, false]);
    const refreshed = await shop.call('POST', '/auth/refresh', {
      body: { refresh_token: elsewhere.refreshToken },
    });
    expect(refreshed.status).toBe(401);
    expect(await lastUpdated(user)).not.toBeNull();
    expect([await statusOfLogin(user.email, OLD), await statusOfLogin(user.email, NEW)]).toEqual([
      401, 200,
    ]);
    expect(await mailsTo(user.email, 'password_changed')).toHaveLength(1);
  });

  test('is not changed by a user who does not know it', async () => {
    const user = await shop.signUp();
    const response = await change(user, 'wrong');
    expect([response.status, response.body.error.code, response.body.error.message]).toEqual([
      401,
      'INVALID_CREDENTIALS',
      'Invalid password. Please try again.',
    ]);
    expect(await statusOfLogin(user.email, OLD)).toBe(200);
    expect(await lastUpdated(user)).toBeNull();
  });

  test('guessed in an open session costs the same waits as at the sign-in', async () => {
    await holdClock(limited);
    const user = await limited.signUp();
    const responses = [];
    for (let tried = 0; tried < 7; tried += 1)
      responses.push(await change(user, 'wrong', NEW, limited));
    const codes = responses.map((response) => response.body.error.code);
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'INVALID_CREDENTIALS'));
    expect(codes).toContain('RATE_LIMITED');
  });

  test('that changes voids a code that was mailed before, and a requested new address', async () => {
    const user = await shop.signUp();
    await forgot(user.email);
    const code = await mailedCode(user.email);
    const email = `${randomUUID()}@example.test`;
    await shop.call('POST', '/users/email', { as: user, body: { email } });
    const [text] = await mailsTo(email, 'change_email');
    await change(user, OLD);
    expect((await reset(user.email, code, 'another one')).body.error.code).toBe('INVALID_CODE');
    const confirmed = await shop.call('POST', '/users/email/confirm', {
      as: user,
      body: { code: /^ {4}(\d{6})$/m.exec(text!)![1]! },
    });
    expect(confirmed.body.error.code).toBe('INVALID_CODE');
  });

  test('that changes during a sign-in with the old one leaves no session', async () => {
    const user = await shop.signUp();
    const tries = Array.from({ length: 20 }, () =>
      shop.call<{ access_token: string }>('POST', '/auth/login', {
        body: { email: user.email, password: OLD },
      }),
    );
    const [changed, ...entered] = await Promise.all([change(user, OLD), ...tries]);
    expect(changed!.status).toBe(200);
    const { rows } = await shop.owner.query(
      `select s.id from sessions s join users u on u.id = s.user_id
       where u.id = $1 and s.ended_at is null`,
      [user.userId],
    );
    expect(rows).toHaveLength(1);
    for (const response of entered) expect([200, 401]).toContain(response.status);
  });

  test.each([
    [{}, 'Password is required'],
    [{ currentPassword: OLD, newPassword: '12345' }, 'Password must be at least 6 characters long'],
    [
      { currentPassword: OLD, newPassword: 'x'.repeat(129) },
      'Password must be at most 128 characters long',
    ],
  ])('%j is refused with a message', async (body, message) => {
    const response = await shop.call('PUT', '/users/password', { as: await shop.signUp(), body });
    expect([response.status, response.body.error.code, response.body.error.message]).toEqual([
      400,
      'VALIDATION_ERROR',
      message,
    ]);
  });
});

test('a shop that requires longer passwords does so everywhere, and says so', async () => {
  const message = 'Password must be at least 8 characters long';
  const user = await strict.signUp();
  await forgot(user.email, strict);
  const code = await mailedCode(user.email, strict);
  const refused = [
    await strict.call('POST', '/auth/register', {
      body: { email: `${randomUUID()}@example.test`, password: '1234567' },
    }),
    await change(user, OLD, '1234567', strict),
    await reset(user.email, code, '1234567', strict),
  ];
  expect(refused.map((response) => response.body.error.details)).toEqual([
    [{ path: 'password', message }],
    [{ path: 'newPassword', message }],
    [{ path: 'password', message }],
  ]);
  // The earlier request failed validation, so it did not use up a try.
  expect((await reset(user.email, code, '12345678', strict)).status).toBe(200);
  const config = await strict.call<{ passwordLengthMin: number }>('GET', '/config');
  expect(config.body.data.passwordLengthMin).toBe(8);
});
