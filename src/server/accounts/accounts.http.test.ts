import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';

const shop = useTestApp();
const password = 'correct horse';
const newEmail = () => `${randomUUID()}@example.test`;

type Tokens = { access_token: string; refresh_token: string };
type SignIn = Tokens & {
  user: { id: string; email: string; role: string; emailVerified: boolean; created_at: string };
};

function refresh(token: string) {
  return shop.call<Tokens>('POST', '/auth/refresh', { body: { refresh_token: token } });
}

describe('an e-mail address', () => {
  test('is known once a user has registered with it, whatever its case', async () => {
    const email = newEmail();
    const before = await shop.call('POST', '/auth/check-email', { body: { email } });
    expect(before.body.data).toEqual({ exists: false });
    await shop.call('POST', '/auth/register', { body: { email, password } });
    const after = await shop.call('POST', '/auth/check-email', {
      body: { email: email.toUpperCase() },
    });
    expect(after.body.data).toEqual({ exists: true });
  });

  test.each([
    [{}, 'Email is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'nonsense' }, 'Please enter a valid email address'],
    [{ email: `${'a'.repeat(250)}@b.co` }, 'Please enter a valid email address'],
  ])('%j is refused with a message', async (body, message) => {
    const response = await shop.call('POST', '/auth/check-email', { body });
    expect([response.status, response.body.error.code, response.body.error.message]).toEqual([
      400,
      'VALIDATION_ERROR',
      message,
    ]);
  });
});

describe('registering', () => {
  test('makes an account with no credits and signs in', async () => {
    const email = newEmail();
    const { status, body } = await shop.call<SignIn>('POST', '/auth/register', {
      body: { email, password },
    });
    expect(status).toBe(200);
    expect(body.data.user).toMatchObject({ email, role: 'user', emailVerified: false });
    const profile = await shop.call('GET', '/users/profile', {
      headers: { authorization: `Bearer ${body.data.access_token}` },
    });
    expect(profile.body.data).toMatchObject({
      email,
      username: email.split('@')[0],
      account_balance: 0,
    });
  });

  test('with a taken address is refused', async () => {
    const email = newEmail();
    await shop.call('POST', '/auth/register', { body: { email, password } });
    const { status, body } = await shop.call('POST', '/auth/register', {
      body: { email: email.toUpperCase(), password },
    });
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      'EMAIL_ALREADY_EXISTS',
      'An account with this email already exists.',
    ]);
  });

  test.each([
    '<victim@example.test',
    'victim@example.test>',
    'vic\u200btim@example.test',
    'a\u202eb@example.test',
    '\uff56ictim@example.test',
    'other,victim@example.test',
  ])('with an address that only looks like another is refused: %j', async (email) => {
    const { status, body } = await shop.call('POST', '/auth/register', {
      body: { email, password },
    });
    expect([status, body.error.message]).toEqual([400, 'Please enter a valid email address']);
  });

  test('with a short password is refused on that field', async () => {
    const { body } = await shop.call('POST', '/auth/register', {
      body: { email: newEmail(), password: '12345' },
    });
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Password must be at least 6 characters long',
      details: [{ path: 'password', message: 'Password must be at least 6 characters long' }],
    });
  });

  test('20 times at once with one address makes one account', async () => {
    const email = newEmail();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        shop.call('POST', '/auth/register', { body: { email, password } }),
      ),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 409)).toHaveLength(19);
  });
});

