// Tests the list of a user's sessions, and the mail about a sign-in from a new place.
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import type { listSessions } from '#contract/accounts-security.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';

const shop = useTestApp({ TRUST_PROXY: '1' });
const PASSWORD = 'correct horse';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
const NEWER_FIREFOX = FIREFOX.replaceAll('143.0', '144.0');
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

type Listed = z.input<typeof listSessions.reply>;
type Tokens = { access_token: string; refresh_token: string; user: { id: string } };

async function enter(
  path: '/auth/login' | '/auth/register',
  email: string,
  userAgent: string,
  ip: string,
): Promise<SignedIn> {
  const { status, body } = await shop.call<Tokens>('POST', path, {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent, 'x-forwarded-for': ip },
  });
  expect(status).toBe(200);
  const { access_token: accessToken, refresh_token: refreshToken, user } = body.data;
  return { userId: user.id, email, accessToken, refreshToken };
}

const register = (userAgent = FIREFOX, ip = '192.0.2.1') =>
  enter('/auth/register', `${randomUUID()}@example.test`, userAgent, ip);
const login = ({ email }: SignedIn, userAgent = FIREFOX, ip = '192.0.2.1') =>
  enter('/auth/login', email, userAgent, ip);

async function list(as: SignedIn): Promise<Listed> {
  return (await shop.call<Listed>('GET', '/users/sessions', { as })).body.data;
}

const isSignedIn = async (as: SignedIn) =>
  (await shop.call('GET', '/users/profile', { as })).status === 200;

async function newSignInMails({ email }: SignedIn): Promise<string[]> {
  const { rows } = await shop.owner.query<{ text: string }>(
    `select text from mails where to_address = $1 and kind = 'new_sign_in' order by created_at`,
    [email],
  );
  return rows.map((row) => row.text);
}

describe('the list of sessions', () => {
  test('names device, network and times, this one first', async () => {
    const first = await register(FIREFOX, '192.0.2.1');
    const second = await login(first, SAFARI, '2001:db8:1:2:3:4:5:6');
    const seen = await list(first);
    expect(seen).toMatchObject([
      { browser: 'Firefox', system: 'Windows', network: '192.0.2.1', isCurrent: true },
      { browser: 'Safari', system: 'iPhone', network: '2001:db8:1:2::/64', isCurrent: false },
    ]);
    for (const one of seen) expect(Date.now() - Date.parse(one.lastUsedAt)).toBeLessThan(60_000);
    expect((await list(second)).map((one) => one.isCurrent)).toEqual([true, false]);
    expect((await list(second))[0]!.system).toBe('iPhone');
  });

  test('shows when each was last used, and drops those that ended or expired', async () => {
    const here = await register();
    const [left, idle, old] = [await login(here), await login(here), await login(here)];
    await shop.call('POST', '/auth/logout', { as: left, body: {} });
    const sessionOf = (user: SignedIn) => user.refreshToken.split('.')[0];
    const set = (column: string, days: number, user: SignedIn) =>
      shop.owner.query(
        `update sessions set ${column} = now() - make_interval(days => $2) where id = $1`,
        [sessionOf(user), days],
      );
    await set('rotated_at', 3, idle);
    expect((await list(here)).map((one) => one.id)).toEqual(
      [here, old, idle].map((user) => sessionOf(user)),
    );
    await set('rotated_at', 30, idle);
    await set('created_at', 90, old);
    expect((await list(here)).map((one) => one.id)).toEqual([sessionOf(here)]);
    // Nobody stole these sessions: they are only too old to be refreshed.
    for (const { refreshToken } of [idle, old]) {
      const body = { refresh_token: refreshToken };
      expect((await shop.call('POST', '/auth/refresh', { body })).status).toBe(401);
    }
    const { rows } = await shop.owner.query(
      'select reuse_detected from sessions where id = any ($1) and ended_at is not null',
      [[sessionOf(idle), sessionOf(old)]],
    );
    expect(rows).toEqual([{ reuse_detected: false }, { reuse_detected: false }]);
  });

  test('shows only the caller’s own', async () => {
    const [user, other] = [await register(), await register()];
    expect(await list(user)).toHaveLength(1);
    const [foreign] = await list(other);
    for (const id of [foreign!.id, randomUUID()]) {
      const { status, body } = await shop.call('DELETE', `/users/sessions/${id}`, { as: user });
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect(await isSignedIn(other)).toBe(true);
    const nonsense = await shop.call('DELETE', '/users/sessions/x', { as: user });
    expect([nonsense.status, nonsense.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('signing out', () => {
  test('on one other device keeps the rest; a second time there is nothing to end', async () => {
    const here = await register();
    const there = await login(here, SAFARI);
    const [, other] = await list(here);
    const end = () => shop.call('DELETE', `/users/sessions/${other!.id}`, { as: here });
    const { status, body } = await end();
    expect([status, body.data]).toEqual([200, null]);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    const refreshed = await shop.call('POST', '/auth/refresh', {
      body: { refresh_token: there.refreshToken },
    });
    expect(refreshed.status).toBe(401);
    expect((await end()).status).toBe(404);
  });

  test('everywhere ends all sessions, this one too, and no other user’s', async () => {
    const here = await register();
    const others = [await login(here), await login(here, SAFARI)];
    const stranger = await register();
    const { status, body } = await shop.call('DELETE', '/users/sessions', { as: here });
    expect([status, body.data]).toEqual([200, { ended: 3 }]);
    for (const user of [here, ...others]) expect(await isSignedIn(user)).toBe(false);
    expect(await isSignedIn(stranger)).toBe(true);
  });
});

describe('a sign-in', () => {
  test('from a new network, or with a new browser, is mailed to the owner; others are not', async () => {
    const user = await register(FIREFOX, '192.0.2.1');
    await login(user, NEWER_FIREFOX, '192.0.2.1');
    expect(await newSignInMails(user)).toEqual([]);

    await login(user, SAFARI, '192.0.2.1');
    await login(user, FIREFOX, '2001:db8::1');
    const mails = await newSignInMails(user);
    expect(mails).toHaveLength(2);
    expect(mails[0]).toContain('Safari on iPhone');
    expect(mails[0]).toContain('192.0.2.1');
    expect(mails[1]).toContain('Firefox on Windows');
    expect(mails[1]).toContain('2001:db8:0:0::/64');

    // The shop already knows both places, because all addresses of one network count as one place.
    await login(user, SAFARI, '192.0.2.1');
    await login(user, FIREFOX, '2001:db8::2');
    expect(await newSignInMails(user)).toHaveLength(2);
  });

  test('that fails is mailed to nobody', async () => {
    const user = await register();
    await shop.call('POST', '/auth/login', {
      body: { email: user.email, password: 'wrong' },
      headers: { 'user-agent': SAFARI, 'x-forwarded-for': '203.0.113.9' },
    });
    expect(await newSignInMails(user)).toEqual([]);
  });
});
