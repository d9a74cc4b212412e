// An operator sets up a second factor for the first time. A thief who knows only the password must
// not get the operator's role by setting one up.
import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { UserDetail } from '#contract/admin-users.ts';
import type { AuditEntry } from '#contract/audit-log.ts';
import { giveRole, useTestApp, verifyAddress, type SignedIn } from '../../testing/app.ts';
import { runShopCommand } from '../../testing/command.ts';

const production = {
  NODE_ENV: 'production',
  REQUIRE_VERIFIED_EMAIL: 'off',
  PUBLIC_URL: 'https://shop.example',
};
const shop = useTestApp({
  ...production,
  AUTH_SECRET: 'one secret for all, of many signs',
  RATE_LIMITS: 'on',
});
const trial = useTestApp();

let admin: SignedIn;
beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
  await enrol(admin, await givenByCommand(admin));
});

const command = (...words: string[]) =>
  runShopCommand(shop.url, ['user', ...words], {
    ...production,
    SANDBOX: '',
    AUTH_SECRET: shop.context.config.authSecret,
  });

const TOKEN_FORM = /\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/;

async function givenByCommand({ email }: SignedIn): Promise<string> {
  const { code, out } = await command('two-factor', email);
  expect([code, out]).toEqual([0, expect.stringMatching(TOKEN_FORM)]);
  return TOKEN_FORM.exec(out)![0];
}

type Given = { token: string; expiresAt: string };
const give = (userId: string, as = admin, app = shop) =>
  app.call<Given>('POST', `/admin/users/${userId}/two-factor-token`, { as });

const setUp = (as: SignedIn, token?: string, app = shop) =>
  app.call<{ secret: string }>('POST', '/users/two-factor', { as, body: { token } });

const confirm = (as: SignedIn, secret: string, token?: string) =>
  shop.call<{ recoveryCodes: string[] }>('POST', '/users/two-factor/confirm', {
    as,
    body: { code: generateSync({ secret }), token },
  });

async function enrol(person: SignedIn, token: string): Promise<void> {
  const begun = await setUp(person, token);
  expect(begun.status).toBe(200);
  expect((await confirm(person, begun.body.data.secret, token)).status).toBe(200);
}

const jobs = async (as: SignedIn) => (await shop.call('GET', '/admin/jobs', { as })).status;

const refusal = ({ status, body }: { status: number; body: { error: { message: string } } }) => [
  status,
  body.error?.message,
];
const BAD = [400, 'This token is not good, or not any more. Ask for a new one.'];

