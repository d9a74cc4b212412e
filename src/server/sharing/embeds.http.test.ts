// Tests the frames with which other sites show a pack or a drop. What they look like is tested in e2e/embed.e2e.ts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, describe, test } from 'vitest';
import type { LightMyRequestResponse } from 'fastify';
import { useTestApp } from '../../testing/app.ts';
import { openDropShop } from '../../testing/drop-shop.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({ PUBLIC_URL: 'https://shop.example' });
const drops = openDropShop();

const EMBED_BYTES_MAX = 10_000;

/** Expects that a page may be framed by everybody, and can do nothing but show itself. */
function expectFrame({ headers, body }: LightMyRequestResponse): void {
  const hashOf = (element: string) => {
    const [, text] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(body)!;
    return `'sha256-${createHash('sha256').update(text!).digest('base64')}'`;
  };
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src ${hashOf('style')}; script-src ${hashOf('script')}; img-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors *; report-uri /policy-reports; report-to policy`,
  );
  expect(headers).not.toHaveProperty('x-frame-options');
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(body).not.toMatch(/cookie|localStorage|fetch\(/);
}

describe('the frame of a pack', () => {
  test('shows a customer of another site its name, price, stock and chances, and leads to the shop in a new tab', async () => {
    const id = await stockPackType(shop.context, { packs: 24, price: 1250 });
    const frame = await shop.app.inject(`/embed/pack/${id}`);
    expect(frame.statusCode).toBe(200);
    expectFrame(frame);
    expect(frame.body).toContain(`<h1>Pack ${id}</h1>`);
    expect(frame.body).toContain('<p class="price">CAD 12.50</p><p>24 packs left</p>');
    expect(frame.body).toContain('counted over 24 packs');
    expect(frame.body).toContain('<dd>Every pack</dd>');
    expect(frame.body).toMatch(
      new RegExp(`<a href="https://shop\\.example/pack/${id}" target="_blank" rel="noopener">`),
    );
    const [, picture] = /<img src="([^"]+)"/.exec(frame.body)!;
    expect((await shop.app.inject(picture!)).statusCode).toBe(200);
  });

  test('can’t be broken by the name of a pack', async () => {
    const id = await stockPackType(shop.context, { packs: 1, cardsAreMade: true });
    await shop.owner.query('update pack_types set name = $2 where id = $1', [
      id,
      '</title><script>alert(1)</script>"&',
    ]);
    const { body } = await shop.app.inject(`/embed/pack/${id}`);
    expect(body.match(/<script>/g)).toHaveLength(1);
    expect(body).toContain('<h1>&lt;/title>&lt;script>alert(1)&lt;/script>&quot;&amp;</h1>');
  });

  test('says that a pack is sold out, or gone', async () => {
    const id = await stockPackType(shop.context, { packs: 0, cardsAreMade: true });
    const soldOut = await shop.app.inject(`/embed/pack/${id}`);
    expect(soldOut.body).toContain('<p>Out of stock</p>');
    for (const unknown of ['no-such-pack', 'x'.repeat(90), '%00']) {
      const gone = await shop.app.inject(`/embed/pack/${unknown}`);
      expect([unknown, gone.statusCode]).toEqual([unknown, 404]);
      expectFrame(gone);
      expect(gone.body).toContain('This pack is gone');
    }
  });

  test('is the same for somebody who is signed in, and changes with its theme alone', async () => {
    const id = await stockPackType(shop.context, { packs: 1, cardsAreMade: true });
    const { accessToken } = await shop.signUp();
    const url = `/embed/pack/${id}`;
    const [visitor, user, other, dark, light] = [
      await shop.app.inject(url),
      await shop.app.inject({ url, headers: { authorization: `Bearer ${accessToken}` } }),
      await shop.app.inject(`${url}?theme=zzz&x=1`),
      await shop.app.inject(`${url}?theme=dark`),
      await shop.app.inject(`${url}?theme=light`),
    ];
    expect([user!.body, other!.body]).toEqual([visitor!.body, visitor!.body]);
    expect(visitor!.body).toContain('prefers-color-scheme: dark');
    for (const [scheme, page] of [
      ['dark', dark!],
      ['light', light!],
    ] as const) {
      expectFrame(page);
      expect(page.body).toContain(`:root { color-scheme: ${scheme};`);
      expect(page.body).not.toContain('prefers-color-scheme');
    }
  });
});

describe('the frame of the next drop', () => {
  const { now, at, step, stocked, drafted, onSale, bought } = drops;
  const frame = () => now().app.inject('/embed/drop');

  test('says so if there is none, and otherwise shows the one that opens first, with its time', async () => {
    const none = await frame();
    expectFrame(none);
    expect(none.body).toContain('No drop is announced');

    const { type: onSaleType } = await onSale(20);
    await bought(onSaleType, 2);
    expect((await frame()).body).toContain(
      '<p>Drop 1</p><p class="time">On sale now</p><p><strong>CAD 10.00</strong> · 18 packs left</p>',
    );
    expect((await frame()).body).toContain(`/pack/${onSaleType}" target="_blank" rel="noopener"`);

    const later = await drafted(await stocked(20), { opensAt: at(3000) });
    await step(later, 'publish');
    const type = await stocked(20);
    const soon = await drafted(type);
    const terms = { publishesAt: at(30), opensSoon: true, opensItself: true };
    const { opensAt } = (await step(soon, 'publish', terms)).body.data;
    const next = await frame();
    expectFrame(next);
    expect(next.body).toContain(`<h1>Pack ${type}</h1><p>Next drop</p>`);
    expect(next.body).toContain(`Opens <time datetime="${opensAt}">`);
    expect(next.body).toContain('<strong>CAD 10.00</strong> · 20 packs');
    expect(next.body).toContain(`href="https://shop.example/pack/${type}/drop-night"`);
  });
});

describe('the script for other pages', () => {
  test('is small, may be loaded by any page, and sends nobody anywhere', async () => {
    const { body, headers } = await shop.app.inject('/embed.js');
    expect(Buffer.byteLength(body)).toBeLessThan(EMBED_BYTES_MAX);
    expect(body).toBe(readFileSync(new URL('embed.js', import.meta.url), 'utf8'));
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=3600',
    });
    expect(body).not.toMatch(/fetch|XMLHttpRequest|cookie|eval|innerHTML/);
  });
});

test('every other page and file refuses to be framed', async () => {
  const paths = [
    '/pull/0123456789012345678901',
    '/embed.js',
    '/embed',
    '/embed/other',
    '/embed/pack/a/b',
    '/feeds/products.xml',
    '/feeds/drops.xml',
    '/feeds/drops.ics',
    '/sitemap.xml',
    '/api/docs',
    '/api/config',
    '/favicon.svg',
  ];
  for (const path of paths) {
    const { headers } = await shop.app.inject(path);
    expect([path, headers['x-frame-options']]).toEqual([path, 'DENY']);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  }
});
