// Tests a shop whose taxes Stripe calculates. Stripe's own SDK calls the sandbox, whose responses have the shapes of
// Stripe's published reference.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { calculateTotal } from '#contract/checkout.ts';
import type { Sent } from '#contract/endpoint.ts';
import type { ShopConfig } from '#contract/storefront.ts';
import type { quoteShipment } from '#contract/shipping.ts';
import type { saveTaxSettings, showTaxProvider, ShownTaxes } from '#contract/storefront-taxes.ts';
import { FIRST_TAX_CODES } from '#domain/tax.ts';
import { toCents } from '#domain/money.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { brokenPromises, movedIn } from '../../testing/books.ts';
import { atOffset, DAY_MS, HOUR_MS } from '../../testing/clock.ts';
import { beginPayment, begunPayment, confirm, postAll } from '../../testing/payments.ts';
import { ADDRESS, cardsOf, groupsOf, ship, shipped } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { stripeTax } from '../card-payments/stripe-tax.ts';
import { recordTaxes } from './record-taxes.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' }, { cards: true });
let admin: SignedIn;
let packId: string;

type Settings = Sent<typeof saveTaxSettings>['settings'];
type Total = z.input<typeof calculateTotal.reply>;
type Provider = z.input<typeof showTaxProvider.reply>;
type Quotes = z.input<typeof quoteShipment.reply>;

const BY_STRIPE: Settings = {
  rule: 'stripe',
  flatName: 'Tax',
  flatRate: 0.08,
  elsewhereRate: 0,
  packsSuppliedAt: 'buyer',
  sellerRegion: 'CA-NS',
  registrations: [],
  ...FIRST_TAX_CODES,
};

async function save(settings: Partial<Settings> = {}) {
  const { version } = (await shop.call<ShownTaxes>('GET', '/admin/taxes', { as: admin })).body.data;
  const response = await shop.call<ShownTaxes>('PUT', '/admin/taxes', {
    as: admin,
    key: crypto.randomUUID(),
    body: { version, settings: { ...BY_STRIPE, ...settings } },
  });
  await shop.context.settings.poll();
  return response;
}

async function buyerIn(state: string, more: { country?: string; zip?: string } = {}) {
  const buyer = await shop.signUp(500);
  await shop.owner.query('update users set country = $2, state = $3, zip_code = $4 where id = $1', [
    buyer.userId,
    more.country ?? 'CA',
    state,
    more.zip ?? null,
  ]);
  return buyer;
}

const buy = (as: SignedIn, more: object = {}) =>
  shop.call('POST', '/packs/purchase', { as, body: { packId, quantity: 1, ...more } });

const totalFor = (as: SignedIn, more: object = {}) =>
  shop.call<Total>('POST', '/payments/calculate-total', {
    as,
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance', ...more },
  });

const quotesFor = (as: SignedIn, items: Awaited<ReturnType<typeof cardsOf>>, place: object) =>
  shop.call<Quotes>('POST', '/shipping/quotes', {
    as,
    body: { cardGroups: groupsOf(items), country: 'CA', state: 'NS', ...place },
  });

const provider = async () =>
  (await shop.call<Provider>('GET', '/admin/taxes/provider', { as: admin })).body.data;

/** Lists Stripe's objects of a kind, the oldest first. */
async function atStripe<Kind extends object>(kind: string): Promise<Kind[]> {
  const { rows } = await shop.owner.query<{ body: Kind }>(
    'select body from sandbox.objects where kind = $1 order by created_at, id',
    [kind],
  );
  return rows.map(({ body }) => body);
}

type AtStripe = {
  id: string;
  reference: string;
  type: string;
  reversal: { original_transaction: string } | null;
  line_items: { data: { amount: number; amount_tax: number; tax_code: string }[] };
};

const recordsOf = async (reference: string) =>
  (await atStripe<AtStripe>('tax.transaction')).filter((one) => one.reference === reference);

/** Counts the tax calculations that are requested from Stripe during `work`. */
async function questionsIn(work: () => Promise<unknown>): Promise<number> {
  const before = (await atStripe('tax.calculation')).length;
  await work();
  return (await atStripe('tax.calculation')).length - before;
}

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 80, purchaseLimit: null });
  admin = await shop.signUp({ role: 'admin' });
});