describe('an operator of a production shop', () => {
  test('can’t set up a second factor with a password alone', async () => {
    const person = await shop.signUp({ role: 'admin' });
    expect(refusal(await setUp(person))).toEqual([400, 'Token is required']);
    expect(refusal(await setUp(person, '00000-00000'))).toEqual(BAD);
    expect(await jobs(person)).toBe(403);
  });

  test('sets it up with a token from the command line, which works once', async () => {
    const person = await shop.signUp({ role: 'moderator' });
    const token = await givenByCommand(person);
    const begun = await setUp(person, ` ${token.toLowerCase().replace('-', ' ')} `);
    expect(begun.status).toBe(200);
    const { secret } = begun.body.data;
    expect(refusal(await confirm(person, secret))).toEqual([400, 'Token is required']);
    expect(refusal(await confirm(person, secret, '00000-00000'))).toEqual(BAD);
    expect(await jobs(person)).toBe(403);
    expect((await confirm(person, secret, token)).status).toBe(200);
    expect(await jobs(person)).toBe(200);

    await shop.owner.query('delete from two_factors where user_id = $1', [person.userId]);
    expect(refusal(await setUp(person, token))).toEqual(BAD);
  });

  test('or with a token from another admin; the audit log has the event, but not the token', async () => {
    const person = await shop.signUp({ role: 'moderator' });
    const { status, body } = await give(person.userId);
    expect(status).toBe(200);
    expect(new Date(body.data.expiresAt).getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const { body: log } = await shop.call<{ entries: AuditEntry[] }>(
      'GET',
      `/admin/audit-log?subject=${person.userId}`,
      { as: admin },
    );
    expect(log.data.entries[0]).toMatchObject({ action: 'give_two_factor_token' });
    expect(JSON.stringify(log.data)).not.toContain(body.data.token);
    const { rows } = await shop.owner.query('select * from two_factor_tokens');
    expect(JSON.stringify(rows)).not.toContain(body.data.token);
    await enrol(person, body.data.token);
    expect(await jobs(person)).toBe(200);
  });

  test('has one token, their own, for a day', async () => {
    const person = await shop.signUp({ role: 'moderator' });
    const first = (await give(person.userId)).body.data.token;
    const second = (await give(person.userId)).body.data.token;
    expect(refusal(await setUp(person, first))).toEqual(BAD);
    const other = await shop.signUp({ role: 'moderator' });
    await give(other.userId);
    expect(refusal(await setUp(other, second))).toEqual(BAD);
    expect((await setUp(person, second)).status).toBe(200);
    await shop.owner.query(
      `update two_factor_tokens set expires_at = expires_at - interval '24 hours' where user_id = $1`,
      [person.userId],
    );
    expect(refusal(await setUp(person, second))).toEqual(BAD);
  });

  test('can’t use a set-up that was begun before they had a role', async () => {
    const person = await shop.signUp();
    await verifyAddress(shop, person);
    const { secret } = (await setUp(person)).body.data;
    await giveRole(shop, person, 'admin');
    await give(person.userId);
    expect(refusal(await confirm(person, secret))).toEqual([400, 'Token is required']);
    expect(await jobs(person)).toBe(403);
  });

  test('uses a token once, in any number of concurrent confirmations', async () => {
    const person = await shop.signUp({ role: 'moderator' });
    const token = await givenByCommand(person);
    const { secret } = (await setUp(person, token)).body.data;
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => confirm(person, secret, token)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is shown to admins as waiting for it', async () => {
    const person = await shop.signUp({ role: 'moderator' });
    const poll = async ({ userId }: SignedIn) => {
      const { body } = await shop.call<UserDetail>('GET', `/admin/users/${userId}`, { as: admin });
      return body.data.awaitsTwoFactor;
    };
    expect([await poll(person), await poll(admin), await poll(await shop.signUp())]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('a token is refused', () => {
  const NOBODY = [409, 'Nobody waits for a second factor here'];

  test('for a user without a role, with a second factor, or without an account', async () => {
    const shopper = await shop.signUp();
    expect(refusal(await give(shopper.userId))).toEqual(NOBODY);
    expect(refusal(await give(admin.userId))).toEqual(NOBODY);
    expect((await give(randomUUID())).body.error.code).toBe('USER_NOT_FOUND');
    for (const { email } of [shopper, admin]) {
      expect(await command('two-factor', email)).toMatchObject({
        code: 1,
        err: `${email} needs no token: it is for operators without a second factor.\n`,
      });
    }
    expect(await command('two-factor', 'nobody@example.test')).toMatchObject({
      code: 1,
      err: 'There is no account with the e-mail nobody@example.test.\n',
    });
    expect((await command('two-factor')).code).toBe(2);
  });

  test('if no operator needs a second factor', async () => {
    const [boss, person] = [
      await trial.signUp({ role: 'admin' }),
      await trial.signUp({ role: 'admin' }),
    ];
    expect(refusal(await give(person.userId, boss, trial))).toEqual(NOBODY);
    expect((await setUp(person, undefined, trial)).status).toBe(200);
    const { code, err } = await runShopCommand(trial.url, ['user', 'two-factor', person.email]);
    expect([code, err]).toEqual([
      1,
      'Only in production operators need a second factor, and a token for it: NODE_ENV is not production here.\n',
    ]);
  });
});

describe('the first admin', () => {
  const create = (email: string, password: string, role = 'admin') =>
    runShopCommand(shop.url, ['user', 'create', email, '--role', role], {
      ...production,
      SANDBOX: '',
      AUTH_SECRET: shop.context.config.authSecret,
      SHOP_PASSWORD: password,
    });

  test('gets access through the command line alone', async () => {
    const email = `first-${randomUUID()}@example.test`;
    const made = await create(email, 'a long sentence');
    expect([made.code, made.out]).toEqual([
      0,
      `Made ${email} (admin).\nTheir role counts once they have a second factor. For setting it up: npm run shop -- user two-factor ${email}\n`,
    ]);
    const { body } = await shop.call<{
      access_token: string;
      refresh_token: string;
      user: { id: string };
    }>('POST', '/auth/login', { body: { email, password: 'a long sentence' } });
    const first = {
      userId: body.data.user.id,
      email,
      accessToken: body.data.access_token,
      refreshToken: body.data.refresh_token,
    };
    expect(await jobs(first)).toBe(403);
    await enrol(first, await givenByCommand(first));
    expect(await jobs(first)).toBe(200);
  });

  test('gets no short or easily guessed password', async () => {
    const email = `weak-${randomUUID()}@example.test`;
    expect(await create(email, '123456')).toMatchObject({
      code: 1,
      err: 'Password must be at least 8 characters long\n',
    });
    expect(await create(email, 'password1', 'user')).toMatchObject({
      code: 1,
      err: 'This password is easy to guess. Please choose another one.\n',
    });
  });

  test('if the role is given later, the message is the same', async () => {
    const person = await shop.signUp();
    const { out } = await command('role', person.email, 'moderator');
    expect(out).toContain(`npm run shop -- user two-factor ${person.email}`);
    expect((await command('role', person.email, 'user')).out).toBe(
      `${person.email} is user now.\n`,
    );
  });
});
