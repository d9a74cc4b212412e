// Tests the price of parcels: quotes, the admin's tariff, and shipments that are added to a waiting
// parcel.
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { quoteShipment, showShipment } from '#contract/shipping.ts';
import type { showShippingRates, showTariff } from '#contract/shipping-tariff.ts';
import { DEFAULT_TARIFF } from '#domain/parcel-tariff.ts';
import { buildApp, contextOf } from '../app.ts';
import { reconcilePayments } from '../card-payments/reconcile-payments.ts';
import { appUrlOf } from '../database/app-role.ts';
import { openPool, overPool } from '../database/pool.ts';
import { callApp, useTestApp, type SignedIn } from '../../testing/app.ts';
import {
  confirm,
  dashboardOf,
  postAll,
  refundOutside,
  type Intent,
} from '../../testing/payments.ts';
import {
  ADDRESS,
  balanceOf,
  groupsOf,
  ownerOfCards,
  ship,
  shipped,
  statusesOf,
  type Item,
  type Shipment,
} from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { forgetQuotes } from './forget-quotes.ts';

type Quotes = z.input<typeof quoteShipment.reply>;
type OwnShipment = z.input<typeof showShipment.reply>;
type Tariff = z.input<typeof showTariff.reply>;
type Zone = z.input<typeof showShippingRates.reply>['zones'][number];
type Service = Zone['services'][number];

const shop = useTestApp({}, { cards: true });
let packTypeId: string;
let admin: SignedIn;
let moderator: SignedIn;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 120, purchaseLimit: null });
  admin = await shop.signUp({ role: 'admin' });
  moderator = await shop.signUp({ role: 'moderator' });
});

const owner = (options: { packs?: number; credits?: number } = {}) =>
  ownerOfCards(shop, packTypeId, options);

