// Users sign in with a second factor. The test's codes come from another library than the shop's,
// and the test controls the clock.
import { generateSync } from 'otplib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useTestApp, verifyAddress, type SignedIn, type TestApp } from '../../testing/app.ts';

const shop = useTestApp();
const limited = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
const PASSWORD = 'correct horse';
const STEP_MS = 30_000;

let clockMs = 0;
beforeEach(() => {
  clockMs = Date.now();
  for (const app of [shop, limited]) app.context.now = () => new Date(clockMs);
});
afterEach(() => {
  for (const app of [shop, limited]) app.context.now = () => new Date();
});

/** Moves the clock on, so that the app and the shop use the next codes. */
const nextStep = (steps = 1) => void (clockMs += steps * STEP_MS);

/**
 * Returns the code that an authenticator app shows `steps` time steps from now. If `steps` is
 * negative, the code is of an earlier step.
 */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(clockMs / 1000) + (steps * STEP_MS) / 1000 });

type SetUp = { secret: string; otpauthUrl: string };
type Guarded = { user: SignedIn; secret: string; recoveryCodes: string[] };

const setUp = (as: SignedIn, body: object = {}, app: TestApp = shop) =>
  app.call<SetUp>('POST', '/users/two-factor', { as, body });

const confirm = (as: SignedIn, code: string, app: TestApp = shop) =>
  app.call<{ recoveryCodes: string[] }>('POST', '/users/two-factor/confirm', {
    as,
    body: { code },
  });

const turnOff = (as: SignedIn, password: string, code: string) =>
  shop.call('DELETE', '/users/two-factor', { as, body: { password, code } });

const login = (email: string, code?: string, password = PASSWORD, app: TestApp = shop, ip = '') =>
  app.call<{ access_token: string }>('POST', '/auth/login', {
    body: { email, password, ...(code === undefined ? {} : { code }) },
    ...(ip === '' ? {} : { headers: { 'x-forwarded-for': ip } }),
  });

/** A user with a verified address, who may therefore turn on the second factor. */
async function signUp(app: TestApp = shop): Promise<SignedIn> {
  const user = await app.signUp();
  await verifyAddress(app, user);
  return user;
}

/** A user who has turned on the second factor, and may use a code at once. */
async function guarded(app: TestApp = shop): Promise<Guarded> {
  const user = await signUp(app);
  const { secret } = (await setUp(user, {}, app)).body.data;
  const { recoveryCodes } = (await confirm(user, codeOf(secret), app)).body.data;
  nextStep();
  return { user, secret, recoveryCodes };
}

async function securityOf(user: SignedIn, app: TestApp = shop) {
  const { body } = await app.call<{ twoFactorEnabled: boolean; recoveryCodesLeft: number }>(
    'GET',
    '/users/security',
    { as: user },
  );
  return [body.data.twoFactorEnabled, body.data.recoveryCodesLeft];
}

async function isSettingOn(user: SignedIn): Promise<boolean> {
  const { body } = await shop.call<{ settings: { twoFactorEnabled: boolean } }>(
    'GET',
    '/users/settings',
    { as: user },
  );
  return body.data.settings.twoFactorEnabled;
}

async function mailsTo(email: string, kind: string): Promise<string[]> {
  const { rows } = await shop.owner.query<{ text: string }>(
    'select text from mails where to_address = $1 and kind = $2 order by created_at',
    [email, kind],
  );
  return rows.map((row) => row.text);
}

/** Makes the user's sessions look old, so that the shop asks for the password again. */
async function age(user: SignedIn): Promise<void> {
  await shop.owner.query(
    `update sessions set created_at = created_at - interval '10 minutes' where user_id = $1`,
    [user.userId],
  );
}

const notThatCode = (code: string) => (code === '000000' ? '000001' : '000000');