afterEach(() => {
  shop.sandbox.faults = {};
});

describe('an admin', () => {
  test('reads what the shop could query, and nobody is queried before', async () => {
    const buyer = await buyerIn('NS');
    expect(await questionsIn(() => buy(buyer))).toBe(0);
    expect(await provider()).toEqual({
      name: 'Stripe Tax',
      recorded: 0,
      reversed: 0,
      waiting: 0,
      waitingSince: null,
      problems: [],
    });
  });

  test('can’t choose Stripe Tax if it is not ready, or not configured', async () => {
    const { taxProvider } = shop.context;
    shop.context.taxProvider = null;
    const absent = await save();
    shop.context.taxProvider = {
      ...taxProvider!,
      problem: () => Promise.resolve('Stripe Tax is not ready: head_office is missing.'),
    };
    const unready = await save();
    shop.context.taxProvider = taxProvider;
    shop.sandbox.faults = { before: ({ path }) => (path === '/v1/tax/settings' ? 500 : undefined) };
    const away = await save();
    expect([absent, unready, away].map(({ status, body }) => [status, body.error.details])).toEqual(
      [
        [
          400,
          [{ path: 'settings.rule', message: 'Set up Stripe first: this shop has no key of it' }],
        ],
        [
          400,
          [{ path: 'settings.rule', message: 'Stripe Tax is not ready: head_office is missing.' }],
        ],
        [400, [{ path: 'settings.rule', message: 'It did not answer, or not in time.' }]],
      ],
    );
  });

  test('can’t type a tax code that Stripe could not have', async () => {
    const { status, body } = await save({ packTaxCode: 'cards' });
    expect([status, body.error.message]).toEqual([400, 'A tax code is txcd_ and eight digits']);
  });

  test('chooses it: the audit log has that, and pages show “plus tax”', async () => {
    const { status, body } = await save();
    expect([status, body.data.settings.rule]).toEqual([200, 'stripe']);
    const { rows } = await shop.owner.query<{ after: object }>(
      `select after from audit_log where action = 'change_taxes' order by id desc limit 1`,
    );
    expect(rows[0]!.after).toMatchObject({ rule: 'stripe' });
    const config = (await shop.call<ShopConfig>('GET', '/config')).body.data;
    expect(config.taxes).toEqual({ rates: [], regions: {}, ofParcels: true, isAsked: true });
  });
});

