import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CALLS_FILE, writeClientCalls } from '../scripts/client-calls.ts';
import { centsOf, decimalOf, fromJson, sumOf, toJson, type Cents } from './src/amounts.ts';
import { shopClient, type ClientOptions } from './src/client.ts';
import { ShopError } from './src/errors.ts';
import { readWebhook, WebhookError } from './src/webhooks.ts';

const ADDRESS = 'https://shop.test';
const ID = '018f6b1c-2d3e-4f50-8a6b-7c8d9e0f1a2b';

type Sent = { method: string; path: string; headers: Headers; body: unknown };

/** A client of a shop that gives these answers in turn, and the requests that it sent. */
function clientOf(answers: (Response | Error)[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const fetchAnswer: typeof fetch = async (url, init) => {
    const { pathname, search } = new URL(url as string);
    const body: unknown = init?.body === undefined ? null : JSON.parse(init.body as string);
    const headers = new Headers(init!.headers);
    sent.push({ method: init!.method!, path: pathname + search, headers, body });
    const answer = answers.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const shop = shopClient({ address: ADDRESS, backoffMs: 0, fetch: fetchAnswer, ...options });
  return { shop, sent };
}

const success = (data: unknown) =>
  Response.json({ success: true, data, timestamp: '2026-12-01T18:00:00.000Z' });

function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  const error = { code, message: `This is ${code}` };
  return Response.json({ success: false, error }, { status, headers });
}

/** How many requests were sent after each of these pauses, with one millisecond less nothing more. */
async function sentAfter(pausesMs: number[], sent: Sent[]): Promise<number[]> {
  await vi.advanceTimersByTimeAsync(0);
  const counts = [sent.length];
  for (const ms of pausesMs) {
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(sent).toHaveLength(counts.at(-1)!);
    await vi.advanceTimersByTimeAsync(1);
    counts.push(sent.length);
  }
  return counts;
}

const holdTimers = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the client has the calls of the contract: if not, `npm run client`', () => {
  expect(readFileSync(CALLS_FILE, 'utf8')).toBe(writeClientCalls());
});

describe('an amount', () => {
  test('is the same cents after it was written as text or in JSON', () => {
    const amounts = fc.integer({ min: -1e13, max: 1e13 }) as fc.Arbitrary<Cents>;
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(centsOf(decimalOf(amount))).toBe(amount);
        expect(fromJson(JSON.parse(JSON.stringify(toJson(amount))) as number)).toBe(amount);
      }),
    );
    expect(decimalOf(sumOf(centsOf('0.1'), centsOf('0.2')))).toBe('0.30');
    expect(decimalOf(centsOf('-0.05'))).toBe('-0.05');
  });

  test.each(['', '1.234', '1,5', '.5', '1e3', 'CAD 1'])('is not %j', (text) => {
    expect(() => centsOf(text)).toThrow(RangeError);
  });
});

