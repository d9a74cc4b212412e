import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({ PUBLIC_URL: 'https://shop.example' });
let packTypeId: string;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 1 });
});

describe('a search engine', () => {
  test('learns where the pages are, and that the operators’ pages are not among them', async () => {
    const response = await shop.app.inject('/robots.txt');
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.body).toContain('Disallow: /admin\n');
    expect(response.body).toContain('Sitemap: https://shop.example/sitemap.xml\n');
  });

  test('finds every pack type with the day of its last change', async () => {
    const response = await shop.app.inject('/sitemap.xml');
    expect(response.headers['content-type']).toBe('application/xml; charset=utf-8');
    const addresses = [...response.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, address]) => address,
    );
    expect(addresses).toEqual([
      'https://shop.example/',
      'https://shop.example/packs',
      'https://shop.example/cards',
      'https://shop.example/about',
      'https://shop.example/how-it-works',
      'https://shop.example/where-we-sell',
      'https://shop.example/helplines',
      `https://shop.example/pack/${packTypeId}`,
    ]);
    expect(response.body).toMatch(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/);
  });

  test('finds every card, in files of limited size', async () => {
    const index = await shop.app.inject('/sitemap-cards.xml');
    const [, file] = /<loc>https:\/\/shop\.example(.*?)<\/loc>/.exec(index.body)!;
    const { body } = await shop.app.inject(file!);
    const { rows } = await shop.owner.query<{ id: string }>('select id from cards order by id');
    expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual(
      rows.map(({ id }) => `https://shop.example/card/${id}`),
    );
    expect((await shop.app.inject('/sitemap-cards/0.xml')).statusCode).toBe(404);
  });
});