describe('packs', () => {
  test('have Stripe’s tax, line by line: shown, charged, booked and stored to the cent', async () => {
    const buyer = await buyerIn('QC');
    const { body } = await totalFor(buyer);
    expect(body.data).toMatchObject({
      tax: 1.5,
      taxes: [
        { name: 'GST', rate: 0.05, amount: 0.5 },
        { name: 'QST', rate: 0.09975, amount: 1 },
      ],
      total: 11.5,
      region: 'CA-QC',
      needsRegion: false,
    });
    expect(await movedIn(shop, { buyer }, () => buy(buyer, { amount: 11.5 }))).toEqual({
      buyer: -1150,
      'house:sales': 1000,
      'house:tax_gst': 50,
      'house:tax_qst': 100,
    });
    const { rows } = await shop.owner.query(
      `select o.tax, c.tax as told, o.taxes = c.taxes as same, c.region, c.postal_code, c.taxable
       from orders o join tax_calculations c on c.sale_id = o.id where o.user_id = $1`,
      [buyer.userId],
    );
    expect(rows).toEqual([
      { tax: '150', told: '150', same: true, region: 'CA-QC', postal_code: null, taxable: '1000' },
    ]);
  });

  test('cause one query for repeated views and the purchase; the next sale causes a new one', async () => {
    const buyer = await buyerIn('ON');
    const polling = async () => {
      for (let times = 0; times < 3; times += 1) await totalFor(buyer);
      const responses = [
        await shop.call('POST', '/packs/validate-purchase', {
          as: buyer,
          body: { packId, quantity: 1 },
        }),
        await shop.call('POST', '/payments/purchase-eligibility', {
          as: buyer,
          body: { packs: [{ packId, quantity: 1 }] },
        }),
      ];
      for (const { body } of responses) expect(body.data).toMatchObject({ totalCost: 11.3 });
      await buy(buyer);
    };
    expect(await questionsIn(polling)).toBe(1);
    expect(await questionsIn(() => buy(buyer))).toBe(1);
  });

  test('are sent to Stripe with their tax code, and no more of an address than the tax needs', async () => {
    const buyer = await buyerIn('BC', { zip: 'V5K 0A1' });
    await save({ packTaxCode: 'txcd_20030000' });
    await buy(buyer);
    await save();
    const [asked] = (
      await atStripe<{ customer_details: object; line_items: { data: object[] } }>(
        'tax.calculation',
      )
    ).slice(-1);
    expect(asked).toMatchObject({
      currency: 'cad',
      customer_details: {
        address: { country: 'CA', state: 'BC', postal_code: null, city: null, line1: null },
        address_source: 'billing',
      },
      line_items: {
        data: [{ amount: 1000, tax_code: 'txcd_20030000', tax_behavior: 'exclusive' }],
      },
    });
  });

  test('in the United States need the ZIP code: without one its buyer is asked for it, and nothing is sold', async () => {
    const unclear = await buyerIn('WA', { country: 'US' });
    const looked = await totalFor(unclear);
    expect(looked.body.data).toMatchObject({ tax: 0, taxes: [], needsRegion: true });
    const refused = await buy(unclear);
    expect([refused.status, refused.body.error]).toMatchObject([
      400,
      { code: 'REGION_REQUIRED', message: expect.stringContaining('postal code') },
    ]);
    const clear = await buyerIn('WA', { country: 'US', zip: '98104' });
    expect(await movedIn(shop, { clear }, () => buy(clear))).toEqual({
      clear: -1103,
      'house:sales': 1000,
      'house:tax_other': 103,
    });
  });

  test('require a buyer without a region to state where they live', async () => {
    const buyer = await shop.signUp(50);
    expect((await buy(buyer)).body.error.code).toBe('REGION_REQUIRED');
    expect((await buy(buyer, { region: 'CA-AB', amount: 10.5 })).status).toBe(200);
  });

  test('paid by card are charged as quoted, without tax where there is none', async () => {
    const buyer = await buyerIn('Bayern', { country: 'DE' });
    const intent = await begunPayment(shop, buyer, packId, { amount: 10.5 });
    await confirm(shop, intent);
    await postAll(shop);
    const { rows } = await shop.owner.query<{ tax: string; taxes: object[]; paid: boolean }>(
      'select tax, taxes, paid_at is not null as paid from orders where user_id = $1',
      [buyer.userId],
    );
    expect(rows).toEqual([{ tax: '0', taxes: [], paid: true }]);
    const here = await buyerIn('NS');
    await begunPayment(shop, here, packId, { amount: 11.9 });
    // An equal cart gets the same payment, so no new request is needed.
    expect(await questionsIn(() => begunPayment(shop, here, packId, { amount: 11.9 }))).toBe(0);
  });

  test('that cost nothing cause no query', async () => {
    await shop.owner.query(
      `insert into discount_codes (code, amount_off, is_free, uses_max) values ('ALLFREE', 100000, true, 10)`,
    );
    const buyer = await buyerIn('NS');
    const asked = await questionsIn(async () => {
      const body = {
        packs: [{ packId, quantity: 1 }],
        discountCode: 'ALLFREE',
        paymentMethod: 'balance',
      };
      const { status } = await shop.call('POST', '/payments/purchase-with-balance', {
        as: buyer,
        body,
      });
      expect(status).toBe(200);
    });
    expect(asked).toBe(0);
  });
});

