// A shop of another name: nothing that anybody gets of it says what it would be called by default.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { ShownSettings } from '#contract/storefront-admin.ts';
import { useTestApp, verifyAddress, type SignedIn } from '../testing/app.ts';
import { stockPackType } from '../testing/stock.ts';
import { ROUTES } from './app.ts';
import { callInProcess } from './http/serve.ts';
import { servePages } from './http/pages.ts';
import { letterheadAt } from './mail/letterhead.ts';
import { wordsOf, type StoredWords } from './mail/words-of.ts';

const DIST = join(import.meta.dirname, '../../dist');
const FORBIDDEN = /felt/i;
/** Where a browser kept its session before: its pages take it over once (web/api/session.ts). */
const EARLIER_KEY = '"felt-and-foil"';

const shop = useTestApp({}, { cards: true });
let [admin, shopper]: SignedIn[] = [];
let packId: string;

beforeAll(async () => {
  await servePages(shop.app, {
    clientDir: join(DIST, 'client'),
    serverEntry: pathToFileURL(join(DIST, 'server/entry-server.js')).href,
    publicUrl: shop.context.config.publicUrl,
    stripe: false,
    call: (row, input) =>
      callInProcess(shop.context, ROUTES, row, input as Record<string, unknown>),
  });
  admin = await shop.signUp();
  await shop.owner.query(`update users set role = 'admin' where id = $1`, [admin.userId]);
  const seen = await shop.call<ShownSettings>('GET', '/admin/settings', { as: admin });
  const named = await shop.call('PUT', '/admin/settings', {
    as: admin,
    key: 'named',
    body: {
      ...seen.body.data.settings,
      version: 0,
      name: 'Harbour Cards',
      contactEmail: 'hello@harbour.test',
      colour: '#1d4ed8',
    },
  });
  if (named.status !== 200) throw new Error(named.body.error.message);
  packId = await stockPackType(shop.context, { packs: 4 });
  shopper = await shop.signUp(200);
  await verifyAddress(shop, shopper);
});

const get = (url: string, as?: SignedIn) =>
  shop.app.inject({
    url,
    headers: as === undefined ? {} : { authorization: `Bearer ${as.accessToken}` },
  });

/** All that is told by an answer: its status line, headers and body. */
const wholeOf = ({ headers, body }: { headers: object; body: string }) =>
  `${JSON.stringify(headers)}\n${body}`;

test('no page says it, whatever its address', async () => {
  const paths = [
    '/',
    '/packs',
    '/about',
    '/how-it-works',
    `/pack/${packId}`,
    `/pack/${packId}/certification`,
    '/pack/nowhere',
    '/verify/nowhere',
    '/nowhere',
    '/auth',
    '/my-account',
    '/my-cards',
    '/checkout',
    '/admin',
    '/admin/settings',
  ];
  for (const path of paths) {
    const answer = await get(path);
    expect.soft([path, FORBIDDEN.exec(wholeOf(answer))]).toEqual([path, null]);
    expect.soft([path, answer.body]).toEqual([path, expect.stringContaining('Harbour Cards')]);
  }
});

test('no file and no document says it', async () => {
  const paths = ['/robots.txt', '/sitemap.xml', '/shop.webmanifest', '/favicon.svg'];
  const documents = ['/api/openapi.json', '/api/docs', '/api/config', '/api/figures', '/healthz'];
  for (const path of [...paths, ...documents]) {
    const answer = await get(path);
    expect.soft([path, answer.statusCode]).toEqual([path, 200]);
    expect.soft([path, FORBIDDEN.exec(wholeOf(answer))]).toEqual([path, null]);
  }
  const assets = join(DIST, 'client/assets');
  const texts = readdirSync(assets).filter((name) => /\.(?:js|css|svg)$/.test(name));
  expect(texts.length).toBeGreaterThan(10);
  for (const name of texts) {
    const text = readFileSync(join(assets, name), 'utf8');
    const bare = text.replaceAll('`felt-and-foil`', '').replaceAll(EARLIER_KEY, '');
    expect.soft([name, FORBIDDEN.exec(bare)?.index]).toEqual([name, undefined]);
  }
  const files = readdirSync(join(DIST, 'client'), { recursive: true }).map(String);
  expect(files.filter((name) => FORBIDDEN.test(name))).toEqual([]);
});

test('no answer, receipt, export or mail says it', async () => {
  const bought = await shop.call('POST', '/payments/purchase-with-balance', {
    as: shopper!,
    key: 'bought',
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
  });
  expect(bought.status).toBe(200);
  await shop.call('POST', '/auth/forgot-password', { body: { email: shopper!.email } });
  await shop.call('POST', '/users/email', {
    as: shopper!,
    body: { email: 'other@example.test', password: 'correct horse' },
  });
  const factor = await shop.call('POST', '/users/two-factor', {
    as: shopper!,
    body: { password: 'correct horse' },
  });
  expect(JSON.stringify(factor.body)).toContain('Harbour%20Cards');
  expect(JSON.stringify(factor.body)).not.toMatch(FORBIDDEN);

  const listed = await shop.call<{ transactions: { id: string }[] }>('GET', '/transactions', {
    as: shopper!,
  });
  for (const { id } of listed.body.data.transactions) {
    const pdf = await get(`/api/transactions/${id}/receipt.pdf`, shopper);
    expect.soft(wholeOf(pdf)).not.toMatch(FORBIDDEN);
    const page = await get(`/api/transactions/${id}/receipt?format=html`, shopper);
    expect(page.body).toContain('Harbour Cards');
    expect(wholeOf(page)).not.toMatch(FORBIDDEN);
  }
  for (const path of ['/users/export', '/users/profile', '/cards/my', '/packs/history'])
    expect.soft(wholeOf(await get(`/api${path}`, shopper))).not.toMatch(FORBIDDEN);
  for (const path of ['/admin/orders.csv', '/admin/transactions.csv'])
    expect.soft(wholeOf(await get(`/api${path}`, admin))).not.toMatch(FORBIDDEN);

  const { rows } = await shop.owner.query<StoredWords & { created_at: Date }>(
    'select kind, subject, text, html, facts, created_at from mails where created_at > (select made_at from shop_settings)',
  );
  expect(new Set(rows.map((row) => row.kind)).size).toBeGreaterThan(3);
  for (const row of rows) {
    const { text, html } = wordsOf(row, await letterheadAt(shop.context, row.created_at));
    expect.soft(`${row.kind}: ${row.subject}\n${text}\n${html}`).not.toMatch(FORBIDDEN);
    expect.soft([row.kind, text]).toEqual([row.kind, expect.stringContaining('Harbour Cards')]);
  }
});
