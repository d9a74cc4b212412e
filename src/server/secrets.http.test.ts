// Tests that no secret is in the log. A production shop logs at its most verbose level while the test uses secrets of
// every kind. Then the test searches the lines for these secrets.
import { randomInt, randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeError, makeLog } from './runtime/log.ts';
import { useTestApp, type SignedIn } from '../testing/app.ts';
import { begunPayment, confirm, post, postAll, purchased } from '../testing/payments.ts';
import { stockPackType } from '../testing/stock.ts';

const lines: string[] = [];
const log = { write: (line: string) => void lines.push(line) };
const AUTH_SECRET = `secret-of-the-shop-${randomUUID()}`;
const CARD_NUMBER = '4000000000000002';

const shop = useTestApp(
  {
    NODE_ENV: 'production',
    REQUIRE_VERIFIED_EMAIL: 'off',
    PUBLIC_URL: 'https://shop.example',
    AUTH_SECRET,
    LOG_LEVEL: 'trace',
    RATE_LIMITS: 'on',
    TRUST_PROXY: '1',
  },
  { cards: true, log },
);

type Line = Record<string, unknown> & { time: string; msg: string };
const said = () => lines.map((line) => JSON.parse(line) as Line);
const saidOf = (msg: string) => said().filter((line) => line.msg === msg);

let networks = 0;
/** Makes a header that gives each call a network of its own, so that no rate limit applies. */
const from = () => {
  networks += 1;
  return { 'x-forwarded-for': `198.51.100.${networks}` };
};
const send = <Data = never>(method: string, path: string, body?: object, as?: SignedIn) =>
  shop.call<Data>(method, path, { body, as, headers: from() });

/** The values that must not be logged, by their kind. */
const secrets = new Map<string, string>();
const secret = (name: string, value: string = `${name}-${randomUUID()}`): string => {
  secrets.set(name, value);
  return value;
};

async function mailedCode(email: string, kind: string): Promise<string> {
  const { rows } = await shop.owner.query<{ text: string }>(
    'select text from mails where to_address = $1 and kind = $2 order by created_at desc limit 1',
    [email, kind],
  );
  return secret(`code of ${kind}`, /\b\d{6}\b/.exec(rows[0]!.text)![0]);
}

type Tokens = { access_token: string; refresh_token: string; user: { id: string } };

async function signIn(email: string, password: string, code?: string): Promise<SignedIn> {
  const { body } = await send<Tokens>('POST', '/auth/login', { email, password, code });
  return {
    userId: body.data.user.id,
    email,
    accessToken: secret(`access token ${secrets.size}`, body.data.access_token),
    refreshToken: secret(`refresh token ${secrets.size}`, body.data.refresh_token),
  };
}

async function guardAccount(email: string): Promise<void> {
  const password = secret('password');
  const registered = await send<Tokens>('POST', '/auth/register', { email, password });
  secret('first access token', registered.body.data.access_token);
  const code = await mailedCode(email, 'verify_email');
  await send('POST', '/auth/verify', { email, code: secret('wrong code', notThe(code)) });
  await send('POST', '/auth/verify', { email, code });
  // Users sometimes type passwords, or other people's addresses, into the field for the address.
  await send('POST', '/auth/login', { email, password: secret('wrong password') });
  await send('POST', '/auth/login', { email: `${secret('misplaced')}@example.test`, password });
  await send('POST', '/auth/login', { email: secret('no address'), password });

  const me = await signIn(email, password);
  const next = secret('next password');
  await send('PUT', '/users/password', { currentPassword: secret('guess'), newPassword: next }, me);
  await send('PUT', '/users/password', { currentPassword: password, newPassword: next }, me);
  await send('POST', '/auth/forgot-password', { email });
  const reset = await mailedCode(email, 'reset_password');
  const last = secret('last password');
  await send('POST', '/auth/reset-password', { email, code: reset, password: last });
  await useSecondFactor(await signIn(email, last), last);
}

async function useSecondFactor(me: SignedIn, password: string): Promise<void> {
  const setUp = await send<{ secret: string }>('POST', '/users/two-factor', { password }, me);
  const seed = secret('seed of the second factor', setUp.body.data.secret);
  const code = secret('code of the app', generateSync({ secret: seed }));
  const on = await send<{ recoveryCodes: string[] }>(
    'POST',
    '/users/two-factor/confirm',
    { code },
    me,
  );
  on.body.data.recoveryCodes.forEach((one, index) => secret(`recovery code ${index}`, one));
  await send('POST', '/auth/login', { email: me.email, password, code: notThe(code) });
  const again = await signIn(me.email, password, on.body.data.recoveryCodes[0]!);

  const refresh = { refresh_token: again.refreshToken };
  const renewed = await send<Tokens>('POST', '/auth/refresh', refresh);
  secret('renewed refresh token', renewed.body.data.refresh_token);
  await shop.owner.query(`update sessions set rotated_at = rotated_at - interval '1 minute'`);
  await send('POST', '/auth/refresh', refresh);
  const third = await signIn(me.email, password, on.body.data.recoveryCodes[1]!);
  await send('POST', '/auth/logout', {}, third);
  await send('GET', '/users/profile', undefined, third);
}

async function payByCard(): Promise<void> {
  const packType = await stockPackType(shop.context, { packs: 2 });
  const buyer = await shop.signUp();
  const intent = await begunPayment(shop, buyer, packType);
  secret('secret of the payment', intent.clientSecret);
  const card = {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': secret('card number', CARD_NUMBER),
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  };
  await confirm(shop, intent, card);
  await confirm(shop, intent);
  await postAll(shop);
  await purchased(shop, buyer, intent.paymentIntentId);
  await post(shop, { body: '{}', signature: secret('forged signature', `t=1,v1=${randomUUID()}`) });
  await send('GET', '/admin/users', undefined, buyer);
}

