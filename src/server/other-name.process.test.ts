// Tests a shop that has another name, is in another province, and uses everything that a shop can have. None of its
// output may contain the default name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import type { AdminText } from '#contract/storefront-texts.ts';
import type { ShownSettings } from '#contract/storefront-admin.ts';
import type { ShownTaxes } from '#contract/storefront-taxes.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { LEGAL_KEYS, TEMPLATE_MARK } from '#domain/consent.ts';
import { LEGAL_TEMPLATES } from '#domain/legal-templates.ts';
import { useTestApp, verifyAddress, type SignedIn } from '../testing/app.ts';
import { buyToDispute } from '../testing/disputes.ts';
import { begunPayment, confirm, postAll, purchased } from '../testing/payments.ts';
import { buySealedPacks } from '../testing/sealed-packs.ts';
import { cardsOf, shipped } from '../testing/shipments.ts';
import { putOnSale } from '../testing/singles.ts';
import { stockPackType, TEST_SET } from '../testing/stock.ts';
import { ROUTES } from './app.ts';
import { callInProcess } from './http/serve.ts';
import { servePages } from './http/pages.ts';
import { letterheadAt } from './mail/letterhead.ts';
import { mailText, type StoredWords } from './mail/text-of.ts';
import { numberAllDocuments } from './wallet/number-documents.ts';

const DIST = join(import.meta.dirname, '../../dist');
const FORBIDDEN = /felt/i;
/** The name under which a browser stores a visit, which is the same in every shop (web/api/session.ts). */
const VISIT_KEY = '"felt-and-foil"';

const shop = useTestApp({ WEBHOOK_NETWORKS: '127.0.0.0/8' }, { cards: true });
let [admin, shopper]: SignedIn[] = [];
let packId: string;
/** The value of the parameter in each path, by the whole path. */
const ids: Record<string, string> = {};
/** The query strings that some endpoints for reading need, by the endpoint's path. */
const queries: Record<string, string> = {
  '/cards/search': '?search=Lantern',
  '/admin/orders.csv': '?from=2026-01-01&to=2026-12-31',
  '/admin/transactions.csv': '?from=2026-01-01&to=2026-12-31',
  '/admin/taxes.csv': '?from=2026-01&to=2026-12',
  '/admin/singles/by-number': '?number=FF-1-1',
  '/admin/singles/elsewhere.csv': '?shop=Shopify',
  '/admin/audit-log': '?limit=100',
};

beforeAll(async () => {
  await servePages(shop.app, {
    clientDir: join(DIST, 'client'),
    serverEntry: pathToFileURL(join(DIST, 'server/entry-server.js')).href,
    publicUrl: shop.context.config.publicUrl,
    stripe: false,
    isGame: (id) => shop.context.settings.games().some((game) => game.id === id),
    call: (row, input) =>
      callInProcess(shop.context, ROUTES, row, input as Record<string, unknown>),
  });
  admin = await shop.signUp({ role: 'admin' });
  await nameTheShop();
  packId = await stockPackType(shop.context, { packs: 12, purchaseLimit: null });
  shopper = await shop.signUp(200);
  await verifyAddress(shop, shopper);
  await useTheShop();
});

/** Saves something as an admin, and returns the data of the response. */
async function save<Data>(method: string, path: string, body: object): Promise<Data> {
  const saved = await shop.call<Data>(method, path, {
    as: admin!,
    key: crypto.randomUUID(),
    body,
  });
  if (saved.status !== 200) throw new Error(saved.body.error.message);
  return saved.body.data;
}