describe('while Stripe', () => {
  test.each([
    ['answers with an error', { before: () => 500 }, 'unreachable'],
    ['says that it is asked too often', { before: () => 429 }, 'unreachable'],
    ['hangs up', { hangUp: () => true }, 'unreachable'],
    ['refuses with 402', { before: () => 402 }, 'api_error'],
  ])(
    '%s, nothing is sold or charged, its buyer gets a message and an operator sees it',
    async (_what, faults, code) => {
      const buyer = await buyerIn('NS');
      shop.sandbox.faults = faults;
      const responses = [
        await totalFor(buyer),
        await buy(buyer),
        await beginPayment(shop, buyer, packId),
      ];
      shop.sandbox.faults = {};
      for (const { status, body } of responses) {
        expect([status, body.error]).toMatchObject([
          503,
          { code: 'UNAVAILABLE', message: expect.stringContaining('nothing was charged') },
        ]);
      }
      const [newest] = (await provider()).problems;
      expect(newest).toMatchObject({ code });
      expect((await buy(buyer)).status).toBe(200);
    },
  );

  test('does not respond in time, the shop does not wait for long', async () => {
    const { taxProvider } = shop.context;
    const open = Promise.withResolvers<void>();
    shop.context.taxProvider = stripeTax(shop.sandbox.options, 50);
    shop.sandbox.faults = { before: () => open.promise };
    const { status } = await buy(await buyerIn('NS'));
    open.resolve();
    shop.context.taxProvider = taxProvider;
    expect(status).toBe(503);
  });

  test('is down, its last results are still used', async () => {
    const buyer = await buyerIn('NB');
    await totalFor(buyer);
    shop.sandbox.faults = { before: ({ path }) => (path.startsWith('/v1/tax') ? 500 : undefined) };
    expect((await buy(buyer, { amount: 11.5 })).status).toBe(200);
  });

  test('returns inconsistent taxes, nothing is sold by them', async () => {
    const { taxProvider } = shop.context;
    const asked = taxProvider!.calculate({
      taxable: toCents(100),
      sells: 'packs',
      place: { region: 'CA', postalCode: null },
      taxCode: FIRST_TAX_CODES.packTaxCode,
    });
    await expect(asked).rejects.toMatchObject({
      code: 'customer_tax_location_invalid',
      isPlaceUnclear: true,
    });
    shop.context.taxProvider = {
      ...taxProvider!,
      calculate: () => Promise.reject(new Error('1 + 1 = 3')),
    };
    const { status } = await buy(await buyerIn('NS'));
    shop.context.taxProvider = taxProvider;
    expect(status).toBe(503);
    expect((await provider()).problems.map(({ code }) => code)).toContain('unclear');
  });
});

describe('parcels', () => {
  test('have Stripe’s tax for their fee and address, from the quote to the journal', async () => {
    const owner = await buyerIn('NS');
    await buy(owner);
    const items = (await cardsOf(shop, owner)).slice(0, 1);
    const { body } = await quotesFor(owner, items, { state: 'ON' });
    const [quote] = body.data.quotes;
    expect(quote!.fee).toMatchObject({
      tax: 1.04,
      taxes: [{ name: 'HST', rate: 0.13, amount: 1.04 }],
      totalFee: 9.04,
    });
    const address = { ...ADDRESS, state: 'ON', city: 'Toronto', postalCode: 'M5V 2T6' };
    const asked = await questionsIn(async () => {
      const parcel = await shipped(shop, owner, items, {
        quoteId: quote!.id,
        shippingAddress: address,
      });
      expect(parcel.fee).toMatchObject({ tax: 1.04, totalFee: 9.04 });
    });
    expect(asked).toBe(0);
    expect(await brokenPromises(shop.context)).toEqual([]);
  });

  test('without a seen quote are queried before they are paid, with credits or by card', async () => {
    const owner = await buyerIn('NS');
    await buy(owner, { quantity: 1 });
    const [first, second] = await cardsOf(shop, owner);
    const parcel = await shipped(shop, owner, [first!]);
    expect(parcel.fee).toMatchObject({ tax: 1.12, totalFee: 9.12 });
    const intent = await shop.call<{ amount: number }>('POST', '/shipping/create-payment-intent', {
      as: owner,
      body: { cardGroups: groupsOf([second!]), shippingAddress: ADDRESS },
    });
    expect([intent.status, intent.body.data.amount]).toEqual([200, 9.12]);
  });

  test('to the United States need the typed ZIP code', async () => {
    const owner = await buyerIn('NS');
    await buy(owner);
    const items = (await cardsOf(shop, owner)).slice(0, 1);
    const place = { country: 'US', state: 'WA' };
    const without = await quotesFor(owner, items, place);
    expect(without.body.data.quotes[0]).toMatchObject({ needsRegion: true, fee: { tax: 0 } });
    const withCode = await quotesFor(owner, items, { ...place, postalCode: '98104' });
    const [quote] = withCode.body.data.quotes;
    expect(quote).toMatchObject({
      needsRegion: false,
      fee: { taxes: [{ name: 'Sales tax', rate: 0.1025 }] },
    });
    const address = { ...ADDRESS, ...place, city: 'Seattle', postalCode: '98104' };
    const unknown = { ...address, postalCode: 'A1A 1A1' };
    const more = { quoteId: quote!.id };
    const refused = await ship(shop, owner, items, { ...more, shippingAddress: unknown });
    expect(refused.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'shippingAddress.postalCode' }],
    });
    const parcel = await shipped(shop, owner, items, { ...more, shippingAddress: address });
    expect(parcel.fee.tax).toBe(quote!.fee.tax);
  });
});