async function breakThings(): Promise<void> {
  const token = secret('token in an address');
  const asked = { method: 'GET' as const, headers: { authorization: `Bearer ${token}` } };
  await shop.app.inject({ ...asked, url: `/api/broken?access_token=${token}` });
  await shop.app.inject({ ...asked, url: `/api/users/profile?access_token=${token}` });
  await shop.app.inject({ ...asked, url: `/api/%ff${token}` });
  await shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: `{"email": "a@example.test", "password": "${secret('broken body')}"`,
  });
  await shop.app.inject({
    method: 'GET',
    url: '/api/users/profile?a=%0A{"level":60}',
    headers: { 'user-agent': 'Mozilla\r\n{"level":60,"msg":"Forged"}'.replaceAll(/[\r\n]/g, '\t') },
  });
}

/** Makes a wrong code that has as many digits as `code`. */
const notThe = (code: string) =>
  String((Number(code) + randomInt(1, 10 ** code.length)) % 10 ** code.length).padStart(
    code.length,
    '0',
  );

beforeAll(async () => {
  shop.app.get('/api/broken', () => {
    const raw = { client_secret: secret('secret on an error'), headers: { cookie: 'a' } };
    throw Object.assign(new Error('The provider is at fault'), { raw, payment_intent: raw });
  });
  secret('the shop’s own secret', AUTH_SECRET);
  await guardAccount(`${randomUUID()}@example.test`);
  await payByCard();
  await breakThings();
});

describe('the log of a production shop', () => {
  test('was provoked to log everything', () => {
    expect(secrets.size).toBeGreaterThan(35);
    expect(said().filter(({ msg }) => msg === 'Request answered').length).toBeGreaterThan(30);
  });

  test('contains no password, token, code, card number or key', () => {
    const text = lines.join('');
    const leaked = [...secrets].filter(([, value]) => isSaid(text, value)).map(([name]) => name);
    expect(leaked).toEqual([]);
  });

  test('is searched so that a secret would be found', () => {
    expect(isSaid('{"code":"123456"}', '123456')).toBe(true);
    expect(isSaid('{"time":"1123456"}', '123456')).toBe(false);
  });

  test('contains nobody’s e-mail address', () => {
    expect(lines.filter((line) => line.includes('@example.test'))).toEqual([]);
  });

  test('has sign-ups, sign-ins and sign-outs, and each refusal, with user and address', () => {
    for (const msg of ['A user registered', 'A user signed in']) {
      expect(saidOf(msg)[0]).toMatchObject({
        userId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        ip: expect.stringMatching(/^[\d.]+$/) as string,
        requestId: expect.any(String) as string,
      });
    }
    expect(saidOf('A user signed in').map((line) => line['secondFactor'])).toContain(true);
    expect(
      new Set(
        saidOf('Sign-in refused: wrong password or second factor').map((line) => line['tried']),
      ),
    ).toEqual(new Set(['wrong_passwords', 'wrong_codes']));
    // If there is no account with an address, the log line leaves out the address.
    expect(
      saidOf('Sign-in refused: wrong password or second factor').map((line) => line['userId']),
    ).toContain(null);
    expect(saidOf('Refresh token reused: session ended')).toHaveLength(1);
    expect(saidOf('A user signed out')).toHaveLength(1);
    expect(saidOf('A user changed their password')).toHaveLength(1);
    expect(saidOf('A user set a new password with a mailed code')).toHaveLength(1);
    expect(saidOf('A user turned on their second factor')).toHaveLength(1);
    expect(saidOf('Forbidden: role not allowed')).toMatchObject([{ role: 'user' }]);
  });

  test('has a fault’s message and place, and nothing attached to it', () => {
    const [fault] = saidOf('Request failed: responded with an internal error');
    expect(fault!['err']).toEqual({
      type: 'Error',
      message: 'The provider is at fault',
      stack: expect.stringContaining('secrets.http.test') as string,
    });
  });

  test('is one JSON object a line, in UTC, each with its request, whatever a caller tries to inject', () => {
    for (const line of lines) expect(line.trimEnd()).not.toContain('\n');
    for (const { time } of said()) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(said().filter(({ msg }) => msg === 'Forged')).toEqual([]);
    for (const line of saidOf('Request answered'))
      expect(line['requestId']).toMatch(/^[\w.:-]{3,64}$/);
  });
});

/** Whether a text contains a secret. If the secret is a number, it counts only if no other digit is next to it. */
function isSaid(text: string, value: string): boolean {
  if (!/^\d+$/.test(value)) return text.includes(value);
  return new RegExp(`(?<![\\d.])${value}(?!\\d)`).test(text);
}

test('an error of the database is logged without the values of its row', () => {
  const told: string[] = [];
  const error = Object.assign(new Error('duplicate key value violates unique constraint "u"'), {
    code: '23505',
    constraint: 'u',
    detail: 'Key (email)=(a@example.test) already exists.',
  });
  const logger = makeLog('info', { write: (line) => void told.push(line) });
  logger.error({ err: new Error('No', { cause: error }) }, 'Failed');
  logger.info({ user: { password: 'horse', access_token: 'horse' } });
  expect(told.join('')).toContain('23505');
  expect(told.join('')).not.toMatch(/a@example\.test|horse/);
});

test('a thrown value that is no error is still logged, and an endless chain of causes is not', () => {
  expect(describeError('words')).toEqual({ type: 'string', message: 'words' });
  const circle = new Error('round');
  circle.cause = circle;
  expect(JSON.stringify(describeError(circle)).match(/round/g)!.length).toBeLessThan(20);
});
