// A user changes the address of the account: the user requests the change with the password, and
// confirms it with the mailed code.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';

const shop = useTestApp();
const PASSWORD = 'correct horse';
const newEmail = () => `${randomUUID()}@example.test`;

const ask = (as: SignedIn, email: string, password?: string) =>
  shop.call<{ pendingEmail: string }>('POST', '/users/email', {
    as,
    body: { email, ...(password === undefined ? {} : { password }) },
  });

const confirm = (as: SignedIn, code: string) =>
  shop.call<{ user: { email: string; emailVerified: boolean } }>('POST', '/users/email/confirm', {
    as,
    body: { code },
  });

async function mailsTo(email: string, kind: string): Promise<string[]> {
  const { rows } = await shop.owner.query<{ text: string }>(
    'select text from mails where to_address = $1 and kind = $2 order by created_at',
    [email, kind],
  );
  return rows.map((row) => row.text);
}

async function mailedCode(email: string): Promise<string> {
  const text = (await mailsTo(email, 'change_email')).at(-1)!;
  return /^ {4}(\d{6})$/m.exec(text)![1]!;
}

async function addressOf(user: SignedIn): Promise<string> {
  const { body } = await shop.call<{ email: string }>('GET', '/users/profile', { as: user });
  return body.data.email;
}

async function pendingOf(user: SignedIn): Promise<string | null> {
  const { body } = await shop.call<{ pendingEmail: string | null }>('GET', '/users/security', {
    as: user,
  });
  return body.data.pendingEmail;
}

/** Makes a session look as if it had begun `interval` earlier. */
async function age(user: SignedIn, interval: string): Promise<void> {
  await shop.owner.query(
    'update sessions set created_at = created_at - $2::interval where user_id = $1',
    [user.userId, interval],
  );
}

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a new address', () => {
  test('of an operator is changed in the same way, and so is a password: the database knows the cause', async () => {
    const user = await shop.signUp({ role: 'admin' });
    const email = newEmail();
    await ask(user, email, PASSWORD);
    expect((await confirm(user, await mailedCode(email))).status).toBe(200);
    const { status } = await shop.call('PUT', '/users/password', {
      as: user,
      body: { currentPassword: PASSWORD, newPassword: 'a longer horse' },
    });
    expect(status).toBe(200);
    expect(await mailsTo(email, 'password_changed')).toHaveLength(1);
  });

  test('takes effect once its code is entered, and not before; the old one is notified of both', async () => {
    const user = await shop.signUp();
    const email = newEmail();
    const asked = await ask(user, email.toUpperCase(), PASSWORD);
    expect([asked.status, asked.body.data]).toEqual([200, { pendingEmail: email }]);
    expect([await addressOf(user), await pendingOf(user)]).toEqual([user.email, email]);
    expect((await mailsTo(user.email, 'email_changing'))[0]).toContain(email);

    const { status, body } = await confirm(user, await mailedCode(email));
    expect([status, body.data.user]).toMatchObject([200, { email, emailVerified: true }]);
    expect([await addressOf(user), await pendingOf(user)]).toEqual([email, null]);
    expect((await mailsTo(user.email, 'email_changed'))[0]).toContain(email);

    const login = (address: string) =>
      shop.call('POST', '/auth/login', { body: { email: address, password: PASSWORD } });
    expect([(await login(email)).status, (await login(user.email)).status]).toEqual([200, 401]);
  });

  test('requires the password if the session is not new', async () => {
    const user = await shop.signUp();
    await age(user, '9 minutes 50 seconds');
    expect((await ask(user, newEmail())).status).toBe(200);
    await age(user, '10 seconds');
    const refused = await ask(user, newEmail());
    expect([refused.status, refused.body.error]).toEqual([
      400,
      {
        code: 'VALIDATION_ERROR',
        message: 'Password is required',
        details: [{ path: 'password', message: 'Password is required' }],
      },
    ]);
    const wrong = await ask(user, newEmail(), 'wrong');
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await ask(user, newEmail(), PASSWORD)).status).toBe(200);
  });

  test('of another user is refused', async () => {
    const [user, other] = [await shop.signUp(), await shop.signUp()];
    const { status, body } = await ask(user, other.email);
    expect([status, body.error.code]).toEqual([409, 'EMAIL_ALREADY_EXISTS']);
  });

  test('that another user took in the meantime is refused, and nothing changes', async () => {
    const user = await shop.signUp();
    const email = newEmail();
    await ask(user, email);
    const code = await mailedCode(email);
    await shop.call('POST', '/auth/register', { body: { email, password: PASSWORD } });
    const { status, body } = await confirm(user, code);
    expect([status, body.error.code]).toEqual([409, 'EMAIL_ALREADY_EXISTS']);
    expect(await addressOf(user)).toBe(user.email);
    expect(await mailsTo(user.email, 'email_changed')).toEqual([]);
  });

  test('equal to the present one is refused with a message', async () => {
    const user = await shop.signUp();
    const { body } = await ask(user, user.email);
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'email', message: 'This is your address already.' }],
    });
  });

  test('replaces one that was requested before', async () => {
    const user = await shop.signUp();
    const [first, second] = [newEmail(), newEmail()];
    await ask(user, first);
    const old = await mailedCode(first);
    let code = old;
    // Repeats until the codes differ, because one code in a million equals the previous one.
    while (code === old) {
      await ask(user, second);
      code = await mailedCode(second);
    }
    expect((await confirm(user, old)).body.error.code).toBe('INVALID_CODE');
    expect((await confirm(user, code)).body.data.user.email).toBe(second);
  });

  test('makes codes that were mailed to the old one invalid', async () => {
    const user = await shop.signUp();
    await shop.call('POST', '/auth/forgot-password', { body: { email: user.email } });
    const [reset] = await mailsTo(user.email, 'reset_password');
    const email = newEmail();
    await ask(user, email);
    await confirm(user, await mailedCode(email));
    const code = /^ {4}(\d{6})$/m.exec(reset!)![1]!;
    for (const address of [user.email, email]) {
      const response = await shop.call('POST', '/auth/reset-password', {
        body: { email: address, code, password: 'battery staple' },
      });
      expect(response.body.error.code).toBe('INVALID_CODE');
    }
  });
});

describe('the code of a new address', () => {
  test('is required first', async () => {
    const response = await confirm(await shop.signUp(), '123456');
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_CODE']);
  });

  test('works once, in five tries, for ten minutes, for one user', async () => {
    const user = await shop.signUp();
    const email = newEmail();
    await ask(user, email);
    const code = await mailedCode(email);
    const other = await shop.signUp();
    expect((await confirm(other, code)).body.error.code).toBe('INVALID_CODE');
    for (let tried = 0; tried < 5; tried += 1) {
      expect((await confirm(user, otherThan(code))).body.error.code).toBe('INVALID_CODE');
    }
    const sixth = await confirm(user, code);
    expect([sixth.status, sixth.body.error.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(await pendingOf(user)).toBeNull();

    await ask(user, email);
    await shop.owner.query(
      `update one_time_codes set expires_at = expires_at - interval '10 minutes' where user_id = $1`,
      [user.userId],
    );
    expect(await pendingOf(user)).toBeNull();
    const late = await confirm(user, await mailedCode(email));
    expect([late.status, late.body.error.code]).toEqual([400, 'CODE_EXPIRED']);

    await ask(user, email);
    const fresh = await mailedCode(email);
    const responses = await Promise.all(Array.from({ length: 4 }, () => confirm(user, fresh)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(await mailsTo(user.email, 'email_changed')).toHaveLength(1);
  });
});