describe('turning it on', () => {
  test('requires a verified address first, so that an address that somebody else typed stays its owner’s', async () => {
    const user = await shop.signUp();
    const refused = await setUp(user);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    await verifyAddress(shop, user);
    expect((await setUp(user)).status).toBe(200);
  });

  test('takes a secret and its first code, and returns ten recovery codes', async () => {
    const user = await signUp();
    const begun = await setUp(user);
    expect(begun.status).toBe(200);
    const { secret, otpauthUrl } = begun.body.data;
    const url = new URL(otpauthUrl);
    expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(url.pathname)).toBe(`/Felt & Foil:${user.email}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Felt & Foil',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    // The second factor does not protect the account until its first code is confirmed.
    expect([await isSettingOn(user), (await login(user.email)).status]).toEqual([false, 200]);

    const { status, body } = await confirm(user, codeOf(secret));
    expect(status).toBe(200);
    expect(new Set(body.data.recoveryCodes).size).toBe(10);
    expect([await isSettingOn(user), await securityOf(user)]).toEqual([true, [true, 10]]);
    expect(await mailsTo(user.email, 'two_factor_on')).toHaveLength(1);
  });

  test('with six characters that are no digits leaves it off, too', async () => {
    const user = await signUp();
    await setUp(user);
    const { status, body } = await confirm(user, '１２３４５６');
    expect([status, body.error.code]).toEqual([400, 'INVALID_CODE']);
  });

  test('with a wrong code leaves it off', async () => {
    const user = await signUp();
    const { secret } = (await setUp(user)).body.data;
    const { status, body } = await confirm(user, notThatCode(codeOf(secret)));
    expect([status, body.error.code]).toEqual([400, 'INVALID_CODE']);
    expect(await securityOf(user)).toEqual([false, 0]);
  });

  test('uses the newest secret', async () => {
    const user = await signUp();
    const first = (await setUp(user)).body.data.secret;
    const second = (await setUp(user)).body.data.secret;
    expect((await confirm(user, codeOf(first))).body.error.code).toBe('INVALID_CODE');
    expect((await confirm(user, codeOf(second))).status).toBe(200);
  });

  test('takes its first code within half an hour', async () => {
    const user = await signUp();
    const { secret } = (await setUp(user)).body.data;
    await shop.owner.query(
      `update two_factors set created_at = created_at - interval '30 minutes' where user_id = $1`,
      [user.userId],
    );
    const { status, body } = await confirm(user, codeOf(secret));
    expect([status, body.error]).toEqual([
      400,
      { code: 'CODE_EXPIRED', message: 'This set-up has expired. Please start again.' },
    ]);
  });

  test('requires the password if the session is not new', async () => {
    const user = await signUp();
    await age(user);
    expect((await setUp(user)).body.error.message).toBe('Password is required');
    const wrong = await setUp(user, { password: 'wrong' });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await setUp(user, { password: PASSWORD })).status).toBe(200);
  });

  test('works once, with its steps in order', async () => {
    const stranger = await signUp();
    const early = await confirm(stranger, '123456');
    expect([early.status, early.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);

    const user = await signUp();
    const { secret } = (await setUp(user)).body.data;
    const code = codeOf(secret);
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirm(user, code)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(await securityOf(user)).toEqual([true, 10]);
    for (const again of [await setUp(user), await confirm(user, codeOf(secret))]) {
      expect([again.status, again.body.error.code, again.body.error.message]).toEqual([
        409,
        'INVALID_TRANSITION',
        'Two-factor sign-in is on already.',
      ]);
    }
  });
});

describe('signing in with a second factor', () => {
  test('requires the password and the code of the app', async () => {
    const { user, secret } = await guarded();
    const asked = await login(user.email);
    expect([asked.status, asked.body.error.code]).toEqual([403, 'TWO_FACTOR_REQUIRED']);
    const wrong = await login(user.email, notThatCode(codeOf(secret)));
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'INVALID_CODE']);
    const code = codeOf(secret);
    expect((await login(user.email, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  });

  test('reveals only to a user with the password that it is on', async () => {
    const { user, secret } = await guarded();
    for (const code of [undefined, codeOf(secret)]) {
      const { status, body } = await login(user.email, code, 'wrong');
      expect([status, body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    }
    // The failed call did not use up the code.
    expect((await login(user.email, codeOf(secret))).status).toBe(200);
  });

  test('accepts each code once, and no earlier one', async () => {
    const { user, secret } = await guarded();
    nextStep(2);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => login(user.email, codeOf(secret))),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect((await login(user.email, codeOf(secret, -1))).body.error.code).toBe('INVALID_CODE');
    nextStep();
    expect((await login(user.email, codeOf(secret))).status).toBe(200);
  });

  test('does not accept the code that turned it on again', async () => {
    const user = await signUp();
    const { secret } = (await setUp(user)).body.data;
    const code = codeOf(secret);
    await confirm(user, code);
    expect((await login(user.email, code)).body.error.code).toBe('INVALID_CODE');
  });

  test('accepts a code of half a minute before or after, and none further off', async () => {
    const { user, secret } = await guarded();
    nextStep(10);
    expect((await login(user.email, codeOf(secret, -2))).body.error.code).toBe('INVALID_CODE');
    expect((await login(user.email, codeOf(secret, 2))).body.error.code).toBe('INVALID_CODE');
    expect((await login(user.email, codeOf(secret, -1))).status).toBe(200);
    expect((await login(user.email, codeOf(secret, 1))).status).toBe(200);
  });

  test('accepts each recovery code once, and notifies the owner', async () => {
    const { user, recoveryCodes } = await guarded();
    const [first, second] = recoveryCodes as [string, string];
    const responses = await Promise.all(Array.from({ length: 4 }, () => login(user.email, first)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect((await login(user.email, second.toLowerCase().replace('-', ' '))).status).toBe(200);
    expect(await securityOf(user)).toEqual([true, 8]);
    const mails = await mailsTo(user.email, 'recovery_code_used');
    expect(mails.map((text) => /(\d+) recovery codes? (?:is|are) left/.exec(text)![1])).toEqual([
      '9',
      '8',
    ]);
  });

  test('is also required after a forgotten password', async () => {
    const { user, secret } = await guarded();
    await shop.call('POST', '/auth/forgot-password', { body: { email: user.email } });
    const { rows } = await shop.owner.query<{ text: string }>(
      `select text from mails where to_address = $1 and kind = 'reset_password'`,
      [user.email],
    );
    const code = /^ {4}(\d{6})$/m.exec(rows[0]!.text)![1]!;
    const body = { email: user.email, code, password: 'battery staple' };
    expect((await shop.call('POST', '/auth/reset-password', { body })).status).toBe(200);
    const alone = await login(user.email, undefined, 'battery staple');
    expect(alone.body.error.code).toBe('TWO_FACTOR_REQUIRED');
    expect((await login(user.email, codeOf(secret), 'battery staple')).status).toBe(200);
  });

  test('accepts no recovery code of another user', async () => {
    const [{ user }, other] = [await guarded(), await guarded()];
    expect((await login(user.email, other.recoveryCodes[0])).body.error.code).toBe('INVALID_CODE');
  });

  test('has growing waits after wrong codes, which the right password does not reset', async () => {
    const { user, secret } = await guarded(limited);
    const ip = '198.51.100.7';
    const wrong = notThatCode(codeOf(secret));
    for (let tried = 0; tried < 5; tried += 1) {
      const response = await login(user.email, wrong, PASSWORD, limited, ip);
      expect(response.body.error.code).toBe('INVALID_CODE');
      const asked = await login(user.email, undefined, PASSWORD, limited, ip);
      expect(asked.body.error.code).toBe('TWO_FACTOR_REQUIRED');
    }
    await limited.owner.query(
      `update throttle_counters set count = 13, waits_until = null where rule = 'wrong_codes'`,
    );
    await login(user.email, wrong, PASSWORD, limited, ip);
    const refused = await login(user.email, codeOf(secret), PASSWORD, limited, ip);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(450);
    // The owner signs in from another network, and therefore doesn't have to wait.
    expect(
      (await login(user.email, codeOf(secret), PASSWORD, limited, '198.51.100.8')).status,
    ).toBe(200);
  });

  test('is closed to strange networks after wrong codes from everywhere', async () => {
    const { user, secret } = await guarded(limited);
    await login(user.email, notThatCode(codeOf(secret)), PASSWORD, limited, '198.51.100.20');
    await limited.owner.query(
      `update throttle_counters set count = 100 where rule = 'failed_sign_ins'
       and ends_at = (select max(ends_at) from throttle_counters where rule = 'failed_sign_ins')`,
    );
    const strange = await login(user.email, codeOf(secret), PASSWORD, limited, '198.51.100.21');
    expect(strange.body.error.code).toBe('ACCOUNT_LOCKED');
  });
});

describe('turning it off', () => {
  test('requires the password and a code, and then a password is enough again', async () => {
    const { user, secret } = await guarded();
    const wrongPassword = await turnOff(user, 'wrong', codeOf(secret));
    expect([wrongPassword.status, wrongPassword.body.error.code]).toEqual([
      401,
      'INVALID_CREDENTIALS',
    ]);
    const wrongCode = await turnOff(user, PASSWORD, notThatCode(codeOf(secret)));
    expect([wrongCode.status, wrongCode.body.error.code]).toEqual([400, 'INVALID_CODE']);
    expect(await securityOf(user)).toEqual([true, 10]);

    const { status, body } = await turnOff(user, PASSWORD, codeOf(secret));
    expect([status, body.data]).toEqual([200, null]);
    expect(await securityOf(user)).toEqual([false, 0]);
    expect((await login(user.email)).status).toBe(200);
    expect(await mailsTo(user.email, 'two_factor_off')).toHaveLength(1);

    const again = await turnOff(user, PASSWORD, codeOf(secret));
    expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  });

  test('accepts a recovery code too, and old ones are invalid after it is turned on again', async () => {
    const { user, recoveryCodes } = await guarded();
    expect((await turnOff(user, PASSWORD, recoveryCodes[0]!)).status).toBe(200);
    const { secret } = (await setUp(user)).body.data;
    await confirm(user, codeOf(secret));
    expect((await login(user.email, recoveryCodes[1])).body.error.code).toBe('INVALID_CODE');
  });
});

describe('the database', () => {
  test('alone gives nobody a code', async () => {
    const { user, secret, recoveryCodes } = await guarded();
    const { rows } = await shop.owner.query<{ row: string }>(
      `select two_factors::text as row from two_factors where user_id = $1
       union all select recovery_codes::text from recovery_codes where user_id = $1`,
      [user.userId],
    );
    expect(rows).toHaveLength(11);
    const storedText = rows.map((one) => one.row).join('\n');
    for (const told of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replace('-', '')),
    ])
      expect(storedText).not.toContain(told);
  });

  test('can’t make the secret of one account open another', async () => {
    const [mine, other] = [await guarded(), await guarded()];
    await shop.owner.query(
      `update two_factors set sealed_secret = (select sealed_secret from two_factors where user_id = $2)
       where user_id = $1`,
      [other.user.userId, mine.user.userId],
    );
    expect((await login(other.user.email, codeOf(mine.secret))).status).toBe(500);
  });
});
