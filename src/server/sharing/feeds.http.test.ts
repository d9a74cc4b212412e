// Tests the feeds that search engines, feed readers and calendars read.
import { describe, expect, test } from 'vitest';
import { useTestApp, type TestApp } from '../../testing/app.ts';
import { openDropShop } from '../../testing/drop-shop.ts';
import { readXml, type XmlElement } from '../../testing/read-xml.ts';
import { singlesOnSale } from '../../testing/singles.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({ PUBLIC_URL: 'https://shop.example' });
const trial = useTestApp({ PUBLIC_URL: 'https://shop.example' }, { cards: true });

const fieldsOf = ({ children }: XmlElement) =>
  Object.fromEntries(children.map(({ name, text }) => [name, text]));

/** Reads a feed, and returns its items. */
async function itemsIn(app: TestApp['app'], path: string): Promise<Record<string, string>[]> {
  const { statusCode, body } = await app.inject(path);
  expect(statusCode).toBe(200);
  const rss = readXml(body);
  expect([rss.name, rss.attributes]).toEqual([
    'rss',
    { version: '2.0', 'xmlns:g': 'http://base.google.com/ns/1.0' },
  ]);
  const [channel, ...others] = rss.children;
  expect([channel!.name, others]).toEqual(['channel', []]);
  expect(fieldsOf(channel!)).toMatchObject({ link: 'https://shop.example/packs' });
  return channel!.children.filter(({ name }) => name === 'item').map(fieldsOf);
}

const productsOf = ({ app }: TestApp) => itemsIn(app, '/feeds/products.xml');

describe('the feed of products', () => {
  test('has each pack and each single card that the shop sells, with the facts that a Merchant Center demands', async () => {
    const packId = await stockPackType(shop.context, { packs: 2, price: 1250 });
    await shop.owner.query(
      `update pack_types set name = 'Harbour & <Friends> ]]>', description = E'Cards\\u0008 "for" all' where id = $1`,
      [packId],
    );
    const [single] = await singlesOnSale(shop, 1, { price: 1999, condition: 'Lightly Played' });
    const products = await productsOf(shop);
    expect(products.find((one) => one['g:id'] === packId)).toEqual({
      'g:id': packId,
      'g:title': 'Harbour & <Friends> ]]>',
      'g:description': 'Cards "for" all',
      'g:link': `https://shop.example/pack/${packId}`,
      'g:image_link': expect.stringMatching(
        new RegExp(`^https://shop\\.example/art/pack/${packId}\\.jpeg\\?v=`),
      ) as string,
      'g:availability': 'in_stock',
      'g:price': '12.50 CAD',
      'g:condition': 'used',
      'g:identifier_exists': 'no',
      'g:product_type': 'Magic: The Gathering',
    });
    const found = products.find((one) => one['g:id'] === single!.id);
    expect(found).toMatchObject({
      'g:title': 'Glass Heron, Test Harbour 3, Lightly Played',
      'g:link': `https://shop.example/card/${single!.cardId}#copies`,
      'g:availability': 'in_stock',
      'g:price': '19.99 CAD',
      'g:condition': 'used',
    });
    const picture = await shop.app.inject(new URL(found!['g:image_link']!).pathname);
    expect(picture.headers['content-type']).toBe('image/jpeg');
    expect(new Set(products.map((one) => one['g:id'])).size).toBe(products.length);
  });

  test('says what is sold out, and leaves out what is not for sale', async () => {
    const [soldOut, hidden] = [
      await stockPackType(shop.context, { packs: 1 }),
      await stockPackType(shop.context, { packs: 1, cardsAreMade: true }),
    ];
    const buyer = await shop.signUp({ credits: 100 });
    const body = { packId: soldOut, quantity: 1 };
    expect((await shop.call('POST', '/packs/purchase', { as: buyer, body })).status).toBe(200);
    await shop.owner.query('update pack_types set is_available = false where id = $1', [hidden]);
    const products = await productsOf(shop);
    const availabilityOf = (id: string) =>
      products.find((one) => one['g:id'] === id)?.['g:availability'];
    expect([availabilityOf(soldOut), availabilityOf(hidden)]).toEqual(['out_of_stock', undefined]);
  });

  test('of a shop that takes only test payments is empty, so that no search engine offers it', async () => {
    await stockPackType(trial.context, { packs: 1 });
    expect(await productsOf(trial)).toEqual([]);
  });
});

describe('the feeds of drops', () => {
  const { now, at, step, stocked, drafted, onSale, pass, advance, call } = openDropShop();
  const drops = () => itemsIn(now().app, '/feeds/drops.xml');
  const calendar = async () => (await now().app.inject('/feeds/drops.ics')).body;

  test('tell readers and calendars when each drop opens, from its announcement on, and never of a draft', async () => {
    expect(await drops()).toEqual([]);
    const { drop, type: sold } = await onSale();
    const draft = await drafted(await stocked(20));
    const type = await stocked(20);
    const next = await drafted(type);
    const terms = { publishesAt: at(30), opensSoon: true, opensItself: true };
    const { opensAt } = (await step(next, 'publish', terms)).body.data;

    const [first, second, ...others] = await drops();
    expect(others).toEqual([]);
    const words = (time: string) => {
      const [, month, day, hour, minute] = /^\d+-0?(\d+)-0?(\d+)T0?(\d+):(\d+)/.exec(time)!;
      return `Opens on ${month}/${day}/${time.slice(0, 4)}, ${hour}:${minute} UTC.`;
    };
    expect(first).toEqual({
      title: `Next drop: Pack ${type}`,
      link: `https://shop.example/pack/${type}/drop-night`,
      guid: next.id,
      description: words(opensAt),
    });
    expect(second).toEqual({
      title: `Drop 1: Pack ${sold}`,
      link: `https://shop.example/drops/${drop.hash}`,
      guid: drop.id,
      description: words(drop.opensAt),
      pubDate: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/) as string,
    });

    const file = (await calendar()).replaceAll('\r\n ', '');
    expect(file.match(/^UID:.*(?=\r)/gm)).toEqual([
      `UID:${next.id}@shop.example`,
      `UID:${drop.id}@shop.example`,
    ]);
    expect(file).toContain(`DTSTART:${opensAt.replaceAll(/[-:]|\.\d+/g, '')}\r\n`);
    expect(file).not.toContain(draft.id);

    // The same event has the same name after the drop is published.
    await pass(31);
    await advance();
    const [published] = await drops();
    expect(published).toMatchObject({ title: `Drop 1: Pack ${type}`, guid: next.id });
  });

  test('forget a drop that ended before it opened', async () => {
    const type = await stocked(20);
    const draft = await drafted(type, { opensAt: at(3000) });
    await step(draft, 'publish');
    const has = async () => (await drops()).some(({ guid }) => guid === draft.id);
    expect(await has()).toBe(true);
    const closed = await call('POST', `/admin/drops/${draft.id}/close`, { body: {} });
    expect(closed.body).toMatchObject({ success: true });
    expect(await has()).toBe(false);
  });

  test('have types that readers know, and pages of any origin may read them', async () => {
    for (const [path, type] of [
      ['/feeds/drops.xml', 'application/rss+xml; charset=utf-8'],
      ['/feeds/drops.ics', 'text/calendar; charset=utf-8'],
      ['/feeds/products.xml', 'application/xml; charset=utf-8'],
    ] as const) {
      const { headers } = await now().app.inject(path);
      expect([path, headers['content-type'], headers['access-control-allow-origin']]).toEqual([
        path,
        type,
        '*',
      ]);
      expect(headers['cache-control']).toMatch(/^public/);
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });
});