async function nameTheShop(): Promise<void> {
  const { body: shown } = await shop.call<ShownSettings>('GET', '/admin/settings', { as: admin! });
  await save('PUT', '/admin/settings', {
    ...shown.data.settings,
    version: 0,
    name: 'Harbour Cards',
    contactEmail: 'hello@harbour.test',
    colour: '#1d4ed8',
    seller: {
      legalName: 'Harbour Cards Inc.',
      address: '1 Pier Road\nHalifax NS  B3H 1A1',
      taxNumbers: [],
    },
  });
  const { body: taxes } = await shop.call<ShownTaxes>('GET', '/admin/taxes', { as: admin! });
  await save('PUT', '/admin/taxes', {
    version: taxes.data.version,
    settings: {
      ...taxes.data.settings,
      rule: 'places',
      sellerRegion: 'CA-NS',
      registrations: [{ register: 'gst_hst', number: '12345 6789 RT0001', since: '2020-01-01' }],
    },
  });
  await shop.context.settings.poll();
}

/** Publishes the terms and the other legal texts from their templates, with the gaps filled in. */
async function publishTerms(): Promise<void> {
  for (const key of LEGAL_KEYS) {
    const { body } = await shop.call<AdminText>('GET', `/admin/texts/${key}`, { as: admin! });
    await save('PUT', `/admin/texts/${key}`, {
      version: body.data.version,
      body: LEGAL_TEMPLATES[key].replaceAll(TEMPLATE_MARK, '').replaceAll(/\[[^\]]+\]/g, 'this'),
      shownFrom: null,
      shownUntil: null,
    });
  }
}

