// Tests requests that the shop's own pages never send.
import { randomUUID } from 'node:crypto';
import { connect, type AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { holdClock } from '../../testing/clock.ts';
import { AUTH_SECRET } from '../../testing/process.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' });
const real = useTestApp({
  NODE_ENV: 'production',
  AUTH_SECRET,
  REQUIRE_VERIFIED_EMAIL: 'off',
  PUBLIC_URL: 'https://shop.example',
  RATE_LIMITS: 'on',
});
const ALL_ENDPOINTS = Object.values<Endpoint>(ENDPOINTS);
const password = 'correct horse';
const newEmail = () => `${randomUUID()}@example.test`;
const addressOf = ({ path }: Endpoint) => path.replaceAll(/\{\w+\}/g, () => randomUUID());
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

let person: SignedIn;
beforeAll(async () => {
  person = await shop.signUp();
  await stockPackType(shop.context, { packs: 1 });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
});

describe('a method', () => {
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
  const paths = [...new Set(ALL_ENDPOINTS.map(({ path }) => path))];

  test.each(paths)('that %s does not support is refused, with the supported ones', async (path) => {
    const address = addressOf(ALL_ENDPOINTS.find((endpoint) => endpoint.path === path)!);
    // Some addresses also match the path of another endpoint, which has an id where this endpoint
    // has a word.
    const taken = ALL_ENDPOINTS.filter((endpoint) =>
      new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address),
    ).map(({ method }): string => method);
    const allow = new Set(taken.includes('GET') ? ['HEAD', ...taken] : taken);
    for (const method of METHODS.filter((one) => !taken.includes(one))) {
      const { status, headers, body } = await shop.call(method, address, { as: person });
      expect([status, body.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(headers['allow']).toBe([...allow].toSorted().join(', '));
    }
  });

  test('that is unknown is not HTTP', async () => {
    expect(await rawly('BREW /api/config HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('in a header changes nothing', async () => {
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' };
    await shop.call('GET', '/users/sessions', { as: person, headers });
    expect((await shop.call('GET', '/users/profile', { as: person })).status).toBe(200);
  });

  test('that only reads changes nothing but the state of a payment', () => {
    const reading = ALL_ENDPOINTS.filter(({ method }) => method === 'GET');
    expect(reading.filter(({ repeat }) => repeat === 'keyed')).toEqual([]);
    expect(reading.filter(({ repeat }) => repeat === 'natural').map(({ path }) => path)).toEqual([
      '/transactions/{id}',
      '/payments/purchased-packs/{paymentIntentId}',
    ]);
  });
});

describe('a body', () => {
  const WITH_BODY = ALL_ENDPOINTS.filter(
    (endpoint) => endpoint.body !== undefined && endpoint.signedBy === undefined,
  );

  test.each(WITH_BODY.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'of %s that a form of another site could send is refused',
    async (_name, endpoint) => {
      // Anybody may call these endpoints, so the server parses the body before it checks the
      // caller.
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const response = await shop.app.inject({
          method: endpoint.method,
          url: `/api${addressOf(endpoint)}`,
          headers: { 'content-type': type, authorization: `Bearer ${person.accessToken}` },
          payload: '{"email":"a@example.test"}',
        });
        expect([response.statusCode, response.json<{ error: object }>().error]).toEqual([
          400,
          { code: 'VALIDATION_ERROR', message: 'The request body must be JSON' },
        ]);
      }
    },
  );

  test.each(['{"__proto__": {"role": "admin"}}', '{"constructor": {"prototype": {"role": 1}}}'])(
    'with a key of the prototype is refused: %s',
    async (payload) => {
      const { status } = await shop.call('PUT', '/users/settings/general', {
        as: person,
        body: payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(status).toBe(400);
      expect(({} as { role?: string }).role).toBeUndefined();
    },
  );

  test('longer than 128 KB is refused', async () => {
    const { status, body } = await shop.call('POST', '/auth/login', {
      body: { email: newEmail(), password: 'a'.repeat(128 * 1024) },
    });
    expect([status, body.error.message]).toEqual([400, 'The request body is too large']);
  });

  test('that is compressed is not decompressed', async () => {
    const response = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: Buffer.from('1f8b08000000000000ff', 'hex'),
    });
    expect(response.statusCode).toBe(400);
  });
});

describe('a field', () => {
  const profile = async () => {
    const { body } = await shop.call<object>('GET', '/users/profile', { as: person });
    return { ...body.data, updated_at: null };
  };
  const OF_OTHERS = {
    id: randomUUID(),
    userId: randomUUID(),
    role: 'admin',
    account_balance: 1000,
    balance: 1000,
    emailVerified: true,
    email_verified_at: '2026-01-01T00:00:00Z',
    password_hash: 'x',
    locked_at: null,
    created_at: '2020-01-01T00:00:00Z',
  };

  test('that the form lacks gives nobody more rights by registering', async () => {
    const { body } = await shop.call<{ user: object; access_token: string }>(
      'POST',
      '/auth/register',
      { body: { email: newEmail(), password, ...OF_OTHERS } },
    );
    expect(body.data.user).toMatchObject({ role: 'user', emailVerified: false });
    const headers = { authorization: `Bearer ${body.data.access_token}` };
    const made = await shop.call('GET', '/users/profile', { headers });
    expect(made.body.data).toMatchObject({ account_balance: 0 });
  });

  test.each([
    ['PUT', '/users/settings/general', {}],
    ['PUT', '/users/settings/preferences', {}],
    ['PUT', '/users/settings', {}],
  ])('that the form lacks changes nobody by %s %s', async (method, path, body) => {
    const before = await profile();
    await shop.call(method, path, { as: person, body: { ...body, ...OF_OTHERS } });
    expect(await profile()).toEqual(before);
  });

  test('of a wrong type is not accepted in its place', async () => {
    for (const email of [[newEmail()], { $ne: null }, true, 1, null]) {
      const { status } = await shop.call('POST', '/auth/login', { body: { email, password } });
      expect(status).toBe(400);
    }
  });

  test('that is repeated in an address is refused', async () => {
    const path = '/transactions?page=1&page=2';
    const { status, body } = await shop.call('GET', path, { as: person });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('in the body does not replace one in the address', async () => {
    const other = await shop.signUp();
    const { body } = await shop.call<{ id: string }>('GET', '/users/profile', { as: person });
    expect(body.data.id).toBe(person.userId);
    const refused = await shop.call('GET', `/users/profile?userId=${other.userId}`, {
      as: person,
      headers: { 'x-user-id': other.userId },
    });
    expect(refused.status).toBe(403);
  });

  test.each(["' or 1=1 --", '%27', '\\', '$1', '"; drop table users; --', '%', '_'])(
    'is literal text for the database, whatever it contains: %s',
    async (search) => {
      const { status, body } = await shop.call<{ cards: unknown[] }>(
        'GET',
        `/cards/market?search=${encodeURIComponent(search)}`,
      );
      expect(status).toBe(200);
      const all = await shop.call<{ cards: unknown[] }>('GET', '/cards/market');
      expect(all.body.data.cards.length).toBeGreaterThan(0);
      expect(body.data.cards).toEqual([]);
    },
  );

  test('beyond the range of numbers is refused', async () => {
    for (const page of ['9007199254740993', '1e400', '-1', '0x10', '1.5', 'NaN']) {
      const { status } = await shop.call('GET', `/transactions?page=${page}`, { as: person });
      expect(status).toBe(400);
    }
  });
});

describe('a request with two lengths', () => {
  const SMUGGLED = 'GET /api/admin/users HTTP/1.1\r\nHost: a\r\n\r\n';

  test.each([
    [
      'a length and chunks',
      `Content-Length: ${SMUGGLED.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    ],
    ['two lengths', `Content-Length: 0\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`],
    ['chunks that are none', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ['a length that is none', `Content-Length: +0\r\n\r\n${SMUGGLED}`],
  ])('is refused, and nothing after it is read: %s', async (_name, rest) => {
    const response = await rawly(
      `POST /api/auth/check-email HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${rest}`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  test('and headers beyond 16 KB are refused', async () => {
    const response = await rawly(
      `GET /api/config HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('a request for two hosts', () => {
  test.each(['/api/config', '/healthz', '/api/nothing'])('is refused: %s', async (path) => {
    const response = await rawly(
      `GET ${path} HTTP/1.1\r\nHost: shop.example\r\nhost: evil.test\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('"code":"VALIDATION_ERROR"');
  });

  test('and so is one for none', async () => {
    expect(await rawly('GET /api/config HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('in production', () => {
  test.each([
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/.env.example',
    '/package.json',
    '/package-lock.json',
    '/src/server/main.ts',
    '/node_modules/fastify/package.json',
    '/assets/',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/art/',
    '/pictures/',
    '/pictures/..%2f..%2fpackage.json',
    '/metrics',
    '/api/metrics',
    '/debug',
    '/api/debug',
    '/api/test',
    '/api/seed',
    '/server-status',
    '/stripe-sandbox/v1/payment_intents/pi_1',
    '/@vite/client',
    '/@fs/etc/passwd',
  ])('%s does not exist', async (path) => {
    expect((await real.app.inject(path)).statusCode).toBe(404);
  });

  test('an easily guessed or short password is refused everywhere', async () => {
    const easy = 'This password is easy to guess. Please choose another one.';
    const short = 'Password must be at least 8 characters long';
    const email = newEmail();
    const choose = async (method: string, path: string, body: object, as?: SignedIn) =>
      (await real.call(method, path, { body, as })).body.error.message;
    const name = email.split('@')[0]!;
    for (const [tried, message] of [
      ['Dragon2026!', easy],
      [name, easy],
      ['1234567', short],
    ] as const) {
      const body = { email, password: tried };
      expect(await choose('POST', '/auth/register', body)).toBe(message);
    }
    const owner = await real.signUp();
    const change = { currentPassword: password, newPassword: 'feltandfoil1' };
    expect(await choose('PUT', '/users/password', change, owner)).toBe(easy);
    const reset = { email: owner.email, code: '123456', password: 'iloveyou1' };
    expect(await choose('POST', '/auth/reset-password', reset)).toBe(easy);
    await real.owner.query('delete from throttle_counters');
  });

  test('no account exists by default', async () => {
    const { rows } = await real.owner.query<{ users: number }>(
      `select count(*)::int as users from users where email not like '%@example.test'`,
    );
    expect(rows[0]!.users).toBe(0);
    for (const email of ['admin@feltandfoil.test', 'demo@feltandfoil.test', 'admin@example.com']) {
      for (const tried of ['admin', 'demo1234', 'password']) {
        const body = { email, password: tried };
        expect((await real.call('POST', '/auth/login', { body })).status).toBe(401);
      }
    }
  });
});

describe('a password', () => {
  const signIn = (email: string, tried: string) =>
    shop.call('POST', '/auth/login', { body: { email, password: tried } });

  test('counts to the letter: case, blanks at its ends, every character and all 128 of them', async () => {
    const email = newEmail();
    const long = ` Ünïcödé 👩‍🚀 ${'x'.repeat(108)} Z `;
    expect(long.length).toBeGreaterThan(120);
    const body = { email, password: long };
    expect((await shop.call('POST', '/auth/register', { body })).status).toBe(200);
    expect((await signIn(email, long)).status).toBe(200);
    for (const other of [long.trim(), long.toLowerCase(), long.slice(0, -1), long.slice(0, 72)]) {
      expect((await signIn(email, other)).body.error.code).toBe('INVALID_CREDENTIALS');
    }
    expect((await signIn(newEmail(), 'x'.repeat(129))).status).toBe(400);
  });
});

describe('a session', () => {
  const renew = async (age: { unused: string; whole: string }) => {
    const owner = await shop.signUp();
    await shop.owner.query(
      `update sessions set rotated_at = now() - $2::interval, created_at = now() - $3::interval
       where user_id = $1`,
      [owner.userId, age.unused, age.whole],
    );
    const body = { refresh_token: owner.refreshToken };
    const renewed = await shop.call('POST', '/auth/refresh', { body });
    const read = await shop.call('GET', '/users/profile', { as: owner });
    return [renewed.status, read.status];
  };

  test('ends after thirty days without use, and after ninety in any case', async () => {
    expect(await renew({ unused: '29 days', whole: '89 days' })).toEqual([200, 200]);
    expect(await renew({ unused: '31 days', whole: '31 days' })).toEqual([401, 401]);
    expect(await renew({ unused: '1 hour', whole: '91 days' })).toEqual([401, 401]);
  });
});

describe('a session that has ended', () => {
  test('moves no money and no card from the next call on', async () => {
    const owner = await shop.signUp(50);
    const keyed = ALL_ENDPOINTS.filter(
      (endpoint) => endpoint.repeat === 'keyed' && endpoint.audience === 'user',
    );
    expect(keyed.length).toBeGreaterThan(3);
    await shop.call('POST', '/auth/logout', { as: owner, body: {} });
    for (const endpoint of keyed) {
      const { status, body } = await shop.call(endpoint.method, addressOf(endpoint), {
        as: owner,
        body: {},
        key: randomUUID(),
      });
      expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });
});

describe('browsers’ reports', () => {
  const lines: string[] = [];
  const told = useTestApp(
    { LOG_LEVEL: 'warn', RATE_LIMITS: 'on' },
    { log: { write: (line) => void lines.push(line) } },
  );
  const report = (type: string, body: unknown) =>
    told.app.inject({
      method: 'POST',
      url: '/policy-reports',
      headers: { 'content-type': type },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const violations = () =>
    lines.map((line) => (JSON.parse(line) as { violation?: object }).violation).filter(Boolean);

  test('about a page’s policy are logged, in both forms, without the private parts of an address', async () => {
    const old = {
      'csp-report': {
        'document-uri': 'https://shop.example/auth?mode=reset#123456',
        'violated-directive': 'script-src-elem',
        'blocked-uri': 'https://evil.test/x.js?stolen=1',
      },
    };
    const recent = [
      { type: 'deprecation', body: {} },
      {
        type: 'csp-violation',
        body: {
          documentURL: 'https://shop.example/',
          effectiveDirective: 'img-src',
          blockedURL: 'inline',
        },
      },
    ];
    expect((await report('application/csp-report', old)).statusCode).toBe(204);
    expect((await report('application/reports+json', recent)).statusCode).toBe(204);
    expect(violations()).toEqual([
      {
        page: 'https://shop.example/auth',
        directive: 'script-src-elem',
        blocked: 'https://evil.test/x.js',
      },
      { page: 'https://shop.example/', directive: 'img-src', blocked: 'inline' },
    ]);
  });

  test('about anything else, or of unlimited size, are not', async () => {
    const before = violations().length;
    await report('application/reports+json', '[{"type": 1}]');
    await report('application/json', { 'csp-report': 1 });
    expect((await report('application/csp-report', '{')).statusCode).toBe(400);
    expect((await report('text/plain', '{}')).statusCode).toBe(400);
    expect((await report('application/csp-report', `"${'a'.repeat(20_000)}"`)).statusCode).toBe(
      400,
    );
    expect(violations().length).toBe(before);
  });

  test('are not read if there are too many', async () => {
    await holdClock(told);
    const responses = await Promise.all(
      Array.from({ length: 25 }, () => report('application/csp-report', { a: 1 })),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(
      5,
    );
  });
});

/** Sends raw bytes. Returns everything that the server sends until the connection ends. */
function rawly(bytes: string): Promise<string> {
  const { port } = shop.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (part) => void parts.push(Buffer.from(part)));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
  });
}