describe('a call', () => {
  test('puts its fields where the shop reads them', async () => {
    const { shop, sent } = clientOf([success({ cards: [], pagination: {} }), success(null)], {
      key: 'fafk_1',
    });
    await shop.listMyCards({ finish: ['foil'], priceMin: centsOf('2.50'), page: 2 });
    await shop.sellCard({ cardId: ID, packOpeningId: ID, expectedSellPrice: centsOf('1.05') });
    const [list, sale] = sent;
    expect([list!.method, list!.path, list!.body]).toEqual([
      'GET',
      '/api/cards/my?page=2&finish%5B%5D=foil&priceMin=2.50',
      null,
    ]);
    expect(list!.headers.get('authorization')).toBe('Bearer fafk_1');
    expect(sale!.body).toEqual({ cardId: ID, packOpeningId: ID, expectedSellPrice: 1.05 });
  });

  test('reads amounts as cents, wherever they are in the answer', async () => {
    const order = { total: 12.96, lines: [{ unitPrice: 12 }], payment: null };
    const { shop } = clientOf([success(order)]);
    expect(await shop.showOrder({ id: ID })).toEqual({
      total: 1296,
      lines: [{ unitPrice: 1200 }],
      payment: null,
    });
  });

  test('escapes what is in its address', async () => {
    const { shop, sent } = clientOf([success({})]);
    await shop.showOrder({ id: '../users?x=1' });
    expect(sent[0]!.path).toBe('/api/admin/orders/..%2Fusers%3Fx%3D1');
  });

  test('is sent again after errors that may pass, with the same Idempotency-Key', async () => {
    const { shop, sent } = clientOf([
      new TypeError('fetch failed'),
      refusal(503, 'UNAVAILABLE'),
      refusal(429, 'RATE_LIMITED'),
      success({ packOpenings: [] }),
    ]);
    await shop.purchaseWithBalance({
      packs: [{ packId: 'a', quantity: 1 }],
      paymentMethod: 'balance',
    });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
  });

  test('fails after three retries, with what the shop said last', async () => {
    const { shop, sent } = clientOf(Array.from({ length: 9 }, () => refusal(500, 'SERVER_ERROR')));
    const failed = shop.showOrder({ id: ID }).catch((error: unknown) => error);
    expect(await failed).toMatchObject({
      type: 'server_error',
      status: 500,
      code: 'SERVER_ERROR',
      message: 'This is SERVER_ERROR',
      isRefusal: false,
    });
    expect(sent).toHaveLength(4);
  });

  test.each([
    [400, 'VALIDATION_ERROR'],
    [403, 'FORBIDDEN'],
    [409, 'PRICE_CHANGED'],
    [429, 'TOO_MANY_ATTEMPTS'],
  ])('is not sent again after a refusal (%i %s)', async (status, code) => {
    const { shop, sent } = clientOf([refusal(status, code)]);
    const failed = shop.showOrder({ id: ID }).catch((error: unknown) => error);
    expect(await failed).toMatchObject({ code, isRefusal: true });
    expect(await failed).toBeInstanceOf(ShopError);
    expect(sent).toHaveLength(1);
  });

  test('is sent again after 1, 2 and 4 seconds and up to a second of chance', async () => {
    holdTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { shop, sent } = clientOf(
      [1, 2, 3, 4].map(() => refusal(500, 'SERVER_ERROR')),
      { backoffMs: 1_000 },
    );
    const failed = shop.showOrder({ id: ID }).catch((error: unknown) => error);
    expect(await sentAfter([1_500, 2_500, 4_500], sent)).toEqual([1, 2, 3, 4]);
    expect(await failed).toMatchObject({ code: 'SERVER_ERROR' });
  });

  test('waits as long as the shop asks for', async () => {
    holdTimers();
    const { shop, sent } = clientOf([
      refusal(503, 'UNAVAILABLE', { 'retry-after': '7' }),
      success({ total: 1 }),
    ]);
    const call = shop.showOrder({ id: ID });
    expect(await sentAfter([7_000], sent)).toEqual([1, 2]);
    expect(await call).toEqual({ total: 100 });
  });

  test('fails if no response arrives in time', async () => {
    const silent: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error));
      });
    const { shop } = clientOf([], { fetch: silent, timeoutMs: 20, retries: 0 });
    await expect(shop.showOrder({ id: ID })).rejects.toMatchObject({
      type: 'timeout_error',
      status: 0,
    });
  });

  test('can be stopped while it waits', async () => {
    holdTimers();
    const answers = [refusal(503, 'UNAVAILABLE', { 'retry-after': '20' })];
    const { shop } = clientOf(answers);
    const stop = new AbortController();
    const call = shop.showOrder({ id: ID }, { signal: stop.signal });
    await vi.advanceTimersByTimeAsync(10_000);
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });

  test('never leaves without TLS, but for a shop on this machine', () => {
    expect(() => shopClient({ address: 'http://shop.test' })).toThrow('must use HTTPS');
    expect(() => shopClient({ address: 'http://127.0.0.1:3000' })).not.toThrow();
  });
});

describe('a person’s tokens', () => {
  const expired = () => refusal(401, 'TOKEN_EXPIRED');
  const tokens = { access_token: 'old', refresh_token: 'r1' };
  const renewed = { access_token: 'new', refresh_token: 'r2' };

  test('are renewed once for all calls that fail together', async () => {
    const told: unknown[] = [];
    const { shop, sent } = clientOf(
      [expired(), expired(), success(renewed), success({}), success({})],
      { tokens, onTokens: (given) => told.push(given) },
    );
    await Promise.all([shop.showOrder({ id: ID }), shop.showOrder({ id: ID })]);
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer old',
      'Bearer old',
      null,
      'Bearer new',
      'Bearer new',
    ]);
    expect(sent[2]).toMatchObject({ path: '/api/auth/refresh', body: { refresh_token: 'r1' } });
    expect(told).toEqual([renewed]);
  });

  test('are forgotten if the shop refuses to renew them', async () => {
    const told: unknown[] = [];
    const { shop } = clientOf([expired(), refusal(401, 'UNAUTHORIZED')], {
      tokens,
      onTokens: (given) => told.push(given),
    });
    await expect(shop.showOrder({ id: ID })).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(told).toEqual([null]);
  });

  test('stay if no answer about renewing them arrives', async () => {
    const lost = new TypeError('fetch failed');
    const { shop } = clientOf(
      [expired(), lost, expired(), success(renewed), success({ total: 1 })],
      { tokens, retries: 0 },
    );
    await expect(shop.showOrder({ id: ID })).rejects.toMatchObject({ type: 'network_error' });
    expect(await shop.showOrder({ id: ID })).toEqual({ total: 100 });
  });
});