/** Does everything in the shop once: buys, opens, ships, refunds and disputes, and leaves a pack sealed. */
async function useTheShop(): Promise<void> {
  const as = shopper!;
  const buy = { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance', region: 'CA-NS' };
  for (const key of ['one', 'two'])
    await done('POST', '/payments/purchase-with-balance', { as, key, body: buy });
  const items = await cardsOf(shop, as);
  ids['/shipping/requests/{id}'] = (await shipped(shop, as, items.slice(0, 1))).id;
  ids['/admin/shipments/{id}'] = ids['/shipping/requests/{id}'];
  ids['/packs/openings/{id}'] = items[0]!.packOpeningId;
  ids['/cards/{id}'] = items[0]!.card.id;
  ids['/cards/{id}/history'] = items[0]!.card.id;
  ids['/admin/cards/{id}/loss'] = items[0]!.card.id;
  const { id: sent } = await shipped(shop, as, items.slice(1, 2));
  for (const step of [
    { status: 'packed' },
    { status: 'shipped', carrier: 'Canada Post', trackingNumber: 'CP 1' },
  ]) {
    await save('PATCH', `/admin/shipments/${sent}`, step);
  }
  ids['/admin/shipments/{id}/loss'] = sent;
  const { id: cardId, catalogueCardId } = items[0]!.card;
  ids['/cards/{id}/facts'] = catalogueCardId;
  queries['/cards/copies'] = `?cardId=${catalogueCardId}`;
  ids['/cards/{id}/copies'] = catalogueCardId;
  queries['/admin/stock/cards'] = `?packTypeId=${packId}&set=tst&number=3`;
  queries['/list-views'] = '?list=orders';
  for (const area of ['packing', 'support', 'catalogue', 'money']) {
    queries[`/admin/search/${area}`] = '?search=buyer';
  }
  queries['/cards/my/binder'] = `?setId=${TEST_SET}`;
  queries['/pulls/picture'] = `?cardId=${cardId}`;
  queries['/drops'] = `?packTypeId=${packId}`;
  queries['/admin/loose-packs'] = `?packTypeId=${packId}`;
  queries['/admin/stock/costs'] = `?packTypeId=${packId}`;
  ids['/admin/stock/cards/{id}'] = items[0]!.card.id;
  const hook = { name: 'Till', url: 'http://127.0.0.1:9/events', events: ['order.paid'] };
  const { id: endpointId } = await save<{ id: string }>('POST', '/admin/webhooks', hook);
  await save('POST', `/admin/webhooks/${endpointId}/test`, {});
  const { body: sentEvents } = await shop.call<{ deliveries: { id: string }[] }>(
    'GET',
    '/admin/webhooks/deliveries',
    { as: admin! },
  );
  ids['/admin/webhooks/deliveries/{id}'] = sentEvents.data.deliveries[0]!.id;
  const [onSale, bought] = items.slice(2, 4) as [(typeof items)[number], (typeof items)[number]];
  for (const { card, packOpeningId } of [onSale, bought]) {
    await done('POST', '/cards/sell', { as, body: { cardId: card.id, packOpeningId } });
    await putOnSale(shop, admin!.userId, card.id, { price: 100 });
  }
  ids['/admin/singles/{id}'] = onSale.card.id;
  ids['/singles/{id}'] = onSale.card.id;
  const { singles } = await done<{ singles: { cardId: string }[] }>(
    'POST',
    '/payments/purchase-with-balance',
    { as, key: 'single', body: { ...buy, packs: [], singles: [bought.card.id] } },
  );
  ids['/cards/{id}/return'] = singles[0]!.cardId;

  const intent = await begunPayment(shop, as, packId, { region: 'CA-NS' });
  await confirm(shop, intent);
  await postAll(shop);
  await purchased(shop, as, intent.paymentIntentId);
  ids['/payments/purchased-packs/{paymentIntentId}'] = intent.paymentIntentId;
  const lost = await shop.signUp();
  await verifyAddress(shop, lost);
  await shop.owner.query(`update users set country = 'CA', state = 'ON' where id = $1`, [
    lost.userId,
  ]);
  await buyToDispute(shop, lost, packId);
  await postAll(shop);
  const { rows: disputes } = await shop.owner.query<{ id: string }>('select id from disputes');
  ids['/admin/disputes/{id}'] = disputes[0]!.id;
  ids['/admin/disputes/{id}/evidence.html'] = ids['/admin/disputes/{id}'];

  const [sealed] = await buySealedPacks(shop.context, as.userId, packId, 1);
  ids['/admin/stock/packs/{id}'] = sealed!;
  ids['/packs/{packId}/certification'] = sealed!;
  const { rows: orders } = await shop.owner.query<{ id: string }>('select id from orders limit 1');
  ids['/admin/orders/{id}'] = orders[0]!.id;
  for (const path of ['/admin/orders/{id}', '/admin/shipments/{id}', '/admin/stock/cards/{id}']) {
    ids[`${path}/timeline`] = ids[path]!;
  }
  ids['/admin/users/{id}/timeline'] = as.userId;
  const prices = await done<{ id: string }>('POST', '/admin/imports', {
    as: admin!,
    key: 'prices',
    body: { kind: 'prices', fileName: 'prices.csv', file: btoa('id,price\nnobody,1.00\n') },
  });
  ids['/admin/imports/{id}'] = prices.id;
  ids['/admin/imports/{id}/wrong-lines.csv'] = prices.id;
  const { body } = await shop.call<{ transactions: { id: string; paymentMethod: string }[] }>(
    'GET',
    '/transactions?type=pack_purchase',
    { as },
  );
  const paid = body.data.transactions.find((one) => one.paymentMethod !== 'balance')!;
  ids['/transactions/{id}'] = paid.id;
  const refund = await done<{ id: string }>('POST', `/transactions/${paid.id}/refund`, {
    as,
    body: { reason: 'Changed my mind' },
  });
  ids['/transactions/refunds/{id}'] = refund.id;
  await done('POST', '/auth/forgot-password', { body: { email: as.email } });
  await done('POST', '/users/email', {
    as,
    body: { email: 'other@example.test', password: 'correct horse' },
  });
  await publishTerms();
  await numberAllDocuments(shop.context);
  const { rows: mails } = await shop.owner.query<{ id: string }>(
    'select id from mails order by created_at desc limit 1',
  );
  ids['/admin/mails/{id}'] = mails[0]!.id;
}

async function done<Data>(
  method: string,
  path: string,
  options: Parameters<typeof shop.call>[2],
): Promise<Data> {
  const response = await shop.call<Data>(method, path, options);
  if (response.status !== 200) throw new Error(`${path}: ${response.body.error.message}`);
  return response.body.data;
}

const get = (url: string, as?: SignedIn) =>
  shop.app.inject({
    url,
    headers: as === undefined ? {} : { authorization: `Bearer ${as.accessToken}` },
  });

/** Everything in a response, which is its headers and its body. */
const wholeOf = ({ headers, body }: { headers: object; body: string }) =>
  withoutHashes(`${JSON.stringify(headers)}\n${body}`);

/** Removes the hashes from the names of built files, because a hash may spell any word. */
function withoutHashes(text: string): string {
  return text.replaceAll(/-[\w-]{8}\.(?=js|css|svg|woff2)/g, '.');
}

test('no page contains the default name, at any address', async () => {
  const routes = ['routes.tsx', 'admin-routes.tsx']
    .map((file) => readFileSync(join(import.meta.dirname, '../web', file), 'utf8'))
    .join('');
  const paths = [...routes.matchAll(/^ +path: '([^']+)'/gm)].flatMap(([, path]) =>
    path === '/legal/$text'
      ? LEGAL_KEYS.map((key) => `/legal/${key}`)
      : [path!.replace('$packId', packId).replaceAll(/\$\w+/g, 'nowhere')],
  );
  expect(paths.length).toBeGreaterThan(40);
  for (const path of [...paths, '/pack/nowhere', '/nowhere']) {
    const response = await get(path);
    expect.soft([path, FORBIDDEN.exec(wholeOf(response))]).toEqual([path, null]);
    // If they name no parcels, the pages for the printer redirect.
    if (response.statusCode === 307) continue;
    expect.soft([path, response.body]).toEqual([path, expect.stringContaining('Harbour Cards')]);
  }
});

