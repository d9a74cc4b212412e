import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({ PUBLIC_URL: 'https://shop.example' });
let packTypeId: string;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 1 });
});

describe('a search engine', () => {
  test('is told where the pages are, and that the operators’ side is none of them', async () => {
    const answer = await shop.app.inject('/robots.txt');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body).toContain('Disallow: /admin\n');
    expect(answer.body).toContain('Sitemap: https://shop.example/sitemap.xml\n');
  });

  test('finds every pack type with the day of its last change', async () => {
    const answer = await shop.app.inject('/sitemap.xml');
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
    const addresses = [...answer.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    expect(addresses).toEqual([
      'https://shop.example/',
      'https://shop.example/packs',
      'https://shop.example/about',
      'https://shop.example/how-it-works',
      `https://shop.example/pack/${packTypeId}`,
    ]);
    expect(answer.body).toMatch(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/);
  });
});
