import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { openDropShop } from '../../testing/drop-shop.ts';
import { readXml } from '../../testing/read-xml.ts';
import { singlesOnSale } from '../../testing/singles.ts';
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
    expect(response.body).toMatch(
      /\n\nSitemap: https:\/\/shop\.example\/sitemap\.xml\nSitemap: .*\/sitemap-drops\.xml\nSitemap: .*\/sitemap-cards\.xml\n$/,
    );
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

  test('learns the day on which a card’s page changed: with the card, its price, or a copy that went on sale', async () => {
    const changeOf = async (id: string) => {
      const { body } = await shop.app.inject('/sitemap-cards/1.xml');
      const entry = readXml(body).children.find(({ children }) =>
        children[0]!.text.endsWith(`/card/${id}`),
      );
      return entry!.children[1]!.text;
    };
    const [single] = await singlesOnSale(shop, 1);
    const id = single!.cardId;
    const set = (sql: string) => shop.owner.query(sql, [id]);
    await set(`update cards set updated_at = '2026-01-05', priced_on = '2026-01-04' where id = $1`);
    await set(`update house_cards set priced_at = '2026-01-03' where card_id = $1`);
    expect(await changeOf(id)).toBe('2026-01-05');
    await set(`update cards set priced_on = '2026-01-06' where id = $1`);
    expect(await changeOf(id)).toBe('2026-01-06');
    await set(`update house_cards set priced_at = '2026-01-07 12:00Z' where card_id = $1`);
    expect(await changeOf(id)).toBe('2026-01-07');
  });
});

describe('the sitemap of drops', () => {
  const drops = openDropShop();

  test('has published drops, and the drop nights that people can wait for', async () => {
    const { at, step, stocked, drafted, onSale, now } = drops;
    const { drop } = await onSale();
    await drafted(await stocked(20));
    const type = await stocked(20);
    const terms = { publishesAt: at(300), opensSoon: true, opensItself: true };
    await step(await drafted(type), 'publish', terms);
    const { body } = await now().app.inject('/sitemap-drops.xml');
    const { children } = readXml(body);
    expect(children.map((url) => url.children.map(({ text }) => text))).toEqual([
      [`https://shop.example/pack/${type}/drop-night`, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
      [`https://shop.example/drops/${drop.hash}`, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
    ]);
  });
});
