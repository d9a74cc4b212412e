// Runs calls against a real HTTP server on loopback. Each test defines the server's responses.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { login, checkEmail } from '#contract/accounts.ts';
import { amount } from '#contract/amounts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { wholeNumber } from '#contract/paging.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { browserStorage } from '../browser/browser-storage.ts';
import { call } from './call.ts';
import { client } from './request.ts';
import { signedInUser, signIn, signOut, takeLoss } from './session.ts';

type MockResponse = {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  hangs?: boolean;
  hangsUp?: boolean;
  /** If set, the response is sent only after this promise has been fulfilled. */
  after?: Promise<unknown>;
};
type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

let server: Server;
let seen: Seen[];
let respondTo: (request: Seen, at: number) => MockResponse;

const success = (data: unknown): MockResponse => ({
  body: { success: true, data, timestamp: '2026-11-20T00:00:00.000Z' },
});
const refusal = (
  status: number,
  code: string,
  message: string,
  details?: unknown,
): MockResponse => ({
  status,
  body: {
    success: false,
    error: { code, message, details },
    timestamp: '2026-11-20T00:00:00.000Z',
  },
});
const CONFIG = { highValue: 20, charges: { taxRate: 0.08, cardFee: 0.5 } };
// The tests use endpoints of their own, so that changes to the shop's endpoints do not affect the tests.
const listCards = endpoint({
  method: 'GET',
  path: '/cards',
  summary: '',
  audience: 'user',
  repeat: 'none',
  query: z.object({
    page: wholeNumber('page', 1, 100, 1),
    pageSize: wholeNumber('pageSize', 1, 100, 8),
    status: z.optional(z.array(z.string())),
  }),
  reply: z.object({ cards: z.array(z.string()) }),
  rejections: [],
});
const buyPack = endpoint({
  method: 'POST',
  path: '/packs/{packId}/buy',
  summary: '',
  audience: 'user',
  repeat: 'keyed',
  params: z.object({ packId: z.string() }),
  body: z.object({ quantity: z.int() }),
  reply: z.null(),
  rejections: [],
});
const showConfig = endpoint({
  method: 'GET',
  path: '/config',
  summary: '',
  audience: 'anyone',
  repeat: 'none',
  reply: z.object({ highValue: amount }),
  rejections: [],
});
const NO_CARDS = { cards: [] };
const USER = {
  id: '7f3c9100-0000-4000-8000-000000000001',
  email: 'mira@example.com',
  role: 'user' as const,
  emailVerified: true,
  created_at: new Date('2026-01-01T00:00:00.000Z'),
};