describe('Stripe gets a report', () => {
  const run = () => recordTaxes(shop.context);

  /** Makes an order in Ontario that is paid by card and whose packs are sealed. */
  async function sealed() {
    const buyer = await buyerIn('ON');
    const intent = await begunPayment(shop, buyer, packId, { quantity: 2 });
    await confirm(shop, intent);
    await postAll(shop);
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from orders where user_id = $1',
      [buyer.userId],
    );
    return { buyer, orderId: rows[0]!.id };
  }

  test('about each sale once, however often the job runs or its response is lost', async () => {
    await run();
    const { orderId } = await sealed();
    expect(await recordsOf(`sale:${orderId}`)).toEqual([]);
    expect(await provider()).toMatchObject({ waiting: 1, waitingSince: expect.any(String) });
    shop.sandbox.faults = { hangUp: ({ path }) => path.endsWith('/create_from_calculation') };
    expect(await run()).toEqual({ done: 0, failed: 1 });
    shop.sandbox.faults = {};
    expect(await run()).toEqual({ done: 1, failed: 0 });
    expect(await run()).toEqual({ done: 0, failed: 0 });
    const [recorded, ...more] = await recordsOf(`sale:${orderId}`);
    expect(more).toEqual([]);
    expect(recorded).toMatchObject({
      type: 'transaction',
      line_items: { data: [{ amount: 2000, amount_tax: 260, tax_code: 'txcd_99999999' }] },
    });
    expect(await provider()).toMatchObject({ waiting: 0, waitingSince: null });
  });

  test('about nothing that was never paid', async () => {
    const buyer = await buyerIn('ON');
    await begunPayment(shop, buyer, packId);
    expect(await run()).toEqual({ done: 0, failed: 0 });
  });

  test('about each refund, with the sale’s own tax, in part and whole', async () => {
    const { orderId } = await sealed();
    await run();
    // Settings that are saved later do not affect earlier sales.
    await save({ rule: 'flat' });
    const giveBack = async () => {
      const { status } = await shop.call('POST', `/admin/orders/${orderId}/refund`, {
        as: admin,
        body: { packs: [{ packTypeId: packId, quantity: 1, unopened: 2 }], reason: 'Wrong set' },
      });
      return status;
    };
    const status = await giveBack();
    await save();
    expect(status).toBe(200);
    await postAll(shop);
    shop.sandbox.faults = { hangUp: ({ path }) => path.endsWith('/create_reversal') };
    expect(await run()).toEqual({ done: 0, failed: 1 });
    shop.sandbox.faults = {};
    expect(await run()).toEqual({ done: 1, failed: 0 });
    expect(await run()).toEqual({ done: 0, failed: 0 });
    const [sale] = await recordsOf(`sale:${orderId}`);
    const back = (await atStripe<AtStripe>('tax.transaction')).filter(
      ({ reversal }) => reversal?.original_transaction === sale!.id,
    );
    expect(back.map(({ type, line_items: items }) => [type, items.data])).toMatchObject([
      ['reversal', [{ amount: -1000, amount_tax: -130 }]],
    ]);
    expect(await brokenPromises(shop.context)).toEqual([]);
  });

  test('about the fee of a parcel, and its refund when the parcel was cancelled', async () => {
    const owner = await buyerIn('NS');
    await buy(owner);
    const parcel = await shipped(shop, owner, (await cardsOf(shop, owner)).slice(0, 1));
    await run();
    await shop.call('POST', `/shipping/requests/${parcel.id}/cancel`, { as: owner });
    expect(await run()).toEqual({ done: 1, failed: 0 });
    const [sale] = await recordsOf(`sale:${parcel.id}`);
    expect(sale!.line_items.data).toMatchObject([
      { amount: 800, amount_tax: 112, tax_code: 'txcd_92010001' },
    ]);
    expect((await provider()).reversed).toBeGreaterThan(0);
  });

  test('about nothing from a shop without a provider; an operator sees what waits', async () => {
    const { orderId } = await sealed();
    const { taxProvider } = shop.context;
    shop.context.taxProvider = null;
    expect(await run()).toEqual({ done: 0, failed: 0 });
    expect(await provider()).toMatchObject({ name: null, waiting: 1 });
    shop.context.taxProvider = taxProvider;
    await run();
    expect(await recordsOf(`sale:${orderId}`)).toHaveLength(1);
  });
});

