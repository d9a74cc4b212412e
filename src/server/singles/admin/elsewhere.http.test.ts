// Tests singles in other shops: a copy that is listed there can't be bought here, and is sold only once.
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as rows from '#contract/singles-elsewhere.ts';
import type { showMargin } from '#contract/margin.ts';
import { toCents } from '#domain/money.ts';
import { inTransaction, statement } from '#engine/database.ts';
import { useTestApp, type SignedIn } from '../../../testing/app.ts';
import { singlesOnSale, type TestSingle } from '../../../testing/singles.ts';
import { sumMargins } from '../../margin/sum-margins.ts';
import { moveElsewhere } from './elsewhere-queries.ts';

type Listed = z.input<typeof rows.listElsewhere.reply>;
type Preview = z.input<typeof rows.previewSalesElsewhere.reply>;
type Sold = z.input<typeof rows.sellElsewhere.reply>;
type Margin = z.input<typeof showMargin.reply>;

const shop = useTestApp();
let admin: SignedIn;
beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});

const post = <Data = never>(path: string, body: object) =>
  shop.call<Data>('POST', `/admin/singles/elsewhere${path}`, { as: admin, body });

async function csv(form: string, name: string): Promise<string[]> {
  const { status, body } = await shop.call<string>(
    'GET',
    `/admin/singles/elsewhere.csv?shop=${name}&form=${form}`,
    { as: admin },
  );
  expect(status).toBe(200);
  return (body as unknown as { data: string }).data.trim().split('\r\n');
}

/** Puts singles on sale here at a price by hand, and lists them in another shop. */
async function listed(name: string, count: number, price: number): Promise<TestSingle[]> {
  const singles = await singlesOnSale(shop, count, { price: price * 100 });
  const { status, body } = await post<{ listed: number }>('', {
    shop: name,
    priceMin: price,
    priceMax: price,
    singles: count,
  });
  expect([status, body.data]).toEqual([200, { listed: count }]);
  return singles;
}

async function numberOf({ id }: TestSingle): Promise<string> {
  const { rows: found } = await shop.owner.query<{ number: string }>(
    `select p.certification_number || '-' || h.position as number from house_cards h join physical_packs p on p.id = h.pack_id where h.id = $1`,
    [id],
  );
  return found[0]!.number;
}

const stateOf = async ({ id }: TestSingle): Promise<string> => {
  const { rows: found } = await shop.owner.query<{ state: string }>(
    'select state from house_cards where id = $1',
    [id],
  );
  return found[0]!.state;
};

async function tryToBuy({ id }: TestSingle): Promise<string> {
  const buyer = await shop.signUp(2000);
  const { status, body } = await shop.call('POST', '/payments/purchase-with-balance', {
    as: buyer,
    body: { packs: [], singles: [id], paymentMethod: 'balance' },
  });
  return status === 200 ? 'bought' : body.error.code;
}

test('a copy that another shop lists can’t be bought here until it comes back', async () => {
  const [one, two] = await listed('Acme', 2, 31);
  expect(await tryToBuy(one!)).toBe('SINGLE_UNAVAILABLE');
  const { body } = await shop.call<Listed>('GET', '/admin/singles/elsewhere', { as: admin });
  expect(body.data.shops.find((other) => other.shop === 'Acme')).toEqual({
    shop: 'Acme',
    listed: 2,
    asked: 62,
    sold: 0,
    brought: 0,
    lastSaleAt: null,
  });
  const unknown = await post('/take-back', { shop: 'Acme', numbers: ['no such card'] });
  expect(unknown.body.error.code).toBe('NOT_FOUND');
  const one2 = await post<{ back: number }>('/take-back', {
    shop: 'Acme',
    numbers: [await numberOf(one!)],
  });
  expect(one2.body.data).toEqual({ back: 1 });
  expect(await tryToBuy(one!)).toBe('bought');
  expect((await post<{ back: number }>('/take-back', { shop: 'Acme' })).body.data.back).toBe(1);
  expect(await stateOf(two!)).toBe('on_sale');
});

test('copies are listed only as many as their operator saw', async () => {
  await singlesOnSale(shop, 1, { price: 3350 });
  const { body } = await shop.call<Listed>(
    'GET',
    '/admin/singles/elsewhere?priceMin=33.50&priceMax=33.5',
    { as: admin },
  );
  expect(body.data.found).toEqual({ singles: 1, asked: 33.5 });
  const filters = { shop: 'Acme', priceMin: 33.5, priceMax: 33.5 };
  expect((await post('', { ...filters, singles: 2 })).body.error.code).toBe('CHANGED_MEANWHILE');
});

