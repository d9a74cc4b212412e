import { beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/table.ts';
import { ROUTES } from '../app.ts';
import { useTestApp } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};
type Document = {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      {
        responses: Record<
          string,
          { description: string; content: { 'application/json': { schema: Schema } } }
        >;
      }
    >
  >;
};

const shop = useTestApp();
let document: Document;

beforeAll(async () => {
  await stockPackType(shop.context, { packs: 1 });
  document = (await shop.app.inject('/api/openapi.json')).json();
});

describe('the API document', () => {
  test('has every row of the endpoint table, and every row is served', () => {
    const described = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    expect(described).toHaveLength(Object.keys(ENDPOINTS).length);
    expect(new Set(ROUTES.map((route) => route.row))).toEqual(new Set(Object.values(ENDPOINTS)));
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

  test('names the envelope and each refusal by its status', () => {
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

  test('says that a call which only knows its caller may refuse their token', async () => {
    const answers = document.paths['/cards/{id}']!['get']!.responses;
    expect(answers['401']!.description).toContain('UNAUTHORIZED');
    const forged = { headers: { authorization: 'Bearer a.b.c' } };
    expect((await shop.call('GET', `/cards/${crypto.randomUUID()}`, forged)).status).toBe(401);
  });

  test('can be read as a page', async () => {
    const page = await shop.app.inject('/api/docs');
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('POST /payments/purchase-with-balance');
    expect(page.body).not.toContain('<script');
  });
});
