import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ROOMS } from '#contract/rooms.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { EVENT_TYPES } from '#domain/shop-event.ts';
import { ROUTES } from '../app.ts';
import { useTestApp } from '../../testing/app.ts';
import { referencesIn, resolved } from '../../testing/openapi.ts';
import { stockPackType } from '../../testing/stock.ts';

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};
type Document = {
  openapi: string;
  webhooks: Record<
    string,
    {
      post: {
        parameters: { name: string }[];
        requestBody: { content: { 'application/json': { schema: object; example: object } } };
      };
    }
  >;
  tags: { name: string; description: string }[];
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        summary: string;
        description: string;
        'x-audience': string;
        tags: string[];
        requestBody?: { content: { 'application/json': { example: unknown } } };
        responses: Record<
          string,
          { description: string; content: { 'application/json': { schema: Schema } } }
        >;
      }
    >
  >;
};

const shop = useTestApp();
let served: { components: Record<string, Record<string, object>> };
/** The served document, with each reference replaced by its target. */
let document: Document;

beforeAll(async () => {
  await stockPackType(shop.context, { packs: 1 });
  served = (await shop.app.inject('/api/openapi.json')).json();
  document = resolved(served);
});

/**
 * Finds the object schemas in a part of the document. Leaves out schemas with at most three fields,
 * like the envelope of a response. Returns the schemas as text.
 */
function shapesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { type, properties = {} } = part as Schema;
  const isShape = type === 'object' && Object.keys(properties).length > 3;
  const within = Object.values(part).flatMap(shapesIn);
  return isShape ? [JSON.stringify(part), ...within] : within;
}

/** Why a JSON Schema without references refuses a value. */
function problemsOf(schema: object, value: unknown): string[] {
  const { error } = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(value);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

describe('the API document', () => {
  test('has every endpoint of the table, and every endpoint is served', () => {
    const described = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    expect(described).toHaveLength(Object.keys(ENDPOINTS).length);
    expect(new Set(ROUTES.map((route) => route.endpoint))).toEqual(
      new Set(Object.values(ENDPOINTS)),
    );
  });

  test('describes money as it is on the wire', async () => {
    const schema =
      document.paths['/pack-types']!['get']!.responses['200']!.content['application/json'].schema;
    const type = schema.properties!['data']!.items!;
    expect(type.properties!['price']!.type).toBe('number');
    expect(type.properties!['createdAt']!.type).toBe('string');
    const { body } = await shop.call<{ price: number; createdAt: string }[]>('GET', '/pack-types');
    expect(body.data[0]!.price).toBe(10);
    expect(typeof body.data[0]!.createdAt).toBe('string');
  });

  test('names the envelope and each rejection by its status', () => {
    const buy = document.paths['/payments/purchase-with-balance']!['post']!.responses;
    expect(buy['200']!.content['application/json'].schema.properties).toHaveProperty('success');
    expect(buy['402']!.description).toBe('INSUFFICIENT_BALANCE: Insufficient credits');
    expect(buy['404']!.description).toContain('PACK_UNAVAILABLE');
    expect(Object.keys(buy)).toEqual([
      '200',
      '400',
      '401',
      '402',
      '403',
      '404',
      '422',
      '429',
      '500',
      '503',
    ]);
  });

  test('says that a new pack type sells one pack for each person by default', () => {
    expect(document.paths['/pack-types']!['post']!.summary).toContain(
      'Each person may buy one pack of it, unless `purchaseLimit` says how many; null removes the limit.',
    );
  });

  test('says that a call which only knows its caller may refuse their token', async () => {
    const responses = document.paths['/cards/{id}']!['get']!.responses;
    expect(responses['401']!.description).toContain('UNAUTHORIZED');
    const forged = { headers: { authorization: 'Bearer a.b.c' } };
    expect((await shop.call('GET', `/cards/${crypto.randomUUID()}`, forged)).status).toBe(401);
  });

  test('names every repeated shape, so that a generated client has named types', () => {
    expect(Object.keys(served.components['schemas']!)).toEqual(
      expect.arrayContaining(['Card', 'PackType', 'Order', 'PaymentIntent', 'Shipment', 'Amount']),
    );
    const shapes = shapesIn(served);
    expect(shapes.length).toBeGreaterThan(100);
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  test('refers to everything that it names, and to nothing else', () => {
    const { securitySchemes: _schemes, ...named } = served.components;
    const names = Object.entries(named).flatMap(([kind, things]) =>
      Object.keys(things).map((name) => `#/components/${kind}/${name}`),
    );
    expect(new Set(referencesIn(served))).toEqual(new Set(names));
  });

  test('describes each event that webhooks send, with an example that its schema accepts', () => {
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES]);
    expect(EVENT_TYPES.length).toBeGreaterThan(15);
    for (const type of EVENT_TYPES) {
      const { parameters, requestBody } = document.webhooks[type]!.post;
      expect(parameters.map(({ name }) => name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ]);
      const { schema, example } = requestBody.content['application/json'];
      expect.soft(problemsOf(schema, example)).toEqual([]);
      expect.soft(problemsOf(schema, { ...example, type: 'another' })).not.toEqual([]);
      expect.soft(problemsOf(schema, { ...example, data: {} })).not.toEqual([]);
    }
  });

  test('assigns every call to a described room', () => {
    const rooms = document.tags.map((tag) => tag.name);
    expect(rooms).toEqual(Object.keys(ROOMS));
    const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(calls.filter((call) => call.tags.length !== 1)).toEqual([]);
    expect(new Set(calls.flatMap((call) => call.tags))).toEqual(new Set(rooms));
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is compressed for a client that accepts %s', async (encoding, decompress) => {
    for (const url of ['/api/openapi.json', '/api/docs']) {
      const plain = await shop.app.inject({ url, headers: { 'accept-encoding': 'identity' } });
      expect(plain.headers).not.toHaveProperty('content-encoding');
      const { headers, rawPayload } = await shop.app.inject({
        url,
        headers: { 'accept-encoding': encoding },
      });
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(headers['content-type']).toBe(plain.headers['content-type']);
      expect(decompress(rawPayload).equals(plain.rawPayload)).toBe(true);
    }
  });

  test('says of every call what it does, whom it is for, and how a request looks', () => {
    const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(calls.filter((call) => !/^[A-Z].{10,}\.$/.test(call.summary))).toEqual([]);
    expect(calls.filter((call) => !call.description.startsWith('For '))).toEqual([]);
    const audiences = new Map(
      Object.entries(ENDPOINTS).map(([name, { audience }]) => [name, audience as string]),
    );
    expect(calls.map((call) => [call.operationId, call['x-audience']])).toEqual(
      calls.map((call) => [call.operationId, audiences.get(call.operationId)]),
    );
    const bodies = calls.flatMap((call) => call.requestBody?.content['application/json'] ?? []);
    expect(bodies.length).toBeGreaterThan(100);
    expect(bodies.filter((body) => body.example === undefined)).toEqual([]);
  });

  test('can be read on a page, which loads its files from the shop', async () => {
    const page = await shop.app.inject('/api/docs');
    expect(page.headers['content-type']).toContain('text/html');
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to]) => to!);
    expect(files).toEqual([
      '/favicon.svg',
      '/api/docs/reader.css',
      '/api/openapi.json',
      '/api/docs/reader.js',
    ]);
    for (const url of files) {
      const { statusCode, headers } = await shop.app.inject(url);
      expect([url, statusCode]).toEqual([url, 200]);
      expect(headers['content-type']).toMatch(
        /^(?:text\/(?:css|javascript)|application\/json|image\/svg)/,
      );
    }
  });
});