test('listed copies leave as CSV, and come back sold in the same form', async () => {
  const [one, two] = await listed('Plain', 2, 35);
  const [heads, ...lines] = await csv('plain', 'Plain');
  expect(lines).toHaveLength(2);
  const number = await numberOf(one!);
  const sold = lines
    .map((line) =>
      line.startsWith(`${number},`) ? line.replace(/,,,$/, ',2026-01-05,30.50,P-1') : line,
    )
    .join('\n');
  const file = `${heads}\n${sold}`;
  const preview = await post<Preview>('/preview', { shop: 'Plain', file });
  expect(preview.body.data).toMatchObject({
    brought: 30.5,
    known: 0,
    skipped: 1,
    problems: [],
    sales: [{ cardNumber: number, asked: 35, brought: 30.5, reference: 'P-1' }],
  });
  expect(await stateOf(one!)).toBe('elsewhere');
  const done = await post<Sold>('/sales', { shop: 'Plain', file });
  expect(done.body.data).toEqual({ sold: 1, known: 0, brought: 30.5 });
  expect([await stateOf(one!), await stateOf(two!)]).toEqual(['sold_elsewhere', 'elsewhere']);

  const again = await post<Sold>('/sales', { shop: 'Plain', file });
  expect(again.body.data).toEqual({ sold: 0, known: 1, brought: 0 });
  const { rows: entries } = await shop.owner.query(
    `select from audit_log where action = 'take_in_sales' and after->>'shop' = 'Plain'`,
  );
  expect(entries).toHaveLength(1);

  await sumMargins(shop.context);
  const margin = await shop.call<Margin>('GET', '/admin/margin?from=2026-01&to=2026-01', {
    as: admin,
  });
  const { rows: found } = await shop.owner.query<{ paid: number }>(
    'select paid::int from house_cards where id = $1',
    [one!.id],
  );
  const paid = found[0]!.paid / 100;
  expect(margin.body.data.rows.find(({ line }) => line === 'singles')).toMatchObject({
    singles: 1,
    soldElsewhere: 30.5,
    singleCost: -paid,
  });
  expect(margin.body.data.total.recovered).toBeCloseTo(paid);
});

test('Shopify’s form has one copy under each number, and its orders sell them', async () => {
  const [one] = await listed('Shopify', 1, 37);
  const number = await numberOf(one!);
  const [heads, line] = await csv('shopify', 'Shopify');
  const cells = Object.fromEntries(heads!.split(',').map((head, at) => [head, at]));
  expect(cells).toMatchObject({ Handle: 0, Title: 1, 'Variant SKU': 9 });
  expect(line).toContain(`,${number},shopify,1,deny,manual,37.00,`);
  const file = [
    'Name,Financial Status,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku',
    `#1001,paid,2026-02-03 10:00:00 -0500,1,"Card, foil",36.00,${number}`,
    '#1001,,2026-02-03 10:00:00 -0500,3,Sleeves,2.00,SLEEVES',
  ].join('\r\n');
  const done = await post<Sold>('/sales', { shop: 'Shopify', file: `\uFEFF${file}` });
  expect(done.body.data).toEqual({ sold: 1, known: 0, brought: 36 });
});

test('a file with a wrong line sells nothing, and each line says what is wrong', async () => {
  const [one, two] = await listed('Wrong', 2, 39);
  const [here] = await singlesOnSale(shop, 1, { price: 4100 });
  const file = [
    'Card number;Sold at;Sold for;Sale number',
    `${await numberOf(one!)};2026-02-03;10.00;W-1`,
    `${await numberOf(two!)};2099-02-03;10.00;W-2`,
    `${await numberOf(here!)};2026-02-03;10.00;W-3`,
    'X-1;2026-02-03;10.00;W-4',
    `${await numberOf(one!)};2026-02-30;10.00;W-5`,
  ].join('\n');
  const problems = [
    { line: 3, problem: expect.stringContaining('in the future') },
    { line: 4, problem: expect.stringContaining('is not listed in Wrong: it is on sale') },
    { line: 5, problem: 'the shop has no card X-1' },
    { line: 6, problem: expect.stringContaining('is on line 2 too') },
  ];
  const preview = await post<Preview>('/preview', { shop: 'Wrong', file });
  expect(preview.body.data.problems).toEqual(problems);
  const refused = await post('/sales', { shop: 'Wrong', file });
  expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(await stateOf(one!)).toBe('elsewhere');

  const broken = await post<Preview>('/preview', { shop: 'Wrong', file: 'Card number\n"X-1' });
  expect(broken.body.data.problems).toHaveLength(1);
});

test('a copy that was sold there under one number is not sold under another', async () => {
  const [one] = await listed('Twice', 1, 43);
  const number = await numberOf(one!);
  const file = (reference: string) =>
    `Card number,Sold at,Sold for,Sale number\n${number},2026-02-03,10.00,${reference}`;
  await post('/sales', { shop: 'Twice', file: file('T-1') });
  const other = await post<Preview>('/preview', { shop: 'Twice', file: file('T-2') });
  expect(other.body.data.problems).toEqual([
    { line: 2, problem: `${number} was sold before: Twice T-1` },
  ]);
});

test('of a listing here and a purchase at once, one wins', async () => {
  const singles = await singlesOnSale(shop, 8, { price: 4700 });
  const filters = { game: null, priceMin: toCents(4700), priceMax: toCents(4700) };
  const [moved, ...bought] = await Promise.all([
    inTransaction(shop.context.db, (db) => moveElsewhere(db, filters, 'Race', 100)),
    ...singles.map(tryToBuy),
  ]);
  for (const [at, single] of singles.entries()) {
    const isListed = moved.includes(single.id);
    expect([await stateOf(single), bought[at]]).toEqual(
      isListed ? ['elsewhere', 'SINGLE_UNAVAILABLE'] : ['sold', 'bought'],
    );
  }
});

test('the database refuses a sale elsewhere of what is not listed there, and an end without a sale', async () => {
  const [one] = await listed('Promise', 1, 53);
  const run = (sql: string) =>
    inTransaction(shop.context.db, (db) =>
      statement(db, sql, [one!.id, admin.userId], { writes: true }),
    );
  const sale = (name: string) =>
    `insert into sales_elsewhere (house_card_id, shop, reference, brought, sold_at, taken_in_by_id) values ($1, '${name}', 'x', 1, now(), $2)`;
  await expect(run(sale('Promise'))).rejects.toThrow(/was not sold by/);
  await expect(
    run(
      `update house_cards set state = 'sold_elsewhere', exited_at = now() where id = $1 and $2::uuid is not null`,
    ),
  ).rejects.toThrow(/without a sale/);
});