async function quotesFor(as: SignedIn, items: Item[], place: object = { country: 'CA' }) {
  const { status, body } = await shop.call<Quotes>('POST', '/shipping/quotes', {
    as,
    body: { cardGroups: groupsOf(items), ...place },
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

const shownTariff = async () =>
  (await shop.call<Tariff>('GET', '/admin/shipping/tariff', { as: admin })).body.data;

const SERVICE: Service = {
  key: 'standard',
  name: 'Standard',
  delivery: '3-5 business days',
  baseFee: 8,
  cardsIncluded: 5,
  furtherCardFee: 0.15,
  weightMost: null,
  freeFrom: null,
  coverIncluded: 0,
  coverMost: 0,
  coverFee: 0,
};
const service = (changes: Partial<Service>): Service => ({ ...SERVICE, ...changes });

/** Saves a tariff that is based on the current tariff. Returns the response. */
async function save(
  zones: { name: string; places: string[]; services: Service[] }[],
  more: Record<string, unknown> = {},
) {
  const { version, tariff } = await shownTariff();
  return shop.call<z.input<typeof showTariff.reply>>('PUT', '/admin/shipping/tariff', {
    as: admin,
    key: crypto.randomUUID(),
    body: { ...tariff, version, zones, ...more },
  });
}

async function saved(...args: Parameters<typeof save>) {
  const { status, body } = await save(...args);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

const WORLD = (...services: Service[]) => [{ name: 'World', places: [], services }];
/** Saves the tariff that a new shop has. */
const asEver = () => saved(JSON.parse(JSON.stringify(IN_CAD)) as Zone[]);
const IN_CAD = DEFAULT_TARIFF.zones.map((zone) => ({
  ...zone,
  services: zone.services.map((one) => ({
    ...one,
    baseFee: one.baseFee / 100,
    furtherCardFee: 0.15,
  })),
}));

/** Runs `act` on the shop with its clock `minutes` ahead. */
async function inMinutes<Result>(
  minutes: number,
  act: (app: Awaited<ReturnType<typeof buildApp>>) => Promise<Result>,
): Promise<Result> {
  const pool = openPool({ url: appUrlOf(shop.url), clockOffsetMs: minutes * 60_000 });
  const app = await buildApp(contextOf({ ...shop.context, db: overPool(pool) }), null, {
    cachedMs: 0,
  });
  try {
    return await act(app);
  } finally {
    await app.close();
    await pool.end();
  }
}

describe('quotes, before an admin has set a tariff', () => {
  test('are one, at the price that shipping always had', async () => {
    const { user, items } = await owner({ packs: 2 });
    const quotes = await quotesFor(user, items);
    expect(quotes).toMatchObject({ cardCount: 6, problem: null, beside: [] });
    expect(quotes.quotes).toMatchObject([
      {
        service: 'Standard',
        estimatedDelivery: '3-5 business days',
        isInsured: false,
        insuredValue: 0,
        fee: { baseFee: 8, weightFee: 0.15, insuranceFee: 0, reduction: 0, totalFee: 8.15 },
        freeFrom: null,
        paymentMethods: ['balance', 'stripe'],
      },
    ]);
    expect(quotes.marketValue).toBeGreaterThan(0);
    const shipment = await shipped(shop, user, items, { quoteId: quotes.quotes[0]!.id });
    expect(shipment).toMatchObject({
      fee: { totalFee: 8.15 },
      service: 'Standard',
      insuredValue: 0,
      goesWithId: null,
    });
  });

  test('are public, without signing in', async () => {
    const { body } = await shop.call<z.input<typeof showShippingRates.reply>>(
      'GET',
      '/shipping/rates',
    );
    expect(body.data.zones.map(({ name, services }) => [name, services[0]!.baseFee])).toEqual([
      ['Canada', 8],
      ['United States', 14],
      ['Everywhere else', 24],
    ]);
    const config = await shop.call<{ shippingFrom: number }>('GET', '/config');
    expect(config.body.data.shippingFrom).toBe(8);
  });

  test('are not available for another user’s cards', async () => {
    const { items } = await owner();
    const stranger = await shop.signUp();
    const { status, body } = await shop.call('POST', '/shipping/quotes', {
      as: stranger,
      body: { cardGroups: groupsOf(items), country: 'CA' },
    });
    expect([status, body.error.code]).toEqual([404, 'CARD_NOT_FOUND']);
    const none = await shop.call('POST', '/shipping/quotes', {
      as: stranger,
      body: { cardGroups: groupsOf(items), country: 'XX' },
    });
    expect([none.status, none.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('a quote', () => {
  test('is valid for 30 minutes, even if prices change', async () => {
    const { user, items } = await owner();
    const { quotes } = await quotesFor(user, items);
    await saved(WORLD(service({ baseFee: 30 })));
    expect((await quotesFor(user, items)).quotes[0]!.fee.totalFee).toBe(30);
    const shipment = await shipped(shop, user, items, { quoteId: quotes[0]!.id });
    expect(shipment.fee.totalFee).toBe(8);
    expect(await balanceOf(shop, user)).toBe(42);
    await asEver();
  });

  test('is refused with a message afterwards, and nothing is sent or charged', async () => {
    const { user, items } = await owner();
    const { quotes } = await quotesFor(user, items);
    const request = {
      as: user,
      key: crypto.randomUUID(),
      body: {
        cardGroups: groupsOf(items),
        shippingAddress: ADDRESS,
        quoteId: quotes[0]!.id,
        paymentMethod: 'balance',
      },
    };
    const late = await inMinutes(31, async (app) => [
      await callApp(app, 'POST', '/shipping/requests', request),
      await callApp(app, 'POST', '/cards/ship', request),
      await callApp(app, 'POST', '/shipping/create-payment-intent', request),
    ]);
    for (const { status, body } of late) {
      expect([status, body.error.code, body.error.message]).toEqual([
        409,
        'QUOTE_EXPIRED',
        'This shipping price has expired. Look at what it costs now, and try again.',
      ]);
    }
    expect(await statusesOf(shop, user, items)).toEqual(Array(3).fill('available'));
    expect(await balanceOf(shop, user)).toBe(50);
  });

  test('is valid only for its own cards, place and owner', async () => {
    const { user, items } = await owner();
    const { quotes } = await quotesFor(user, items.slice(0, 1));
    const quoteId = quotes[0]!.id;
    const refused = async (...[as, cards, more]: [SignedIn, Item[], object]) => {
      const { status, body } = await ship(shop, as, cards, { quoteId, ...more });
      return [status, body.error.code];
    };
    const [first] = items as [Item];
    expect(await refused(user, items, {})).toEqual([409, 'QUOTE_EXPIRED']);
    const elsewhere = { shippingAddress: { ...ADDRESS, country: 'US' } };
    expect(await refused(user, [first], elsewhere)).toEqual([409, 'QUOTE_EXPIRED']);
    const other = await owner();
    expect(await refused(other.user, other.items.slice(0, 1), {})).toEqual([409, 'QUOTE_EXPIRED']);
    expect((await shipped(shop, user, [first], { quoteId })).fee.totalFee).toBe(8);
  });

  test('is the amount that a card payment charges', async () => {
    const { user, items } = await owner();
    await saved(WORLD(service({}), service({ key: 'fast', name: 'Fast', baseFee: 19.5 })));
    const { quotes } = await quotesFor(user, items);
    expect(quotes.map((one) => [one.serviceKey, one.fee.totalFee])).toEqual([
      ['standard', 8],
      ['fast', 19.5],
    ]);
    await asEver();
    const { body } = await shop.call<Intent>('POST', '/shipping/create-payment-intent', {
      as: user,
      body: { cardGroups: groupsOf(items), shippingAddress: ADDRESS, quoteId: quotes[1]!.id },
    });
    expect(body.data.amount).toBe(19.5);
    await confirm(shop, body.data);
    await postAll(shop);
    const listed = await shop.call<{ shipments: Shipment[] }>('GET', '/shipping/requests', {
      as: user,
    });
    expect(listed.body.data.shipments).toMatchObject([
      { service: 'Fast', fee: { totalFee: 19.5 } },
    ]);
  });

  test('that was not used is deleted a day after its end', async () => {
    const { user, items } = await owner();
    const { quotes } = await quotesFor(user, items);
    const count = async () =>
      (await shop.owner.query('select from shipping_quotes where id = $1', [quotes[0]!.id]))
        .rowCount;
    await forgetQuotes(shop.context);
    expect(await count()).toBe(1);
    const clockOffsetMs = 25 * 60 * 60_000;
    const pool = openPool({ url: appUrlOf(shop.url), clockOffsetMs });
    await forgetQuotes({ ...shop.context, db: overPool(pool) });
    await pool.end();
    expect(await count()).toBe(0);
  });
});

describe('an admin’s tariff', () => {
  test('takes effect at once in every process, and is recorded', async () => {
    const { user, items } = await owner();
    const config = shop.context.config;
    const other = await buildApp(contextOf({ ...shop.context, config }), null, { cachedMs: 100 });
    try {
      const after = await saved([
        { name: 'Home', places: ['CA-NS', 'CA-NB'], services: [service({ baseFee: 5 })] },
        { name: 'Canada', places: ['CA'], services: [service({ baseFee: 9 })] },
      ]);
      expect((await quotesFor(user, items, { country: 'CA', state: 'ON' })).quotes).toMatchObject([
        { fee: { totalFee: 9 } },
      ]);
      const there = await callApp<Quotes>(other, 'POST', '/shipping/quotes', {
        as: user,
        body: { cardGroups: groupsOf(items), country: 'CA', state: 'nova scotia' },
      });
      expect(there.body.data.quotes).toMatchObject([{ fee: { totalFee: 5 } }]);
      await expect
        .poll(async () => {
          const rates = await callApp<{ zones: Zone[] }>(other, 'GET', '/shipping/rates', {});
          return rates.body.data.zones.map(({ name }) => name);
        })
        .toEqual(['Home', 'Canada']);
      const { rows } = await shop.owner.query<{ before: object; after: object }>(
        `select before, after from audit_log where action = 'change_parcel_tariff' and subject_id = $1`,
        [String(after.version)],
      );
      expect(rows).toMatchObject([
        { before: { 'zone Home': null }, after: { 'zone Home': { places: ['CA-NS', 'CA-NB'] } } },
      ]);
    } finally {
      await other.close();
      await asEver();
    }
  });

  test('may require a province, which must exist, and a country to which parcels are sent', async () => {
    const { user, items } = await owner();
    await saved([
      { name: 'Home', places: ['CA-NS'], services: [service({ baseFee: 5 })] },
      { name: 'Canada', places: ['CA'], services: [service({})] },
    ]);
    const place = { country: 'CA', state: 'Nova Skotia' };
    expect(await quotesFor(user, items, place)).toMatchObject({
      quotes: [],
      problem: { field: 'state' },
    });
    expect(await quotesFor(user, items, { country: 'JP' })).toMatchObject({
      quotes: [],
      problem: { field: 'country', message: 'We don’t ship to this country' },
    });
    const refused = async (changes: object) => {
      const response = await ship(shop, user, items, {
        shippingAddress: { ...ADDRESS, ...changes },
      });
      return [response.status, (response.body.error.details as { path: string }[])[0]!.path];
    };
    expect(await refused({ state: 'Nova Skotia' })).toEqual([400, 'shippingAddress.state']);
    expect(await refused({ country: 'JP' })).toEqual([400, 'shippingAddress.country']);
    expect((await shipped(shop, user, items)).fee.totalFee).toBe(5);
    const fee = await shop.call('GET', '/shipping/calculate-fee?country=JP', { as: user });
    expect([fee.status, fee.body.error.message]).toEqual([400, 'We don’t ship to this country']);
    await asEver();
  });

  test('from a later day on takes effect then, and is shown before', async () => {
    const { user, items } = await owner();
    const startsAt = new Date(Date.now() + 60 * 60_000).toISOString();
    const before = await shownTariff();
    const after = await saved(WORLD(service({ baseFee: 11 })), { startsAt });
    expect(after).toMatchObject({ version: before.version + 1, startsAt });
    expect(await shownTariff()).toMatchObject({ version: after.version, holds: before.version });
    expect((await quotesFor(user, items)).quotes[0]!.fee.totalFee).toBe(8);
    const later = await inMinutes(61, (app) =>
      callApp<{ totalFee: number }>(app, 'GET', '/shipping/calculate-fee', { as: user }),
    );
    expect([later.status, later.body.data.totalFee]).toEqual([200, 11]);
    await asEver();
  });

  test('is refused after another admin’s change, and from anybody but an admin', async () => {
    const { version } = await shownTariff();
    await asEver();
    const old = await save(WORLD(service({})), { version });
    expect([old.status, old.body.error.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    const read = await shop.call('GET', '/admin/shipping/tariff', { as: moderator });
    expect(read.status).toBe(403);
  });

  test.each([
    ['zones', [], 'Parcels go to one zone at least'],
    ['zones', [{ name: 'A', places: ['CA'], services: [] }], 'A zone has a service'],
    ['zones', [{ name: 'A', places: ['Canada'], services: [SERVICE] }], /^A place is a country/],
    ['zones', [{ name: 'A', places: ['QQ'], services: [SERVICE] }], /two letters of a country/],
    [
      'zones',
      [
        { name: 'A', places: ['CA'], services: [SERVICE] },
        { name: 'B', places: ['CA'], services: [SERVICE] },
      ],
      'CA stands in two zones',
    ],
    ['zones', WORLD(service({ baseFee: 0 })), /^Amount must be between/],
    ['customs', { description: 'x', hsCode: '95.04', originCountry: null }, /6 to 10 digits/],
  ])('with a bad %s is refused with a message', async (name, value, message) => {
    const { status, body } = await save(WORLD(SERVICE), { [name]: value });
    expect(status).toBe(400);
    expect(body.error.message).toMatch(message);
  });
});

describe('services', () => {
  test('no insurance is sold with a parcel, also if the tariff of 1.1.0 had a price for it', async () => {
    const { user, items } = await owner();
    await saved(WORLD(service({ coverMost: 1000, coverFee: 1.5 })));
    const { quotes } = await quotesFor(user, items);
    expect(quotes).toMatchObject([
      { isInsured: false, insuredValue: 0, fee: { insuranceFee: 0, totalFee: 8 } },
    ]);
    const shipment = await shipped(shop, user, items, { quoteId: quotes[0]!.id });
    expect(shipment).toMatchObject({ insuredValue: 0, fee: { totalFee: 8 } });
    await asEver();
  });

  test('cards of enough value are sent free, and nothing is refunded if their value falls', async () => {
    const { user, items } = await owner({ credits: 0 });
    await saved(WORLD(service({ freeFrom: 0 })));
    const { quotes } = await quotesFor(user, items);
    expect(quotes).toMatchObject([
      { freeFrom: 0, paymentMethods: ['balance'], fee: { reduction: 8, totalFee: 0 } },
    ]);
    const byCard = await shop.call('POST', '/shipping/create-payment-intent', {
      as: user,
      body: { cardGroups: groupsOf(items), shippingAddress: ADDRESS, quoteId: quotes[0]!.id },
    });
    expect([byCard.status, byCard.body.error.message]).toEqual([
      400,
      'Card payments start at CAD 0.50. Please use your account balance.',
    ]);
    const { id } = await shipped(shop, user, items, { quoteId: quotes[0]!.id });
    expect(await statusesOf(shop, user, items)).toEqual(Array(3).fill('shipped'));
    const cancelled = await shop.call<Shipment>('POST', `/shipping/requests/${id}/cancel`, {
      as: user,
    });
    expect(cancelled.body.data.status).toBe('cancelled');
    expect(await balanceOf(shop, user)).toBe(0);
    await asEver();
  });

  test('too many cards for all services get that message', async () => {
    const { user, items } = await owner();
    await saved(WORLD(service({ weightMost: 33 })));
    expect((await quotesFor(user, items)).problem).toEqual({
      field: 'cards',
      message: 'These cards are too heavy for one parcel. Ship them in two.',
    });
    const { status, body } = await ship(shop, user, items);
    expect([status, body.error.message]).toEqual([
      400,
      'These cards are too heavy for one parcel. Ship them in two.',
    ]);
    await asEver();
  });
});

describe('a parcel that nobody has begun to pack', () => {
  /** Makes a user with a parcel of five cards, and quotes for adding more cards to this parcel. */
  async function waiting() {
    const { user, items } = await owner({ packs: 3 });
    const parcel = await shipped(shop, user, items.slice(0, 5));
    const more = items.slice(5, 7);
    const { beside } = await quotesFor(user, more, { country: 'US' });
    return { user, items, parcel, more, beside };
  }

  async function added() {
    const known = await waiting();
    const addition = await shipped(shop, known.user, known.more, {
      quoteId: known.beside[0]!.quote.id,
      shippingAddress: { ...ADDRESS, country: 'US' },
    });
    return { ...known, addition };
  }

  test('accepts more cards for the difference, to its own destination', async () => {
    const { user, parcel, addition, beside } = await added();
    expect(beside).toMatchObject([
      {
        shipmentId: parcel.id,
        cardCount: 5,
        shippingAddress: { city: 'Halifax' },
        quote: {
          paymentMethods: ['balance'],
          fee: { baseFee: 8, weightFee: 0.3, reduction: 8, totalFee: 0.3 },
        },
      },
    ]);
    expect(addition).toMatchObject({
      goesWithId: parcel.id,
      shippingAddress: { country: 'CA', city: 'Halifax' },
      fee: { totalFee: 0.3 },
    });
    expect(await balanceOf(shop, user)).toBe(41.7);
  });

  test('is one parcel for its packer, and is sent as one', async () => {
    const { user, items, parcel, addition } = await added();
    const { body } = await shop.call<{ shipments: { id: string; cardCount: number }[] }>(
      'GET',
      `/admin/shipments?search=${parcel.id}`,
      { as: moderator },
    );
    expect(body.data.shipments).toMatchObject([{ id: parcel.id, cardCount: 7, totalFee: 8.3 }]);
    const open = await shop.call<{ cards: object[]; additions: object[] }>(
      'GET',
      `/admin/shipments/${parcel.id}`,
      { as: moderator },
    );
    expect(open.body.data.cards).toHaveLength(7);
    expect(open.body.data.additions).toEqual([
      { id: addition.id, cardCount: 2, totalFee: 0.3, paymentMethod: 'balance' },
    ]);
    const patch = (id: string, change: object) =>
      shop.call<Shipment>('PATCH', `/admin/shipments/${id}`, { as: moderator, body: change });
    const alone = await patch(addition.id, { status: 'packed' });
    expect([alone.status, alone.body.error.message]).toEqual([
      409,
      'These cards go with another parcel: move that one',
    ]);
    await patch(parcel.id, { status: 'packed' });
    await patch(parcel.id, { status: 'shipped', carrier: 'Canada Post', trackingNumber: 'CP 7' });
    await patch(parcel.id, { status: 'delivered' });
    expect(await statusesOf(shop, user, items.slice(0, 7))).toEqual(Array(7).fill('delivered'));
    const seen = await shop.call<Shipment>('GET', `/shipping/requests/${addition.id}`, {
      as: user,
    });
    expect(seen.body.data).toMatchObject({ status: 'delivered', trackingNumber: 'CP 7' });
    const bell = await shop.call<{ notices: { kind: string }[] }>('GET', '/notices', { as: user });
    expect(bell.body.data.notices.filter(({ kind }) => kind === 'shipped')).toMatchObject([
      { subjectId: parcel.id, cardCount: 7 },
    ]);
  });

  test('that is cancelled is refunded completely, as its owner could read before', async () => {
    const { user, items, parcel, addition } = await added();
    const { body } = await shop.call<OwnShipment>('GET', `/shipping/requests/${parcel.id}`, {
      as: user,
    });
    expect(body.data.additions).toEqual([
      { id: addition.id, cardCount: 2, totalFee: 0.3, paymentMethod: 'balance' },
    ]);
    await shop.call('POST', `/shipping/requests/${parcel.id}/cancel`, { as: user });
    expect(await statusesOf(shop, user, items)).toEqual(Array(9).fill('available'));
    expect(await balanceOf(shop, user)).toBe(50);
  });

  test('continues if the added cards are taken out again', async () => {
    const { user, items, parcel, addition } = await added();
    await shop.call('POST', `/shipping/requests/${addition.id}/cancel`, { as: user });
    expect(await balanceOf(shop, user)).toBe(42);
    expect((await statusesOf(shop, user, items)).slice(0, 7)).toEqual([
      ...Array(5).fill('shipped'),
      ...Array(2).fill('available'),
    ]);
    const seen = await shop.call<OwnShipment>('GET', `/shipping/requests/${parcel.id}`, {
      as: user,
    });
    expect(seen.body.data).toMatchObject({ status: 'requested', additions: [] });
  });

  test('accepts nothing at a price from before it changed', async () => {
    const { user, items, parcel, beside } = await waiting();
    const [first, second, third] = items.slice(5, 8) as [Item, Item, Item];
    const quoteOf = async (item: Item) => (await quotesFor(user, [item])).beside[0]!.quote.id;
    const [one, two] = [await quoteOf(first), await quoteOf(second)];
    await shipped(shop, user, [first], { quoteId: one });
    const changed = await ship(shop, user, [second], { quoteId: two });
    expect([changed.status, changed.body.error.code]).toEqual([409, 'QUOTE_EXPIRED']);
    expect(changed.body.error.message).toMatch(/^The parcel that these cards were to go with/);
    const three = await quoteOf(third);
    await shop.call('PATCH', `/admin/shipments/${parcel.id}`, {
      as: moderator,
      body: { status: 'packed' },
    });
    const late = await ship(shop, user, [third], { quoteId: three });
    expect([late.status, late.body.error.code]).toEqual([409, 'QUOTE_EXPIRED']);
    expect((await quotesFor(user, [third])).beside).toEqual([]);
    expect(beside).toHaveLength(1);
  });

  test('whose charge is refunded at Stripe also refunds later card payments, by the job', async () => {
    const { user, items } = await owner();
    await saved(WORLD(service({ cardsIncluded: 1, furtherCardFee: 1 })));
    const pay = async (cards: Item[], quoteId: string) => {
      const { body } = await shop.call<Intent>('POST', '/shipping/create-payment-intent', {
        as: user,
        body: { cardGroups: groupsOf(cards), shippingAddress: ADDRESS, quoteId },
      });
      await confirm(shop, body.data);
      await postAll(shop);
      return body.data;
    };
    const [first, second] = [items.slice(0, 1), items.slice(1)];
    const parcel = await pay(first, (await quotesFor(user, first)).quotes[0]!.id);
    const addition = await pay(second, (await quotesFor(user, second)).beside[0]!.quote.id);
    await refundOutside(shop, parcel);
    await postAll(shop);
    expect(await statusesOf(shop, user, items)).toEqual(Array(3).fill('available'));
    const paidBack = async () => {
      const { data } = await dashboardOf(shop).refunds.list({
        payment_intent: addition.paymentIntentId,
      });
      return data.map(({ amount }) => amount);
    };
    expect(await paidBack()).toEqual([]);
    await reconcilePayments(shop.context);
    expect(await paidBack()).toEqual([200]);
    await postAll(shop);
    await asEver();
  });

  test('whose additions were paid by card too late refunds that money', async () => {
    const { user, items } = await owner({ packs: 2 });
    await saved(WORLD(service({ cardsIncluded: 1, furtherCardFee: 1 })));
    const parcel = await shipped(shop, user, items.slice(0, 1));
    const more = items.slice(1, 3);
    const [offered] = (await quotesFor(user, more)).beside;
    expect(offered!.quote.fee.totalFee).toBe(2);
    const { body } = await shop.call<Intent>('POST', '/shipping/create-payment-intent', {
      as: user,
      body: { cardGroups: groupsOf(more), shippingAddress: ADDRESS, quoteId: offered!.quote.id },
    });
    await shop.call('PATCH', `/admin/shipments/${parcel.id}`, {
      as: moderator,
      body: { status: 'packed' },
    });
    await confirm(shop, body.data);
    await postAll(shop);
    expect(await statusesOf(shop, user, more)).toEqual(Array(2).fill('available'));
    const { rows } = await shop.owner.query<{ state: string }>(
      'select state from payments where intent_id = $1',
      [body.data.paymentIntentId],
    );
    expect(['refund_due', 'refunded']).toContain(rows[0]!.state);
    await asEver();
  });
});
