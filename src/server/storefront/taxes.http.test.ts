// Tests a shop in Nova Scotia that charges the taxes of its buyers' provinces, from the settings to the ledger.
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { calculateTotal } from '#contract/checkout.ts';
import type { showOrder } from '#contract/checkout-admin.ts';
import type { saveTaxSettings, ShownTaxes } from '#contract/storefront-taxes.ts';
import type { Sent } from '#contract/endpoint.ts';
import type { ShopConfig } from '#contract/storefront.ts';
import type { calculateShippingFee, quoteShipment } from '#contract/shipping.ts';
import type * as wallet from '#contract/wallet.ts';
import { FIRST_TAX_CODES } from '#domain/tax.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { brokenPromises, movedIn } from '../../testing/books.ts';
import { buyToDispute, decide } from '../../testing/disputes.ts';
import { beginPayment, begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import {
  ADDRESS,
  cardsOf,
  groupsOf,
  ship,
  shipped,
  type Shipment,
} from '../../testing/shipments.ts';
import { untilDayHasRoom } from '../../testing/clock.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({}, { cards: true });
let admin: SignedIn;
let packId: string;

type Settings = Sent<typeof saveTaxSettings>['settings'];
type Total = z.input<typeof calculateTotal.reply>;
type Receipt = z.input<typeof wallet.receipt>;
type List = z.input<typeof wallet.listTransactions.reply>;

const REGISTERED: Settings = {
  rule: 'places',
  flatName: 'Tax',
  flatRate: 0.08,
  elsewhereRate: 0,
  ...FIRST_TAX_CODES,
  packsSuppliedAt: 'buyer',
  sellerRegion: 'CA-NS',
  registrations: [
    { register: 'gst_hst', number: '12345 6789 RT0001', since: '2020-01-01' },
    { register: 'qst', number: '1234567890 TQ0001', since: '2020-01-01' },
  ],
};

const shown = async (as = admin) =>
  (await shop.call<ShownTaxes>('GET', '/admin/taxes', { as })).body.data;

async function save(settings: Partial<Settings> = {}, as = admin, version?: number) {
  const seen = version ?? (await shown()).version;
  const response = await shop.call<ShownTaxes>('PUT', '/admin/taxes', {
    as,
    key: crypto.randomUUID(),
    body: { version: seen, settings: { ...REGISTERED, ...settings } },
  });
  await shop.context.settings.poll();
  return response;
}

/** Makes a user with credits whose profile has this place. If `state` is null, the profile has no place. */
async function buyerIn(state: string | null, country = 'CA'): Promise<SignedIn> {
  const buyer = await shop.signUp(500);
  if (state !== null) {
    await shop.owner.query('update users set country = $2, state = $3 where id = $1', [
      buyer.userId,
      country,
      state,
    ]);
  }
  return buyer;
}

const buy = (as: SignedIn, more: object = {}) =>
  shop.call<{ updatedBalance: number }>('POST', '/packs/purchase', {
    as,
    body: { packId, quantity: 1, ...more },
  });

const totalFor = async (as: SignedIn, more: object = {}) =>
  (
    await shop.call<Total>('POST', '/payments/calculate-total', {
      as,
      body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance', ...more },
    })
  ).body.data;

const receiptsOf = async (as: SignedIn): Promise<Receipt[]> => {
  const { body } = await shop.call<List>('GET', '/transactions', { as });
  const asked = body.data.transactions
    .filter(({ type }) => type !== 'bonus_credit')
    .map(({ id }) => shop.call<Receipt>('GET', `/transactions/${id}/receipt`, { as }));
  return (await Promise.all(asked)).map((one) => one.body.data);
};

beforeAll(async () => {
  // The report covers the present month, so the tests must not run past the end of a day.
  await untilDayHasRoom();
  packId = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
  admin = await shop.signUp({ role: 'admin' });
});

describe('before an admin has saved taxes', () => {
  test('one rate applies to all, parcels are not taxed, and nobody is asked where they live', async () => {
    expect(await shown()).toMatchObject({
      version: 0,
      settings: { rule: 'flat', flatRate: 0.08, flatName: 'Tax', registrations: [] },
    });
    const buyer = await buyerIn(null);
    expect(await totalFor(buyer)).toMatchObject({
      tax: 0.8,
      taxes: [{ name: 'Tax', rate: 0.08, amount: 0.8 }],
      region: null,
      needsRegion: false,
    });
    expect(await movedIn(shop, { buyer }, () => buy(buyer))).toEqual({
      buyer: -1080,
      'house:sales': 1000,
      'house:tax': 80,
    });
    const parcel = await shipped(shop, buyer, (await cardsOf(shop, buyer)).slice(0, 1));
    expect(parcel.fee).toEqual({
      baseFee: 8,
      weightFee: 0,
      insuranceFee: 0,
      reduction: 0,
      tax: 0,
      taxes: [],
      totalFee: 8,
    });
  });
});

describe('an admin', () => {
  test('saves which taxes the shop charges; the pages follow at once, and the audit log has the change', async () => {
    const { status, body } = await save();
    expect([status, body.data.version]).toEqual([200, 1]);
    const config = (await shop.call<ShopConfig>('GET', '/config')).body.data;
    expect(config.taxes.rates).toEqual([]);
    expect(config.taxes.regions).toMatchObject({
      'CA-NS': [{ name: 'HST', rate: 0.14 }],
      'CA-BC': [{ name: 'GST', rate: 0.05 }],
      'CA-QC': [
        { name: 'GST', rate: 0.05 },
        { name: 'QST', rate: 0.09975 },
      ],
    });
    const { rows } = await shop.owner.query(
      `select subject_kind, before->'rule' as before, after->'rule' as after from audit_log where action = 'change_taxes'`,
    );
    expect(rows).toEqual([{ subject_kind: 'taxes', before: 'flat', after: 'places' }]);
  });

  test('with outdated settings gets a message, and a moderator may not save', async () => {
    const late = await save({}, admin, 0);
    expect([late.status, late.body.error.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    const moderator = await shop.signUp({ role: 'moderator' });
    expect((await save({}, moderator)).status).toBe(403);
    expect((await shop.call('GET', '/admin/taxes', { as: moderator })).status).toBe(403);
  });

  test.each<[Partial<Settings>, string]>([
    [{ flatRate: 0.31 }, 'A rate is a fraction from 0 to 0.3'],
    [{ sellerRegion: 'CA' }, 'Choose a province of Canada, or a country'],
    [
      { packsSuppliedAt: 'seller', sellerRegion: null },
      'Say where the shop is: packs take the tax of that place',
    ],
    [
      { registrations: [REGISTERED.registrations[0]!, REGISTERED.registrations[0]!] },
      'Each tax is registered once',
    ],
  ])('reads what is wrong with %j', async (change, sentence) => {
    const { status, body } = await save(change);
    expect([status, body.error.message]).toEqual([400, sentence]);
  });
});

describe('packs', () => {
  test('cost a buyer in Nova Scotia 14% HST, and one in Ontario 13%, in quote, books and receipt', async () => {
    const [halifax, toronto] = [await buyerIn('NS'), await buyerIn('Ontario')];
    expect(await totalFor(halifax)).toMatchObject({
      tax: 1.4,
      taxes: [{ name: 'HST', rate: 0.14, amount: 1.4 }],
      region: 'CA-NS',
      total: 11.4,
    });
    expect(await movedIn(shop, { halifax, toronto }, () => buy(halifax, { amount: 11.4 }))).toEqual(
      {
        halifax: -1140,
        'house:sales': 1000,
        'house:tax_hst': 140,
      },
    );
    expect(await movedIn(shop, { halifax, toronto }, () => buy(toronto, { amount: 11.3 }))).toEqual(
      {
        toronto: -1130,
        'house:sales': 1000,
        'house:tax_hst': 130,
      },
    );
    const [receipt] = await receiptsOf(toronto);
    expect(receipt).toMatchObject({
      subtotal: 10,
      tax: 1.3,
      taxes: [{ name: 'HST', rate: 0.13, amount: 1.3 }],
      total: 11.3,
    });
    const { body } = await shop.call<List>('GET', '/transactions', { as: toronto });
    const { id } = body.data.transactions.find(({ type }) => type === 'pack_purchase')!;
    const page = await shop.call<string>('GET', `/transactions/${id}/receipt?format=html`, {
      as: toronto,
    });
    expect(page.body.data).toContain('HST 13%');
    const mails = await shop.owner.query<{ facts: { taxes: unknown[] } }>(
      `select facts from mails where user_id = $1 and kind = 'receipt'`,
      [toronto.userId],
    );
    expect(mails.rows[0]!.facts.taxes).toHaveLength(1);
  });

  test('cost a buyer in Quebec two taxes, each in its own account and rounded by itself', async () => {
    const buyer = await buyerIn('QC');
    const change = await movedIn(shop, { buyer }, () => buy(buyer, { quantity: 3 }));
    expect(change).toEqual({
      buyer: -3449,
      'house:sales': 3000,
      'house:tax_gst': 150,
      'house:tax_qst': 299, // 2.9925
    });
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from orders where user_id = $1',
      [buyer.userId],
    );
    const order = await shop.call<z.input<typeof showOrder.reply>>(
      'GET',
      `/admin/orders/${rows[0]!.id}`,
      { as: admin },
    );
    expect(order.body.data).toMatchObject({
      region: 'CA-QC',
      tax: 4.49,
      taxes: [
        { name: 'GST', amount: 1.5 },
        { name: 'QST', rate: 0.09975, amount: 2.99 },
      ],
    });
  });

  test('have no tax for which the seller is not registered, and none abroad', async () => {
    const [vancouver, boston] = [await buyerIn('BC'), await buyerIn('MA', 'US')];
    expect((await totalFor(vancouver)).taxes).toEqual([{ name: 'GST', rate: 0.05, amount: 0.5 }]);
    expect(await totalFor(boston)).toMatchObject({ tax: 0, taxes: [], region: 'US-MA', total: 10 });
    expect((await buy(boston, { amount: 10 })).status).toBe(200);
  });

  test('can’t be paid before their buyer has said where they live', async () => {
    const buyer = await buyerIn(null);
    expect(await totalFor(buyer)).toMatchObject({ tax: 0, needsRegion: true, total: 10 });
    const refusals = await Promise.all([
      buy(buyer),
      shop.call('POST', '/payments/purchase-with-balance', {
        as: buyer,
        body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
      }),
      beginPayment(shop, buyer, packId),
    ]);
    for (const { status, body } of refusals) {
      expect([status, body.error.code]).toEqual([400, 'REGION_REQUIRED']);
    }
    // While the profile has no region, the region in the request counts.
    expect(await totalFor(buyer, { region: 'CA-ON' })).toMatchObject({
      tax: 1.3,
      needsRegion: false,
    });
    expect((await buy(buyer, { region: 'ca-on', amount: 11.3 })).status).toBe(200);
    expect((await buy(buyer, { region: 'CA-XX' })).status).toBe(400);
    const halifax = await buyerIn('NS');
    expect(await totalFor(halifax, { region: 'CA-ON' })).toMatchObject({
      region: 'CA-NS',
      tax: 1.4,
    });
    const valid = await shop.call<{ totalCost: number }>('POST', '/packs/validate-purchase', {
      as: buyer,
      body: { packId, quantity: 1, region: 'CA-NS' },
    });
    expect(valid.body.data.totalCost).toBe(11.4);
  });

  test('paid by card are refunded in parts at the rates of their sale, whatever the rates are later', async () => {
    const buyer = await buyerIn('QC');
    const intent = await begunPayment(shop, buyer, packId, { quantity: 3 });
    await confirm(shop, intent);
    await postAll(shop);
    const { packIds } = await purchased(shop, buyer, intent.paymentIntentId);
    expect(packIds).toHaveLength(3);
    await save({ rule: 'flat', flatRate: 0.2 });
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from orders where user_id = $1',
      [buyer.userId],
    );
    const giveBack = (quantity: number, unopened: number) =>
      shop.call('POST', `/admin/orders/${rows[0]!.id}/refund`, {
        as: admin,
        body: { packs: [{ packTypeId: packId, quantity, unopened }], reason: 'Dented' },
      });
    expect(await movedIn(shop, { buyer }, () => giveBack(1, 3))).toMatchObject({
      'house:sales': -1000,
      'house:tax_gst': -50,
      'house:tax_qst': -100,
    });
    const rest = await movedIn(shop, { buyer }, () => giveBack(2, 2));
    expect(rest).toMatchObject({
      'house:sales': -2000,
      'house:tax_gst': -100,
      'house:tax_qst': -199,
    });
    expect(rest).not.toHaveProperty('house:tax');
    await postAll(shop);
    const [last] = await receiptsOf(buyer);
    expect(last).toMatchObject({
      type: 'refund',
      tax: 2.99,
      taxes: [
        { name: 'GST', rate: 0.05, amount: 1 },
        { name: 'QST', rate: 0.09975, amount: 1.99 },
      ],
    });
    expect(await brokenPromises(shop.context)).toEqual([]);
    await save();
  });

  test('whose payment is lost at the bank return their taxes, each from its account', async () => {
    const buyer = await buyerIn('QC');
    const intentId = await buyToDispute(shop, buyer, packId);
    await postAll(shop);
    await decide(shop, intentId, 'lose');
    expect(await movedIn(shop, { buyer }, () => postAll(shop))).toMatchObject({
      'house:sales': -1000,
      'house:tax_gst': -50,
      'house:tax_qst': -100,
    });
    expect(await brokenPromises(shop.context)).toEqual([]);
  });

  test('can be supplied where the shop is, if its operator chooses so: then nobody is asked', async () => {
    await save({ packsSuppliedAt: 'seller' });
    const [toronto, anybody] = [await buyerIn('ON'), await buyerIn(null)];
    expect(await totalFor(toronto)).toMatchObject({ region: 'CA-NS', tax: 1.4 });
    expect(await totalFor(anybody)).toMatchObject({ needsRegion: false, tax: 1.4 });
    const config = (await shop.call<ShopConfig>('GET', '/config')).body.data;
    expect(config.taxes).toEqual({
      rates: [{ name: 'HST', rate: 0.14 }],
      regions: null,
      ofParcels: true,
      isAsked: false,
    });
    await save();
  });
});

describe('a parcel', () => {
  const to = (state: string, more: object = {}) => ({ ...ADDRESS, state, ...more });
  const feeTo = async (as: SignedIn, query: string) =>
    (
      await shop.call<z.input<typeof calculateShippingFee.reply>>(
        'GET',
        `/shipping/calculate-fee?cardCount=1&${query}`,
        { as },
      )
    ).body.data;

  test('is taxed at its destination, wherever its owner lives', async () => {
    const buyer = await buyerIn('NS');
    await buy(buyer);
    const [card] = await cardsOf(shop, buyer);
    expect(await feeTo(buyer, 'country=CA&state=ON')).toMatchObject({
      tax: 1.04,
      taxes: [{ name: 'HST', rate: 0.13, amount: 1.04 }],
      totalFee: 9.04,
      needsRegion: false,
    });
    expect(await feeTo(buyer, 'country=CA')).toMatchObject({ tax: 0, needsRegion: true });
    expect(await feeTo(buyer, 'country=DE')).toMatchObject({ tax: 0, needsRegion: false });
    const unknown = await ship(shop, buyer, [card!], { shippingAddress: to('Halifax') });
    expect([unknown.status, unknown.body.error.message]).toEqual([
      400,
      'Please choose a province: the tax goes by it',
    ]);
    let parcel: Shipment | undefined;
    const change = await movedIn(shop, { buyer }, async () => {
      parcel = await shipped(shop, buyer, [card!], { shippingAddress: to('ON') });
    });
    expect(change).toEqual({ buyer: -904, 'house:shipping': 800, 'house:tax_hst': 104 });
    expect(parcel!.fee).toEqual({
      baseFee: 8,
      weightFee: 0,
      insuranceFee: 0,
      reduction: 0,
      tax: 1.04,
      taxes: [{ name: 'HST', rate: 0.13, amount: 1.04 }],
      totalFee: 9.04,
    });
    const [receipt] = await receiptsOf(buyer);
    expect(receipt).toMatchObject({ type: 'shipping_fee', subtotal: 8, tax: 1.04, total: 9.04 });
    expect(
      await movedIn(shop, { buyer }, () =>
        shop.call('POST', `/shipping/requests/${parcel!.id}/cancel`, { as: buyer }),
      ),
    ).toEqual({ buyer: 904, 'house:shipping': -800, 'house:tax_hst': -104 });
    const [back] = await receiptsOf(buyer);
    expect(back).toMatchObject({ type: 'refund', subtotal: 8, tax: 1.04, total: 9.04 });
  });

  test('is shown to operators with the tax of later additions, in the list and open', async () => {
    const buyer = await buyerIn('NS');
    await buy(buyer, { quantity: 3 });
    const cards = await cardsOf(shop, buyer);
    const parcel = await shipped(shop, buyer, cards.slice(0, 5), { shippingAddress: to('ON') });
    const more = cards.slice(5, 7);
    const { body } = await shop.call<z.input<typeof quoteShipment.reply>>(
      'POST',
      '/shipping/quotes',
      { as: buyer, body: { cardGroups: groupsOf(more), country: 'CA', state: 'ON' } },
    );
    const quoteId = body.data.beside[0]!.quote.id;
    const addition = await shipped(shop, buyer, more, { shippingAddress: to('ON'), quoteId });
    expect(addition.fee).toMatchObject({ reduction: 8, tax: 0.04, totalFee: 0.34 });
    const operators = '/admin/shipments';
    const listed = await shop.call('GET', `${operators}?search=${parcel.id}`, { as: admin });
    expect(listed.body.data).toMatchObject({ shipments: [{ totalFee: 9.38 }] });
    const open = await shop.call('GET', `${operators}/${parcel.id}`, { as: admin });
    expect(open.body.data).toMatchObject({
      shipment: { fee: { totalFee: 9.04 } },
      additions: [{ totalFee: 0.34 }],
    });
    await shop.call('POST', `/shipping/requests/${parcel.id}/cancel`, { as: buyer });
  });

  test('paid by card keeps its province, and returns its tax with its fee', async () => {
    const buyer = await buyerIn('NS');
    await buy(buyer);
    const cards = (await cardsOf(shop, buyer)).slice(0, 1);
    const groups = [
      { packOpeningId: cards[0]!.packOpeningId, cardIds: cards.map(({ card }) => card.id) },
    ];
    const begun = await shop.call<{
      paymentIntentId: string;
      clientSecret: string;
      amount: number;
    }>('POST', '/shipping/create-payment-intent', {
      as: buyer,
      body: { cardGroups: groups, shippingAddress: to('NS') },
    });
    expect(begun.body.data.amount).toBe(9.12);
    await confirm(shop, begun.body.data);
    await postAll(shop);
    const pay = { paymentMethod: 'stripe', paymentIntentId: begun.body.data.paymentIntentId };
    const moved = await ship(shop, buyer, cards, { ...pay, shippingAddress: to('ON') });
    expect([moved.status, moved.body.error.message]).toEqual([
      400,
      'The province or state can’t be changed after the payment',
    ]);
    const parcel = await shipped(shop, buyer, cards, { ...pay, shippingAddress: to('NS') });
    expect(
      await movedIn(shop, { buyer }, () =>
        shop.call('POST', `/shipping/requests/${parcel.id}/cancel`, { as: buyer }),
      ),
    ).toMatchObject({ 'house:shipping': -800, 'house:tax_hst': -112 });
    await postAll(shop);
    expect(await brokenPromises(shop.context)).toEqual([]);
  });
});

describe('the report', () => {
  test('has by month what was charged and refunded of each tax in each region, as in the books', async () => {
    // In the shop's time zone a month begins up to a day later than here.
    const monthOf = (time: number) => new Date(time).toISOString().slice(0, 7);
    const [from, to] = [monthOf(Date.now() - 86_400_000), monthOf(Date.now())];
    const { status, body } = await shop.call<string>(
      'GET',
      `/admin/taxes.csv?from=${from}&to=${to}`,
      { as: admin },
    );
    expect(status).toBe(200);
    const [head, ...lines] = body.data.trim().split('\r\n');
    expect(head).toBe('Month,Region,Tax,Rate,Taken,Given back,To pay on,Account');
    const rows = lines.map((line) => line.split(','));
    const of = (region: string, account: string) =>
      rows.find((row) => row[1] === region && row[7] === account);
    expect(of('CA-QC', 'house:tax_qst')?.slice(2, 6)).toEqual(['QST', '9.975%', '6.98', '3.99']);
    expect(of('CA-ON', 'house:tax_hst')?.slice(2, 4)).toEqual(['HST', '13%']);
    expect(of('', 'house:tax')?.slice(2, 5)).toEqual(['Tax', '8%', '0.80']);
    const { rows: books } = await shop.owner.query<{ account: string; left: number }>(
      `select a.id as account, (
         select coalesce(sum(case when t.credit_account_id = a.id then amount else -amount end), 0)::int
         from transfers t where a.id in (t.credit_account_id, t.debit_account_id)) as left
       from ledger_accounts a where a.id like 'house:tax%'`,
    );
    for (const { account, left } of books) {
      const told = rows.filter((row) => row[7] === account).map((row) => Number(row[6]) * 100);
      expect(Math.round(told.reduce((all, one) => all + one, 0))).toBe(left);
    }
  });

  test('is for admins, and has at most two years', async () => {
    const moderator = await shop.signUp({ role: 'moderator' });
    const report = (as: SignedIn, query: string) =>
      shop.call('GET', `/admin/taxes.csv?${query}`, { as });
    expect((await report(moderator, 'from=2026-01&to=2026-02')).status).toBe(403);
    expect((await report(admin, 'from=2026-02&to=2026-01')).body.error.message).toBe(
      'to must not be before from',
    );
    expect((await report(admin, 'from=2020-01&to=2026-01')).body.error.message).toBe(
      'A report covers at most 24 months',
    );
  });
});

describe('the database', () => {
  test('refuses an order whose lines don’t add up to its tax, and never changes earlier taxes', async () => {
    const attack = (sql: string) =>
      shop.owner.query(sql).then(
        () => 'done',
        (error) => error.constraint,
      );
    expect(
      await attack(
        `update orders set taxes = '[{"name":"HST","rate":0.14,"amount":1,"account":"house:tax_hst"}]'`,
      ),
    ).toBe('orders_taxes_add_up');
    expect(await attack(`update shipments set tax = tax + 1`)).toBe('shipment_keeps_its_fee');
    expect(
      await attack(
        `alter table shipments disable trigger user; update shipments set tax = tax + 1`,
      ),
    ).toBe('shipments_taxes_add_up');
    expect(await attack(`update tax_settings set flat_rate = 0`)).not.toBe('done');
  });
});