describe('a list', () => {
  const page = (items: number, pagination: object) =>
    success({ orders: Array.from({ length: items }, () => ({ total: 1 })), pagination });

  test('is read page by page to its end, even if the shop counted only a part of it', async () => {
    const { shop, sent } = clientOf([
      page(100, { limit: 100, hasNext: true }),
      page(100, { limit: 100, hasNext: false }),
      page(7, { limit: 100, hasNext: false }),
    ]);
    const totals = (await Array.fromAsync(shop.listOrders.each())).map(({ total }) => total);
    expect(totals).toEqual(Array.from({ length: 207 }, () => 100));
    expect(sent.map(({ path }) => path.split('?')[1])).toEqual([
      'page=1&limit=100',
      'page=2&limit=100',
      'page=3&limit=100',
    ]);
  });

  test('asks for no page that nobody wants', async () => {
    const { shop, sent } = clientOf([page(2, { limit: 2, hasNext: true })]);
    for await (const order of shop.listOrders.each({ limit: 2 })) {
      expect(order.total).toBe(100);
      break;
    }
    expect(sent).toHaveLength(1);
  });
});

describe('a webhook', () => {
  const KEY = Buffer.from('a secret of the endpoint');
  const secret = `whsec_${KEY.toString('base64')}`;
  const now = new Date('2026-12-01T18:00:00.000Z');
  const sentAt = String(now.getTime() / 1_000);
  const body = JSON.stringify({ type: 'order.paid', timestamp: now, data: { note: 'Pokémon' } });

  const signatureOf = (key: Buffer, text = body, at = sentAt) =>
    `v1,${createHmac('sha256', key).update(`msg_1.${at}.${text}`).digest('base64')}`;
  const headersWith = (signature: string, at = sentAt) => ({
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': at,
    'Webhook-Signature': signature,
  });

  test('is read if the shop signed it, whatever the form of its headers and body', async () => {
    const headers = headersWith(signatureOf(KEY));
    const event = { id: 'msg_1', type: 'order.paid', data: { note: 'Pokémon' } };
    const bytes = new TextEncoder().encode(body);
    expect(await readWebhook({ secret, headers, body, now })).toMatchObject(event);
    expect(
      await readWebhook({ secret, headers: new Headers(headers), body: bytes, now }),
    ).toMatchObject(event);
  });

  test('is read while one secret replaces another', async () => {
    const other = Buffer.from('the next secret');
    const headers = headersWith(`v1a,abc ${signatureOf(other)} ${signatureOf(KEY)}`);
    expect(await readWebhook({ secret, headers, body, now })).toMatchObject({ id: 'msg_1' });
    const secrets = [`whsec_${Buffer.from('gone').toString('base64')}`, secret];
    expect(await readWebhook({ secret: secrets, headers, body, now })).toMatchObject({
      id: 'msg_1',
    });
  });

  const old = String(Number(sentAt) - 301);
  const early = String(Number(sentAt) + 301);
  test.each([
    ['another secret signed it', headersWith(signatureOf(Buffer.from('another')))],
    ['its body was changed', headersWith(signatureOf(KEY, `${body} `))],
    ['it has no signature', headersWith('')],
    ['its signature is no Base64', headersWith('v1,%%%')],
    ['its signature has another version', headersWith(signatureOf(KEY).replace('v1', 'v2'))],
    ['it is over five minutes old', headersWith(signatureOf(KEY, body, old), old)],
    ['it comes from the future', headersWith(signatureOf(KEY, body, early), early)],
    ['its time is no number', headersWith(signatureOf(KEY, body, 'now'), 'now')],
    ['it has no headers', {}],
  ])('is refused if %s', async (_why, headers) => {
    await expect(readWebhook({ secret, headers, body, now })).rejects.toBeInstanceOf(WebhookError);
  });

  test('is not judged by an empty secret', async () => {
    const headers = headersWith(signatureOf(KEY));
    await expect(readWebhook({ secret: 'whsec_', headers, body, now })).rejects.toThrow(TypeError);
  });
});