test('a price says that a tax is added, if the tax depends on the buyer’s region', async () => {
  for (const path of ['/', '/packs', `/pack/${packId}`])
    expect
      .soft([path, (await get(path)).body])
      .toEqual([path, expect.stringContaining('plus tax')]);
});

test('no file and no document contains it', async () => {
  const paths = ['/robots.txt', '/sitemap.xml', '/shop.webmanifest', '/favicon.svg'];
  const documents = ['/api/openapi.json', '/api/docs', '/api/config', '/api/figures', '/healthz'];
  for (const path of [...paths, ...documents]) {
    const response = await get(path);
    expect.soft([path, response.statusCode]).toEqual([path, 200]);
    expect.soft([path, FORBIDDEN.exec(wholeOf(response))]).toEqual([path, null]);
  }
  const assets = join(DIST, 'client/assets');
  const texts = readdirSync(assets).filter((name) => /\.(?:js|css|svg)$/.test(name));
  expect(texts.length).toBeGreaterThan(10);
  for (const name of texts) {
    const text = readFileSync(join(assets, name), 'utf8');
    const bare = text.replaceAll('`felt-and-foil`', '').replaceAll(VISIT_KEY, '');
    expect.soft([name, FORBIDDEN.exec(withoutHashes(bare))?.index]).toEqual([name, undefined]);
  }
  const files = readdirSync(join(DIST, 'client'), { recursive: true }).map(String);
  expect(files.filter((name) => FORBIDDEN.test(withoutHashes(name)))).toEqual([]);
});

/**
 * Endpoints of a drop, which this shop doesn't have. They return hashes, signatures and contents of packs
 * (catalogue/drops.http.test.ts).
 */
const OF_A_DROP = /^\/(?:admin\/)?(?:drops|tickets|places)\//;
const READINGS = Object.values<Endpoint>(ENDPOINTS).filter(
  ({ method, path }) => method === 'GET' && !OF_A_DROP.test(path),
);