function enter(access = 'old'): void {
  signIn({ access_token: access, refresh_token: 'refresh-1', user: USER });
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const one = { method: request.method!, url: request.url!, headers: request.headers, body };
      seen.push(one);
      const reply = respondTo(one, seen.length);
      if (reply.hangsUp) request.socket.destroy();
      if (reply.hangs || reply.hangsUp) return;
      void Promise.resolve(reply.after).then(() => {
        response.writeHead(reply.status ?? 200, {
          'content-type': 'application/json',
          ...reply.headers,
        });
        response.end(JSON.stringify(reply.body));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client.backoffBaseMs = 4;
  client.jitterMs = 2;
});

afterEach(() => {
  vi.restoreAllMocks();
  signOut();
  client.timeoutMs = 30_000;
  server.closeAllConnections();
  server.close();
});

describe('for two seconds after a change', () => {
  const showPrice = endpoint({ ...showConfig, path: '/price', reads: ['catalogue'] });
  const showRates = endpoint({ ...showConfig, path: '/rates', reads: ['shop'] });
  const setPrice = endpoint({ ...buyPack, changes: ['catalogue'] });

  test.each([
    ['is done', success(null)],
    ['was refused, because somebody else was faster', refusal(409, 'PACK_UNAVAILABLE', '')],
  ])('that %s, reads of what it changed bypass the cache, and nothing else', async (_how, said) => {
    enter();
    respondTo = ({ method }) => (method === 'POST' ? said : success(CONFIG));
    await call(setPrice, { packId: 'a', quantity: 1 }).catch(() => {});
    await call(showPrice, {});
    await call(showRates, {});
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_000);
    await call(showPrice, {});
    vi.restoreAllMocks();
    const sent = seen
      .slice(1)
      .map(({ headers }) => [headers['cache-control'], headers.authorization]);
    expect(sent).toEqual([
      ['no-cache', 'Bearer old'],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
});

describe('a request', () => {
  test('of the public catalogue or the auth calls has no token', async () => {
    enter();
    respondTo = ({ url }) => success(url.endsWith('/config') ? CONFIG : { exists: true });
    const config = await call(showConfig, {});
    expect(config.highValue).toBe(2000);
    await call(checkEmail, { email: 'mira@example.com' });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
    expect(seen[1]!.body).toBe('{"email":"mira@example.com"}');
  });

  test('has lists as key[]=value, and omits missing values', async () => {
    enter();
    respondTo = () => success(NO_CARDS);
    await call(listCards, { status: ['shipped', 'delivered'], page: 2 });
    const { searchParams } = new URL(seen[0]!.url, client.origin);
    expect([...searchParams]).toEqual(
      expect.arrayContaining([
        ['status[]', 'shipped'],
        ['status[]', 'delivered'],
        ['page', '2'],
      ]),
    );
    expect(searchParams.has('pageSize')).toBe(false);
    expect(seen[0]!.headers.authorization).toBe('Bearer old');
  });

  test('with a value that breaks a rule of the contract is not sent', async () => {
    const error = await failureOf(call(checkEmail, { email: 'mira' }));
    expect(error).toMatchObject({
      type: 'validation_error',
      status: 400,
      code: 'VALIDATION_ERROR',
    });
    expect(error.fields).toEqual([
      { path: 'email', message: 'Please enter a valid email address' },
    ]);
    expect(seen).toEqual([]);
  });

  test('to an address that is neither https nor local is refused', async () => {
    client.origin = 'http://shop.example';
    const error = await failureOf(call(showConfig, {}));
    expect(error.message).toBe('Security Error: API calls must use HTTPS.');
  });

  test('has the same Idempotency-Key in all retries of one press', async () => {
    enter();
    respondTo = () => refusal(503, 'UNAVAILABLE', 'Server error - please try again later');
    await failureOf(call(buyPack, { packId: 'a/b', quantity: 1 }, { key: 'press-1' }));
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(
      Array.from({ length: 4 }, () => 'press-1'),
    );
    expect(seen[0]).toMatchObject({ url: '/api/packs/a%2Fb/buy', body: '{"quantity":1}' });
  });
});

describe('a response', () => {
  test('is read with either spelling of its names', async () => {
    respondTo = () => success({ high_value: 20 });
    expect(await call(showConfig, {})).toEqual({ highValue: 2000 });
  });

  test('may lack a requested field', async () => {
    for (const nothing of [undefined, null]) {
      respondTo = () => success(nothing);
      expect(await failureOf(call(showConfig, {}))).toMatchObject({ code: 'NO_DATA' });
    }
    respondTo = () => success({ lowValue: 20 });
    expect(await failureOf(call(showConfig, {}))).toMatchObject({ code: 'UNKNOWN_ERROR' });
  });
});

describe('retries', () => {
  test('happen three times after server errors, then the last error is thrown', async () => {
    respondTo = () => refusal(500, 'SERVER_ERROR', 'inner words');
    const error = await failureOf(call(showConfig, {}));
    expect(seen).toHaveLength(4);
    expect(error).toMatchObject({ type: 'server_error', status: 500, isRetryable: true });
  });

  test('end with the first success', async () => {
    respondTo = (_request, at) => (at < 3 ? { status: 502, body: {} } : success(CONFIG));
    await call(showConfig, {});
    expect(seen).toHaveLength(3);
  });

  test('do not happen for a caller that retries by itself', async () => {
    respondTo = () => refusal(503, 'UNAVAILABLE', '');
    await failureOf(call(showConfig, {}, { retry: false }));
    expect(seen).toHaveLength(1);
  });

  test('happen for RATE_LIMITED, but not for other codes of 429 and auth calls', async () => {
    respondTo = (_request, at) =>
      at === 1 ? refusal(429, 'RATE_LIMITED', 'Too many requests') : success(CONFIG);
    await call(showConfig, {});
    expect(seen).toHaveLength(2);

    seen = [];
    respondTo = () => refusal(429, 'TOO_MANY_ATTEMPTS', 'Too many');
    expect((await failureOf(call(showConfig, {}))).code).toBe('TOO_MANY_ATTEMPTS');
    expect(seen).toHaveLength(1);

    seen = [];
    respondTo = () => refusal(429, 'RATE_LIMITED', 'Too many requests');
    await failureOf(call(login, { email: 'mira@example.com', password: 'secret1' }));
    expect(seen).toHaveLength(1);
  });

  test('end in a timeout if a server does not respond', async () => {
    client.timeoutMs = 40;
    respondTo = () => ({ hangs: true });
    // Counts what is sent, because on a busy machine a request may end before the server sees it.
    const sent = vi.spyOn(globalThis, 'fetch');
    const error = await failureOf(call(showConfig, {}));
    expect(error).toMatchObject({ type: 'timeout_error', message: 'Request timed out', status: 0 });
    expect(sent).toHaveBeenCalledTimes(4);
  });

  test('end in a network error if there is no server', async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    const error = await failureOf(call(showConfig, {}));
    expect(error).toMatchObject({
      type: 'network_error',
      message: 'Network error - please check your connection',
    });
  });
});

describe('the session', () => {
  test('exchanges an expired token once for all failed calls, and each is retried', async () => {
    enter();
    respondTo = ({ url, headers }) => {
      if (url.endsWith('/auth/refresh'))
        return success({ access_token: 'new', refresh_token: 'refresh-2' });
      if (headers.authorization === 'Bearer new') return success(NO_CARDS);
      return refusal(401, 'TOKEN_EXPIRED', 'Your session has expired. Please log in again.');
    };
    await Promise.all([
      call(listCards, {}),
      call(listCards, { page: 2 }),
      call(listCards, { page: 3 }),
    ]);
    expect(seen.filter(({ url }) => url.endsWith('/auth/refresh'))).toHaveLength(1);
    expect(browserStorage.getItem('refresh_token')).toBe('refresh-2');
    expect(signedInUser()?.email).toBe('mira@example.com');
  });

  test('uses a token that another tab has renewed, without a refresh', async () => {
    enter();
    respondTo = ({ headers }) => {
      if (headers.authorization === 'Bearer from-tab-2') return success(NO_CARDS);
      browserStorage.setItem('access_token', 'from-tab-2');
      return refusal(401, 'TOKEN_EXPIRED', '');
    };
    await call(listCards, {});
    expect(seen.map(({ url }) => url.split('?')[0])).toEqual(['/api/cards', '/api/cards']);
  });

  test.each([
    ['the refresh is refused', (url: string) => url.endsWith('/auth/refresh'), 2],
    ['the second try is refused too', () => false, 3],
  ])('ends when %s, and the console says so', async (_case, refuses, requests) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    enter();
    respondTo = ({ url }) =>
      url.endsWith('/auth/refresh') && !refuses(url)
        ? success({ access_token: 'new', refresh_token: 'refresh-2' })
        : refusal(401, 'UNAUTHORIZED', 'Authentication required');
    const error = await failureOf(call(listCards, {}));
    expect(error.type).toBe('auth_error');
    expect(seen).toHaveLength(requests);
    expect(signedInUser()).toBeNull();
    expect(browserStorage.getItem('access_token')).toBeNull();
    expect(warn).toHaveBeenCalledExactlyOnceWith('Authentication failed - user logged out');
  });

  test.each([
    ['UNAUTHORIZED', 'expired'],
    ['SIGNED_OUT', 'signed_out'],
  ])('that a refresh refuses as %s is lost as %s', async (code, why) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    enter();
    respondTo = ({ url }) =>
      refusal(401, url.endsWith('/auth/refresh') ? code : 'UNAUTHORIZED', 'Please log in again');
    await failureOf(call(listCards, {}));
    expect(takeLoss()).toBe(why);
  });

  test('survives a refresh without a response', async () => {
    enter();
    respondTo = ({ url }) =>
      url.endsWith('/auth/refresh') ? { hangsUp: true } : refusal(401, 'TOKEN_EXPIRED', '');
    const error = await failureOf(call(listCards, {}));
    expect(error.type).toBe('network_error');
    expect(signedInUser()?.email).toBe('mira@example.com');
    expect(browserStorage.getItem('refresh_token')).toBe('refresh-1');
  });

  /**
   * Starts a call with an expired token. The server holds back its response to the renewal until the test releases it.
   */
  async function beginRenewal(response: MockResponse) {
    const held = Promise.withResolvers<void>();
    respondTo = ({ url, headers }) => {
      if (url.endsWith('/auth/refresh')) return { ...response, after: held.promise };
      if (headers.authorization === 'Bearer old') return refusal(401, 'TOKEN_EXPIRED', '');
      return success(NO_CARDS);
    };
    const calling = failureOf(call(listCards, {}));
    await vi.waitFor(() => expect(seen.at(-1)?.url).toBe('/api/auth/refresh'));
    return { calling, respondNow: held.resolve };
  }
  const RENEWED = success({ access_token: 'new', refresh_token: 'refresh-2' });
  const OTHER = { ...USER, id: '7f3c9100-0000-4000-8000-000000000002', email: 'ada@example.com' };

  test('stays ended if the user signs out during a renewal', async () => {
    enter();
    const { calling, respondNow } = await beginRenewal(RENEWED);
    signOut();
    respondNow();
    expect((await calling).type).toBe('auth_error');
    expect(browserStorage.getItem('access_token')).toBeNull();
    expect(browserStorage.getItem('refresh_token')).toBeNull();
    expect(seen).toHaveLength(2);
  });

  test.each([
    ['comes', RENEWED],
    ['is refused', refusal(401, 'UNAUTHORIZED', 'Authentication required')],
  ])(
    'stays after a new sign-in if the token of another %s late, and nothing is done in the new user’s name',
    async (_case, response) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      enter();
      const { calling, respondNow } = await beginRenewal(response);
      signOut();
      signIn({ access_token: 'of-ada', refresh_token: 'refresh-of-ada', user: OTHER });
      respondNow();
      expect((await calling).type).toBe('auth_error');
      expect(browserStorage.getItem('access_token')).toBe('of-ada');
      expect(browserStorage.getItem('refresh_token')).toBe('refresh-of-ada');
      expect(signedInUser()?.email).toBe('ada@example.com');
      expect(seen).toHaveLength(2);
      expect(warn).not.toHaveBeenCalled();
    },
  );

  test('does not repeat an earlier user’s call after a new sign-in', async () => {
    enter();
    const held = Promise.withResolvers<void>();
    respondTo = () => ({ ...refusal(401, 'TOKEN_EXPIRED', ''), after: held.promise });
    const calling = failureOf(call(buyPack, { packId: 'a', quantity: 1 }));
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    signOut();
    signIn({ access_token: 'of-ada', refresh_token: 'refresh-of-ada', user: OTHER });
    held.resolve();
    expect((await calling).type).toBe('auth_error');
    expect(seen).toHaveLength(1);
    expect(signedInUser()?.email).toBe('ada@example.com');
  });

  test('stays after a new sign-in if a repeated call is refused', async () => {
    enter();
    const held = Promise.withResolvers<void>();
    respondTo = ({ url, headers }) => {
      if (url.endsWith('/auth/refresh')) return RENEWED;
      const refused = refusal(401, 'UNAUTHORIZED', 'Authentication required');
      return headers.authorization === 'Bearer new' ? { ...refused, after: held.promise } : refused;
    };
    const calling = failureOf(call(listCards, {}));
    await vi.waitFor(() => expect(seen).toHaveLength(3));
    signOut();
    signIn({ access_token: 'of-ada', refresh_token: 'refresh-of-ada', user: OTHER });
    held.resolve();
    await calling;
    expect(signedInUser()?.email).toBe('ada@example.com');
  });

  test('does not wait for another user’s pending renewal', async () => {
    enter();
    const { calling, respondNow } = await beginRenewal(RENEWED);
    signOut();
    signIn({ access_token: 'expired-too', refresh_token: 'refresh-of-ada', user: OTHER });
    respondTo = ({ url, headers }) => {
      if (url.endsWith('/auth/refresh'))
        return success({ access_token: 'of-ada', refresh_token: 'refresh-of-ada-2' });
      if (headers.authorization === 'Bearer of-ada') return success(NO_CARDS);
      return refusal(401, 'TOKEN_EXPIRED', '');
    };
    expect(await call(listCards, {})).toEqual(NO_CARDS);
    respondNow();
    await calling;
    expect(browserStorage.getItem('refresh_token')).toBe('refresh-of-ada-2');
  });

  test('survives a wrong password in a prompt', async () => {
    enter();
    respondTo = () => refusal(401, 'INVALID_CREDENTIALS', 'Invalid password. Please try again.');
    const error = await failureOf(call(buyPack, { packId: 'a', quantity: 1 }));
    expect(error.code).toBe('INVALID_CREDENTIALS');
    expect(seen).toHaveLength(1);
    expect(signedInUser()).not.toBeNull();
  });

  test('is not expired by a wrong password', async () => {
    respondTo = () => refusal(401, 'INVALID_CREDENTIALS', 'Invalid password. Please try again.');
    const error = await failureOf(call(login, { email: 'mira@example.com', password: 'wrong' }));
    expect(error.code).toBe('INVALID_CREDENTIALS');
    expect(seen).toHaveLength(1);
  });

  test('survives a repeated wrong password', async () => {
    enter();
    respondTo = () => refusal(401, 'INVALID_CREDENTIALS', 'Invalid password. Please try again.');
    const error = await failureOf(call(listCards, {}));
    expect(error.code).toBe('INVALID_CREDENTIALS');
    expect(seen).toHaveLength(1);
    expect(signedInUser()?.email).toBe('mira@example.com');
  });

  test('reads the legacy token if there is no other', async () => {
    browserStorage.setItem('auth_token', 'legacy');
    respondTo = () => success(NO_CARDS);
    await call(listCards, {});
    expect(seen[0]!.headers.authorization).toBe('Bearer legacy');
  });
});
