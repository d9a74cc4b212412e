import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';

const shop = useTestApp();

type Verified = { verified: boolean; user: { id: string; emailVerified: boolean } };

/** The codes that were mailed to an address, oldest first. */
async function codesOf(email: string): Promise<string[]> {
  const { rows } = await shop.owner.query<{ text: string }>(
    `select text from mails where to_address = $1 and kind = 'verify_email' order by created_at`,
    [email],
  );
  return rows.map((row) => /\b\d{6}\b/.exec(row.text)![0]);
}

function verify(email: string, code: string) {
  return shop.call<Verified>('POST', '/auth/verify', { body: { email, code } });
}

function resend(email: string) {
  return shop.call<null>('POST', '/auth/resend-code', { body: { email } });
}

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

async function isVerified(userId: string): Promise<boolean> {
  const { rows } = await shop.owner.query(
    'select 1 from users where id = $1 and email_verified_at is not null',
    [userId],
  );
  return rows.length === 1;
}

describe('an address', () => {
  test('is verified with the code mailed at registration, whatever its case', async () => {
    const user = await shop.signUp();
    const [code] = await codesOf(user.email);
    const { status, body } = await verify(user.email.toUpperCase(), code!);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      verified: true,
      user: { id: user.userId, emailVerified: true },
    });
    const profile = await shop.call<{ emailVerified: boolean }>('GET', '/users/profile', {
      as: user,
    });
    expect(profile.body.data.emailVerified).toBe(true);
  });

  test.each([
    [{}, 'Email is required'],
    [{ email: 'a@b.co' }, 'Verification code is required'],
    [{ email: 'a@b.co', code: '' }, 'Verification code is required'],
    [{ email: 'a@b.co', code: '12345' }, 'Please enter the 6-digit code'],
    [{ email: 'a@b.co', code: '1234567' }, 'Please enter the 6-digit code'],
  ])('%j is refused with a message', async (body, message) => {
    const response = await shop.call('POST', '/auth/verify', { body });
    expect([response.status, response.body.error.code, response.body.error.message]).toEqual([
      400,
      'VALIDATION_ERROR',
      message,
    ]);
  });

  test('without an account can’t be verified, and gets no code', async () => {
    const email = `${randomUUID()}@example.test`;
    for (const response of [await verify(email, '123456'), await resend(email)]) {
      expect([response.status, response.body.error.code, response.body.error.message]).toEqual([
        404,
        'USER_NOT_FOUND',
        'User not found. Please try registering again.',
      ]);
    }
    expect(await codesOf(email)).toEqual([]);
  });
});

describe('a code', () => {
  test('works once', async () => {
    const user = await shop.signUp();
    const [code] = await codesOf(user.email);
    expect((await verify(user.email, code!)).status).toBe(200);
    const again = await verify(user.email, code!);
    expect([again.status, again.body.error.code]).toEqual([400, 'INVALID_CODE']);
  });

  test('tried by ten tabs at once verifies once', async () => {
    const user = await shop.signUp();
    const [code] = await codesOf(user.email);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => verify(user.email, code!)),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
  });

  test('of another user is wrong', async () => {
    const user = await shop.signUp();
    const [own] = await codesOf(user.email);
    let [code] = [own];
    while (code === own) [code] = await codesOf((await shop.signUp()).email);
    const response = await verify(user.email, code!);
    expect([response.status, response.body.error.code, response.body.error.message]).toEqual([
      400,
      'INVALID_CODE',
      'Invalid verification code. Please try again.',
    ]);
  });

  test('can be tried five times; then even the right one is refused until a new code', async () => {
    const user = await shop.signUp();
    const [code] = await codesOf(user.email);
    const wrong = await Promise.all(
      Array.from({ length: 20 }, () => verify(user.email, otherThan(code!))),
    );
    const codes = wrong.map((response) => response.body.error.code);
    expect(codes.filter((one) => one === 'INVALID_CODE')).toHaveLength(5);
    expect(codes.filter((one) => one === 'TOO_MANY_ATTEMPTS')).toHaveLength(15);
    const right = await verify(user.email, code!);
    expect([right.status, right.body.error.message]).toEqual([
      429,
      'Too many verification attempts. Please request a new code.',
    ]);
    expect(await isVerified(user.userId)).toBe(false);

    expect((await resend(user.email)).status).toBe(200);
    const [, fresh] = await codesOf(user.email);
    expect((await verify(user.email, fresh!)).status).toBe(200);
  });

  test('works for ten minutes', async () => {
    const user = await shop.signUp();
    const [code] = await codesOf(user.email);
    const wait = (interval: string) =>
      shop.owner.query(
        `update one_time_codes set sent_at = sent_at - $2::interval, expires_at = expires_at - $2::interval
         where user_id = $1`,
        [user.userId, interval],
      );
    await wait('9 minutes 50 seconds');
    expect((await verify(user.email, otherThan(code!))).body.error.code).toBe('INVALID_CODE');
    await wait('10 seconds');
    const late = await verify(user.email, code!);
    expect([late.status, late.body.error.code, late.body.error.message]).toEqual([
      400,
      'CODE_EXPIRED',
      'Verification code has expired. Please request a new one.',
    ]);
  });

  test('is void once a newer one was mailed', async () => {
    const user = await shop.signUp();
    const [old] = await codesOf(user.email);
    let fresh = old;
    // Repeats until the codes differ, because one code in a million equals the previous one.
    while (fresh === old) {
      await resend(user.email);
      fresh = (await codesOf(user.email)).at(-1);
    }
    expect((await verify(user.email, old!)).status).toBe(400);
    expect((await verify(user.email, fresh!)).status).toBe(200);
  });

  test('is not mailed to a verified user', async () => {
    const user = await shop.signUp();
    const [code] = await codesOf(user.email);
    await verify(user.email, code!);
    const { status, body } = await resend(user.email);
    expect([status, body.data]).toEqual([200, null]);
    expect(await codesOf(user.email)).toHaveLength(1);
  });

  test('is stored only in the mail', async () => {
    const user = await shop.signUp();
    const [code] = await codesOf(user.email);
    const { rows } = await shop.owner.query<{ row: string }>(
      'select one_time_codes::text as row from one_time_codes where user_id = $1',
      [user.userId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toContain(`,${code},`);
  });

  test('is mailed together with the account, or not at all', async () => {
    const user = await shop.signUp();
    const again = await shop.call('POST', '/auth/register', {
      body: { email: user.email, password: 'correct horse' },
    });
    expect(again.status).toBe(409);
    expect(await codesOf(user.email)).toHaveLength(1);
  });
});