describe('signing in', () => {
  test('accepts the right password and returns tokens', async () => {
    const email = newEmail();
    await shop.call('POST', '/auth/register', { body: { email, password } });
    const { status, body } = await shop.call<SignIn>('POST', '/auth/login', {
      body: { email, password },
    });
    expect(status).toBe(200);
    expect(Object.keys(body.data).toSorted()).toEqual(['access_token', 'refresh_token', 'user']);
  });

  test('with a wrong password, or without an account, is refused in the same way', async () => {
    const email = newEmail();
    await shop.call('POST', '/auth/register', { body: { email, password } });
    for (const attempt of [
      { email, password: 'wrong' },
      { email: newEmail(), password },
    ]) {
      const { status, body } = await shop.call('POST', '/auth/login', { body: attempt });
      expect([status, body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    }
  });

  test('to a locked account is refused, but only after the right password', async () => {
    const email = newEmail();
    await shop.call('POST', '/auth/register', { body: { email, password } });
    await shop.owner.query('update users set locked_at = now() where email = $1', [email]);
    const right = await shop.call('POST', '/auth/login', { body: { email, password } });
    expect([right.status, right.body.error.code]).toEqual([403, 'ACCOUNT_LOCKED']);
    const wrong = await shop.call('POST', '/auth/login', { body: { email, password: 'wrong' } });
    expect(wrong.body.error.code).toBe('INVALID_CREDENTIALS');
  });
});

describe('a session', () => {
  test('continues with its newest refresh token; ten tabs at once get the same successor', async () => {
    const { refreshToken } = await shop.signUp();
    const responses = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)));
    expect(responses.every((response) => response.status === 200)).toBe(true);
    expect(new Set(responses.map((response) => response.body.data.refresh_token)).size).toBe(1);
    const next = await refresh(responses[0]!.body.data.refresh_token);
    expect(next.status).toBe(200);
  });

  test('ends if a refresh token is used again long afterwards', async () => {
    const { userId, refreshToken } = await shop.signUp();
    const { body } = await refresh(refreshToken);
    await shop.owner.query(
      `update sessions set rotated_at = rotated_at - interval '21 seconds' where user_id = $1`,
      [userId],
    );
    const stolen = await refresh(refreshToken);
    expect([stolen.status, stolen.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    const newest = await refresh(body.data.refresh_token);
    expect(newest.status).toBe(401);
  });

  test('ends at logout: all of its tokens are refused at once', async () => {
    const user = await shop.signUp();
    const { status, body } = await shop.call('POST', '/auth/logout', { as: user, body: {} });
    expect([status, body.data]).toEqual([200, null]);
    const read = await shop.call('GET', '/users/profile', { as: user });
    expect([read.status, read.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect((await refresh(user.refreshToken)).status).toBe(401);
  });

  test('can’t be forged', async () => {
    const { refreshToken, accessToken } = await shop.signUp();
    const [sessionId, , mac] = refreshToken.split('.');
    for (const forged of ['nonsense', `${sessionId}.2.${mac}`, `${refreshToken}x`, accessToken]) {
      expect((await refresh(forged)).status).toBe(401);
    }
    for (const authorization of [
      'Bearer nonsense',
      `Bearer ${refreshToken}`,
      'Basic abc',
      `Bearer ${accessToken.slice(0, -3)}abc`,
    ]) {
      const { status, body } = await shop.call('GET', '/users/profile', {
        headers: { authorization },
      });
      expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });
});

describe('a profile', () => {
  test('of another user is only for admins', async () => {
    const [user, other, admin] = [
      await shop.signUp(),
      await shop.signUp(),
      await shop.signUp({ role: 'admin' }),
    ];
    const refused = await shop.call('GET', `/users/profile?userId=${other.userId}`, { as: user });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    const seen = await shop.call('GET', `/users/profile?userId=${other.userId}`, { as: admin });
    expect(seen.body.data).toMatchObject({ id: other.userId });
    const nobody = await shop.call('GET', `/users/profile?userId=${randomUUID()}`, { as: admin });
    expect([nobody.status, nobody.body.error.code]).toEqual([404, 'USER_NOT_FOUND']);
  });
});

describe('an address', () => {
  test('has one spelling, however it is typed', async () => {
    const email = `mail.${randomUUID()}@example.test`;
    await shop.call('POST', '/auth/register', { body: { email, password } });
    // Only in some languages is "İ" in lower case an ASCII "i". So for the shop, this is another
    // address.
    const dotted = email.replaceAll('i', '\u0130');
    const { status } = await shop.call('POST', '/auth/login', {
      body: { email: dotted, password },
    });
    expect(status).toBe(401);
    const shouted = await shop.call<SignIn>('POST', '/auth/login', {
      body: { email: email.toUpperCase(), password },
    });
    expect(shouted.body.data.user.email).toBe(email);
  });
});