test.each(READINGS.map((row) => [row.path, row] as const))(
  'no response to GET %s contains it',
  async (path, row) => {
    const as = row.audience === 'anyone' || row.audience === 'user' ? shopper! : admin!;
    const own: Record<string, string> = {
      '/admin/users/{id}': shopper!.userId,
      '/admin/users/{id}/ledger': shopper!.userId,
      '/admin/users/{id}/pulls': shopper!.userId,
      '/transactions/{id}/receipt': ids['/transactions/{id}']!,
      '/transactions/{id}/receipt.pdf': ids['/transactions/{id}']!,
      '/texts/{key}': 'about-mission',
      '{key}': 'terms',
      '{version}': '1',
      '{language}': 'en',
      '{kind}': 'prices',
    };
    const filled = path.replaceAll(
      /\{\w+\}/g,
      (name) => own[path] ?? ids[path] ?? own[name] ?? packId,
    );
    const response = await get(`/api${filled}${queries[path] ?? ''}`, as);
    expect([response.statusCode, response.body.slice(0, 300)]).toEqual([
      200,
      response.body.slice(0, 300),
    ]);
    expect(
      path === '/admin/audit-log' ? laterEntries(response.body) : wholeOf(response),
    ).not.toMatch(FORBIDDEN);
  },
);

/** Returns the audit log without the entry that contains the shop's earlier name. */
function laterEntries(body: string): string {
  type Log = { data: { entries: { action: string }[] } };
  const { entries } = (JSON.parse(body) as Log).data;
  const later = entries.filter(({ action }) => action !== 'change_settings');
  expect(later.length).toBe(entries.length - 1);
  return JSON.stringify(later);
}

test('no receipt, invoice or credit note contains it, as a page or on paper', async () => {
  const kinds = new Set<string>();
  const { body } = await shop.call<{ transactions: { id: string; type: string }[] }>(
    'GET',
    '/transactions?limit=100',
    { as: shopper! },
  );
  for (const { id } of body.data.transactions) {
    const page = await get(`/api/transactions/${id}/receipt?format=html`, shopper);
    expect(page.body).toContain('Harbour Cards');
    expect(wholeOf(page)).not.toMatch(FORBIDDEN);
    const file = await get(`/api/transactions/${id}/receipt.pdf`, shopper);
    expect(file.statusCode).toBe(200);
    const pdf = await getDocumentProxy(new Uint8Array(file.rawPayload));
    const { text } = await extractText(pdf, { mergePages: true });
    const { info } = await getMeta(pdf);
    expect(text).toContain('Harbour Cards');
    expect(`${JSON.stringify([file.headers, info])}\n${text}`).not.toMatch(FORBIDDEN);
    kinds.add(text.split(/\s/)[0]!);
  }
  expect([...kinds].toSorted()).toEqual(['Credit', 'Invoice', 'Receipt']);
});

test('nor do authenticators and mails', async () => {
  const factor = await shop.call('POST', '/users/two-factor', {
    as: shopper!,
    body: { password: 'correct horse' },
  });
  expect(JSON.stringify(factor.body)).toContain('Harbour%20Cards');
  expect(JSON.stringify(factor.body)).not.toMatch(FORBIDDEN);

  const { rows } = await shop.owner.query<StoredWords & { created_at: Date }>(
    'select kind, subject, text, html, facts, created_at from mails where created_at > (select made_at from shop_settings)',
  );
  expect(new Set(rows.map((row) => row.kind)).size).toBeGreaterThan(3);
  for (const row of rows) {
    const { text, html } = mailText(row, await letterheadAt(shop.context, row.created_at));
    expect.soft(`${row.kind}: ${row.subject}\n${text}\n${html}`).not.toMatch(FORBIDDEN);
    expect.soft([row.kind, text]).toEqual([row.kind, expect.stringContaining('Harbour Cards')]);
  }
});