describe('Stripe’s tax calculation', () => {
  test('is valid for half an hour, and is deleted a day later if nobody bought with it', async () => {
    const buyer = await buyerIn('SK');
    await totalFor(buyer);
    const left = async () =>
      (await shop.owner.query('select id from tax_calculations where user_id = $1', [buyer.userId]))
        .rowCount;
    expect(await left()).toBe(1);
    await atOffset(shop, HOUR_MS, (context) => recordTaxes(context));
    expect(await left()).toBe(1);
    await atOffset(shop, 2 * DAY_MS, (context) => recordTaxes(context));
    expect(await left()).toBe(0);
  });

  test('never changes, is used once, and only by the sale with its price', async () => {
    const buyer = await buyerIn('MB');
    await buy(buyer);
    const { rows } = await shop.owner.query<{ id: string; sale_id: string }>(
      'select id, sale_id from tax_calculations where user_id = $1',
      [buyer.userId],
    );
    const [{ id } = { id: '' }] = rows;
    const attack = (sql: string, values: unknown[] = []) => shop.owner.query(sql, values);
    for (const change of [
      'tax = 0',
      'taxable = 1',
      `taxes = '[]'`,
      'sale_id = null',
      `region = 'CA-AB'`,
    ]) {
      await expect(
        attack(`update tax_calculations set ${change} where id = $1`, [id]),
      ).rejects.toThrow(/does not change|tax_calculations_/);
    }
    await totalFor(buyer, { packs: [{ packId, quantity: 2 }] });
    const other = `(select id from orders where user_id = $1 limit 1)`;
    await expect(
      attack(
        `update tax_calculations set sale_id = gen_random_uuid() where user_id = $1 and sale_id is null`,
        [buyer.userId],
      ),
    ).rejects.toThrow('A sale takes the tax that was calculated for it');
    await expect(
      attack(
        `update tax_calculations set sale_id = ${other} where user_id = $1 and sale_id is null`,
        [buyer.userId],
      ),
    ).rejects.toThrow(/tax_calculations_one_of_a_sale/);
  });

  test('for a price that has changed meanwhile sells nothing', async () => {
    const buyer = await buyerIn('NS');
    await totalFor(buyer);
    const { taxProvider } = shop.context;
    // An operator changes the price between the calculation and the transaction.
    shop.context.taxProvider = {
      ...taxProvider!,
      calculate: async (question) => {
        const response = await taxProvider!.calculate(question);
        await shop.owner.query('update pack_types set price = 1200 where id = $1', [packId]);
        return response;
      },
    };
    await shop.owner.query('update pack_types set price = 1100 where id = $1', [packId]);
    const { body } = await buy(buyer);
    shop.context.taxProvider = taxProvider;
    await shop.owner.query('update pack_types set price = 1000 where id = $1', [packId]);
    expect(body.error.code).toBe('AMOUNT_MISMATCH');
  });
});
