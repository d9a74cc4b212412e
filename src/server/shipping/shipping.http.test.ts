import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { releasePacks } from '../card-payments/end-payment.ts';
import { lockPayment } from '../card-payments/payments-queries.ts';
import { releaseReservations } from '../card-payments/release-reservations.ts';
import { inTransaction } from '#engine/database.ts';
import { useTestApp, type ShopResponse, type SignedIn } from '../../testing/app.ts';
import { confirm, postAll, type Intent } from '../../testing/payments.ts';
import {
  ADDRESS,
  balanceOf,
  cardsOf,
  groupsOf,
  ownerOfCards,
  ship,
  shipped,
  statusesOf,
  type Item,
  type Shipment,
} from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({}, { cards: true });
let packTypeId: string;
let moderator: SignedIn;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 120, purchaseLimit: null });
  moderator = await shop.signUp({ role: 'moderator' });
});

const owner = (options: { packs?: number; credits?: number } = {}) =>
  ownerOfCards(shop, packTypeId, options);

function move(
  id: string,
  body: Record<string, unknown>,
  as = moderator,
): Promise<ShopResponse<Shipment>> {
  return shop.call<Shipment>('PATCH', `/admin/shipments/${id}`, { as, body });
}

const PARCEL = { status: 'shipped', carrier: 'Canada Post', trackingNumber: 'CP 123' };

describe('viewing a shipment before requesting it', () => {
  test('shows the fee by the number of cards and the country', async () => {
    const { user } = await owner();
    const feeOf = async (query: string) =>
      (await shop.call('GET', `/shipping/calculate-fee${query}`, { as: user })).body.data;
    expect(await feeOf('')).toEqual({
      baseFee: 14,
      weightFee: 0,
      tax: 0,
      taxes: [],
      needsRegion: false,
      totalFee: 14,
      estimatedDelivery: '5-8 business days',
      currency: 'CAD',
    });
    expect(await feeOf('?cardCount=7&country=ca')).toEqual({
      baseFee: 8,
      weightFee: 0.3,
      tax: 0,
      taxes: [],
      needsRegion: false,
      totalFee: 8.3,
      estimatedDelivery: '3-5 business days',
      currency: 'CAD',
    });
    const bad = await shop.call('GET', '/shipping/calculate-fee?cardCount=501', { as: user });
    expect([bad.status, bad.body.error.message]).toEqual([
      400,
      'cardCount must be a whole number between 1 and 500',
    ]);
  });

  test('shows that available cards are eligible, with both payment methods', async () => {
    const { user, items } = await owner({ credits: 14 });
    const { body } = await shop.call('POST', '/shipping/eligibility', {
      as: user,
      body: { cardGroups: groupsOf(items) },
    });
    expect(body.data).toEqual({
      eligible: true,
      ineligibilityReason: null,
      ineligibleCards: [],
      availablePaymentMethods: ['balance', 'stripe'],
      hasInsufficientBalance: false,
      userBalance: 14,
    });
  });

  test('names cards that are sold, shipped or another user’s, with the reason', async () => {
    const { user, items } = await owner({ credits: 13.99 });
    const { items: others } = await owner();
    const [sold, unsold] = items as [Item, Item];
    await shop.call('POST', '/cards/sell', {
      as: user,
      body: { cardId: sold.card.id, packOpeningId: sold.packOpeningId },
    });
    const { body } = await shop.call<{ hasInsufficientBalance: boolean }>(
      'POST',
      '/shipping/eligibility',
      { as: user, body: { cardGroups: groupsOf([sold, unsold, others[0]!]) } },
    );
    expect(body.data).toMatchObject({
      eligible: false,
      ineligibilityReason: '2 of 3 cards are not available for shipping',
      ineligibleCards: [
        { cardId: sold.card.id, reason: 'This card is not available for shipping' },
        { cardId: others[0]!.card.id, reason: 'Card not found' },
      ],
    });
  });

  test.each([
    [[], 'At least one card group must be provided for shipping'],
    [undefined, 'At least one card group must be provided for shipping'],
    [
      [{ packOpeningId: randomUUID(), cardIds: [] }],
      'Each card group must have a pack opening ID and at least one card',
    ],
    [
      [{ cardIds: [randomUUID()] }],
      'Each card group must have a pack opening ID and at least one card',
    ],
    [
      [
        {
          packOpeningId: randomUUID(),
          cardIds: Array.from({ length: 501 }, () => randomUUID()),
        },
      ],
      'At most 500 cards can be shipped at once',
    ],
  ])('refuses empty and oversized groups with a message', async (cardGroups, message) => {
    const { status, body } = await shop.call('POST', '/shipping/eligibility', {
      as: await shop.signUp(),
      body: { cardGroups },
    });
    expect([status, body.error.message]).toEqual([400, message]);
  });
});

describe('shipping paid with credits', () => {
  test('charges the fee, sends the cards, and shows their destination', async () => {
    const { user, items } = await owner({ packs: 2, credits: 20 });
    const shipment = await shipped(shop, user, items);
    expect(shipment).toMatchObject({
      status: 'requested',
      cards: expect.toSatisfy((cards: Shipment['cards']) => cards.length === 6),
      shippingAddress: { ...ADDRESS, addressLine2: null },
      fee: { baseFee: 8, weightFee: 0.15, totalFee: 8.15 },
      paymentMethod: 'balance',
      estimatedDelivery: '3-5 business days',
      carrier: null,
      trackingNumber: null,
    });
    expect(shipment.cardGroups).toHaveLength(2);
    expect(shipment.events.map((event) => event.status)).toEqual(['requested']);
    expect(await balanceOf(shop, user)).toBe(11.85);
    expect(await statusesOf(shop, user, items)).toEqual(Array(6).fill('shipped'));
    const { body } = await shop.call<{ transactions: { type: string; amount: number }[] }>(
      'GET',
      '/transactions?type=shipping_fee',
      { as: user },
    );
    expect(body.data.transactions).toMatchObject([
      { type: 'shipping_fee', amount: -8.15, description: 'Shipping of 6 cards' },
    ]);
  });

  test('a shipped card can’t be sold or shipped again', async () => {
    const { user, items } = await owner();
    await shipped(shop, user, items);
    const again = await ship(shop, user, items);
    expect([again.status, again.body.error.code, again.body.error.message]).toEqual([
      409,
      'CARD_NOT_AVAILABLE',
      'This card is not available for shipping',
    ]);
    const [item] = items as [Item];
    const sale = await shop.call('POST', '/cards/sell', {
      as: user,
      body: { cardId: item.card.id, packOpeningId: item.packOpeningId },
    });
    expect(sale.body.error.message).toBe('This card is not available for sale');
  });

  test('sends and charges nothing if one card can’t be sent', async () => {
    const { user, items } = await owner();
    const { items: others } = await owner();
    const { status, body } = await ship(shop, user, [...items, others[0]!]);
    expect([status, body.error.code]).toEqual([404, 'CARD_NOT_FOUND']);
    expect(body.error.details).toEqual({
      ineligibleCards: [{ cardId: others[0]!.card.id, reason: 'Card not found' }],
    });
    expect(await balanceOf(shop, user)).toBe(50);
    expect(await statusesOf(shop, user, items)).toEqual(Array(3).fill('available'));
  });

  test('without enough credits keeps the cards, and the message names other ways', async () => {
    const { user, items } = await owner({ credits: 7.99 });
    const { status, body } = await ship(shop, user, items);
    expect([status, body.error.message]).toEqual([
      402,
      "You don't have enough balance to pay for shipping. Please use Stripe payment.",
    ]);
    expect(await statusesOf(shop, user, items)).toEqual(Array(3).fill('available'));
  });

  test('repeated with its key is one shipment', async () => {
    const { user, items } = await owner();
    const [first, second] = await Promise.all([
      ship(shop, user, items, {}, 'once'),
      ship(shop, user, items, {}, 'once'),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.data.id).toBe(first.body.data.id);
    expect(await balanceOf(shop, user)).toBe(42);
  });

  test('works at its address among the calls about cards', async () => {
    const { user, items } = await owner();
    const body = {
      cardGroups: groupsOf(items),
      shippingAddress: ADDRESS,
      paymentMethod: 'balance',
    };
    const call = (as: SignedIn, more = {}) =>
      shop.call<Shipment>('POST', '/cards/ship', { as, body: { ...body, ...more } });
    const done = await call(user);
    expect([done.status, done.body.data.status]).toEqual([200, 'requested']);
    expect((await call(user)).body.error.code).toBe('CARD_NOT_AVAILABLE');
    expect((await call(moderator)).body.error.code).toBe('CARD_NOT_FOUND');
    const poor = await owner({ credits: 0 });
    const unpaid = await shop.call('POST', '/cards/ship', {
      as: poor.user,
      body: { ...body, cardGroups: groupsOf(poor.items) },
    });
    expect(unpaid.body.error.code).toBe('INSUFFICIENT_BALANCE');
    const stripe = { paymentMethod: 'stripe', paymentIntentId: 'pi_unknown' };
    expect((await call(user, stripe)).body.error.code).toBe('NOT_FOUND');
  });

  const required = (field: string, words: string): [string, string, string] => [
    field,
    '  ',
    `${words} is required`,
  ];
  test.each<[string, string, string]>([
    required('firstName', 'first name'),
    required('lastName', 'last name'),
    required('addressLine1', 'address line 1'),
    required('city', 'city'),
    required('state', 'state'),
    required('postalCode', 'postal code'),
    ['country', '', 'country is required'],
    ['country', 'XX', 'country must be two letters of a country'],
    ['postalCode', 'B3', 'Invalid postal code format'],
    ['postalCode', '12345678901', 'Invalid postal code format'],
    ['postalCode', 'B3H_1A1', 'Invalid postal code format'],
  ])('to an address whose %s is "%s" is refused: %s', async (field, value, message) => {
    const { user, items } = await owner();
    const { status, body } = await ship(shop, user, items, {
      shippingAddress: { ...ADDRESS, [field]: value },
    });
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      'VALIDATION_ERROR',
      message,
    ]);
  });

  test('with an unknown payment method, or a card payment without its intent, is refused', async () => {
    const { user, items } = await owner();
    const cash = await ship(shop, user, items, { paymentMethod: 'cash' });
    expect(cash.body.error.message).toBe('Invalid payment method selected');
    const card = await ship(shop, user, items, { paymentMethod: 'stripe' });
    expect(card.body.error.message).toBe('Payment intent ID is required for Stripe payments');
  });

  test('is confirmed by mail, unless the owner wants no mail', async () => {
    const { user, items } = await owner({ packs: 2 });
    const shipment = await shipped(shop, user, items.slice(0, 1));
    await shop.call('PUT', '/users/settings/preferences', {
      as: user,
      body: { emailNotifications: false },
    });
    await shipped(shop, user, items.slice(1, 2));
    const { rows } = await shop.owner.query<{ subject: string; text: string }>(
      `select subject, text from mails where user_id = $1 and kind = 'shipment_requested'`,
      [user.userId],
    );
    expect(rows.map((row) => row.subject)).toEqual(['We are getting 1 card ready to ship']);
    expect(rows[0]!.text).toContain('CAD 8.00');
    expect(rows[0]!.text).toContain('Mira Holt\n12 Harbour Street\nHalifax, NS B3H 1A1\nCA');
    expect(rows[0]!.text).toContain(`/shipments/${shipment.id}`);
  });
});

describe('shipping paid by card', () => {
  async function begin(
    as: SignedIn,
    items: Item[],
    address: Record<string, string> = ADDRESS,
  ): Promise<ShopResponse<Intent>> {
    return shop.call<Intent>('POST', '/shipping/create-payment-intent', {
      as,
      body: { cardGroups: groupsOf(items), shippingAddress: address },
    });
  }

  async function begun(as: SignedIn, items: Item[], address = ADDRESS): Promise<Intent> {
    const { status, body } = await begin(as, items, address);
    expect([status, body.error]).toEqual([200, undefined]);
    return body.data;
  }

  const withIntent = (intent: Intent) => ({
    paymentMethod: 'stripe',
    paymentIntentId: intent.paymentIntentId,
  });

  test('locks the cards for 30 minutes, and sends them once the money has arrived', async () => {
    const { user, items } = await owner({ credits: 0 });
    const begunAt = Date.now();
    const intent = await begun(user, items);
    expect(intent).toMatchObject({ amount: 8, currency: 'cad' });
    const reservedSince = Date.parse(intent.expiresAt) - 30 * 60_000;
    expect(reservedSince).toBeGreaterThanOrEqual(begunAt);
    expect(reservedSince).toBeLessThanOrEqual(Date.now());
    const [card] = await cardsOf(shop, user);
    expect([card!.status, card!.lockReason]).toEqual(['locked', 'shipping_payment']);

    const early = await ship(shop, user, items, withIntent(intent));
    expect([early.status, early.body.error.code]).toEqual([409, 'PAYMENT_NOT_COMPLETED']);

    await confirm(shop, intent);
    const shipment = await shipped(shop, user, items, withIntent(intent));
    expect(shipment).toMatchObject({ status: 'requested', paymentMethod: 'stripe' });
    expect(await statusesOf(shop, user, items)).toEqual(Array(3).fill('shipped'));
    expect(await balanceOf(shop, user)).toBe(0);
    // A retry by the browser and the webhook by Stripe change nothing.
    expect((await shipped(shop, user, items, withIntent(intent))).id).toBe(shipment.id);
    await postAll(shop);
    const list = await shop.call<{ shipments: Shipment[] }>('GET', '/shipping/requests', {
      as: user,
    });
    expect(list.body.data.shipments.map((one) => one.id)).toEqual([shipment.id]);
  });

  test('sends the cards even if the payer closes the page', async () => {
    const { user, items } = await owner({ credits: 0 });
    await confirm(shop, await begun(user, items));
    await postAll(shop);
    expect(await statusesOf(shop, user, items)).toEqual(Array(3).fill('shipped'));
  });

  test('of the same cards to the same place is the same payment; another place is another', async () => {
    const { user, items } = await owner({ credits: 0 });
    const first = await begun(user, items);
    expect((await begun(user, items.toReversed())).paymentIntentId).toBe(first.paymentIntentId);
    const abroad = await begun(user, items, { ...ADDRESS, country: 'DE' });
    expect(abroad.paymentIntentId).not.toBe(first.paymentIntentId);
    expect(abroad.amount).toBe(24);
    const late = await confirm(shop, first);
    expect(late.status).toBe(400);
    expect(await statusesOf(shop, user, items)).toEqual(Array(3).fill('locked'));
  });

  test('does not block cards of the user’s own open payment, which can go with credits', async () => {
    const { user, items } = await owner({ credits: 8 });
    const intent = await begun(user, items);
    const { body } = await shop.call<{ eligible: boolean }>('POST', '/shipping/eligibility', {
      as: user,
      body: { cardGroups: groupsOf(items) },
    });
    expect(body.data.eligible).toBe(true);
    expect((await shipped(shop, user, items)).paymentMethod).toBe('balance');
    expect((await confirm(shop, intent)).status).toBe(400);
    expect(await balanceOf(shop, user)).toBe(0);
  });

  test('that nobody pays releases the cards after its time', async () => {
    const { user, items } = await owner({ credits: 0 });
    const intent = await begun(user, items);
    await shop.owner.query(
      `update payments set expires_at = now() - interval '1 second' where intent_id = $1`,
      [intent.paymentIntentId],
    );
    await releaseReservations(shop.context);
    expect(await statusesOf(shop, user, items)).toEqual(Array(3).fill('available'));
    const submitted = await ship(shop, user, items, withIntent(intent));
    expect(submitted.body.error.code).toBe('PAYMENT_NOT_COMPLETED');
  });

  test('sends released cards if late money arrives and they are still there', async () => {
    const { user, items } = await owner({ credits: 0 });
    const intent = await begun(user, items);
    await lapse(intent);
    await confirm(shop, intent);
    await postAll(shop);
    expect(await statusesOf(shop, user, items)).toEqual(Array(3).fill('shipped'));
  });

  test('refunds late money to the card if one of the cards was sold', async () => {
    const { user, items } = await owner({ credits: 0 });
    const intent = await begun(user, items);
    await lapse(intent);
    const [sold, ...rest] = items as [Item, ...Item[]];
    await shop.call('POST', '/cards/sell', {
      as: user,
      body: { cardId: sold.card.id, packOpeningId: sold.packOpeningId },
    });
    await confirm(shop, intent);
    await postAll(shop);
    const submitted = await ship(shop, user, items, withIntent(intent));
    expect([submitted.status, submitted.body.error.code, submitted.body.error.message]).toEqual([
      409,
      'PAYMENT_NOT_COMPLETED',
      'These cards can no longer be shipped. Your payment goes back to your card.',
    ]);
    expect(await statusesOf(shop, user, rest)).toEqual(['available', 'available']);
  });

  /**
   * Releases the cards of a payment that expired while the provider was down. The payment's intent
   * is still open.
   */
  async function lapse(intent: Intent): Promise<void> {
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from payments where intent_id = $1',
      [intent.paymentIntentId],
    );
    const payment = await inTransaction(shop.context.db, (db) => lockPayment(db, rows[0]!.id));
    await releasePacks(shop.context, payment);
  }

  test('can’t use a payment for other cards, or for packs', async () => {
    const { user, items } = await owner({ packs: 2, credits: 0 });
    const intent = await begun(user, items.slice(0, 2));
    await confirm(shop, intent);
    const other = await ship(shop, user, items.slice(2, 4), withIntent(intent));
    expect([other.status, other.body.error.code]).toEqual([409, 'PAYMENT_INTENT_USED']);
    const packs = await shop.call<Intent>('POST', '/payments/create-payment-intent', {
      as: user,
      body: { packs: [{ packId: packTypeId, quantity: 1 }] },
    });
    await confirm(shop, packs.body.data);
    const wrong = await ship(shop, user, items.slice(2, 4), withIntent(packs.body.data));
    expect([wrong.status, wrong.body.error.code]).toEqual([409, 'PAYMENT_INTENT_USED']);
    const asCards = { cardGroups: groupsOf(items), shippingAddress: ADDRESS };
    const viaCards = await shop.call('POST', '/cards/ship', {
      as: user,
      body: { ...asCards, ...withIntent(intent) },
    });
    expect(viaCards.body.error.code).toBe('PAYMENT_INTENT_USED');
    const { user: stranger } = await owner();
    const theirs = await ship(shop, stranger, items, withIntent(intent));
    expect([theirs.status, theirs.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('can’t use an unpaid payment at either address', async () => {
    const { user, items } = await owner({ credits: 0 });
    const intent = await begun(user, items);
    const { body } = await shop.call('POST', '/cards/ship', {
      as: user,
      body: {
        cardGroups: groupsOf(items),
        shippingAddress: ADDRESS,
        ...withIntent(intent),
      },
    });
    expect(body.error.code).toBe('PAYMENT_NOT_COMPLETED');
  });

  test('allows another street after the payment, but no other country', async () => {
    const { user, items } = await owner({ credits: 0 });
    const intent = await begun(user, items);
    await confirm(shop, intent);
    const abroad = await ship(shop, user, items, {
      ...withIntent(intent),
      shippingAddress: { ...ADDRESS, country: 'US' },
    });
    expect([abroad.status, abroad.body.error.message]).toEqual([
      400,
      'The country can’t be changed after the payment',
    ]);
    const moved = await shipped(shop, user, items, {
      ...withIntent(intent),
      shippingAddress: { ...ADDRESS, addressLine1: '14 Harbour Street' },
    });
    expect(moved.shippingAddress!.addressLine1).toBe('14 Harbour Street');
  });

  test('begins no payment for missing or unavailable cards', async () => {
    const { user, items } = await owner({ credits: 20 });
    const { items: others } = await owner();
    expect((await begin(user, others)).body.error.code).toBe('CARD_NOT_FOUND');
    await shipped(shop, user, items);
    expect((await begin(user, items)).body.error.code).toBe('CARD_NOT_AVAILABLE');
  });

  test('begins one payment for twenty requests at once', async () => {
    const { user, items } = await owner({ credits: 0 });
    const responses = await Promise.all(Array.from({ length: 20 }, () => begin(user, items)));
    const intents = new Set(
      responses.filter((one) => one.status === 200).map((one) => one.body.data.paymentIntentId),
    );
    expect(intents.size).toBe(1);
    expect(responses.every((one) => [200, 503].includes(one.status))).toBe(true);
  });
});

describe('a shipment', () => {
  test('is visible to its owner and to nobody else', async () => {
    const { user, items } = await owner();
    const { id } = await shipped(shop, user, items);
    const own = await shop.call<Shipment>('GET', `/shipping/requests/${id}`, { as: user });
    expect(own.body.data.id).toBe(id);
    const { user: stranger } = await owner();
    for (const path of [id, randomUUID()]) {
      const other = await shop.call('GET', `/shipping/requests/${path}`, { as: stranger });
      expect([other.status, other.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    const cancelled = await shop.call('POST', `/shipping/requests/${id}/cancel`, { as: stranger });
    expect(cancelled.status).toBe(404);
  });

  test('is listed newest first, a page at a time', async () => {
    const { user, items } = await owner();
    const ids: string[] = [];
    for (const item of items) ids.unshift((await shipped(shop, user, [item])).id);
    const { body } = await shop.call<{ shipments: Shipment[]; pagination: object }>(
      'GET',
      '/shipping/requests?limit=2',
      { as: user },
    );
    expect(body.data.shipments.map((one) => one.id)).toEqual(ids.slice(0, 2));
    expect(body.data.pagination).toEqual({
      page: 1,
      limit: 2,
      total: 3,
      totalPages: 2,
      hasNext: true,
      hasPrev: false,
    });
  });

  test('is packed, shipped and delivered, and its owner can follow it', async () => {
    const { user, items } = await owner();
    const { id } = await shipped(shop, user, items);
    expect((await move(id, { status: 'packed' })).body.data.status).toBe('packed');
    const onItsWay = await move(id, PARCEL);
    expect(onItsWay.body.data).toMatchObject(PARCEL);
    const there = await move(id, { status: 'delivered' });
    expect(there.body.data.events.map((event) => event.status)).toEqual([
      'requested',
      'packed',
      'shipped',
      'delivered',
    ]);
    expect(await statusesOf(shop, user, items)).toEqual(Array(3).fill('delivered'));
    const history = await shop.call<{ events: { type: string }[] }>(
      'GET',
      `/cards/${items[0]!.card.id}/history`,
      { as: user },
    );
    expect(history.body.data.events.map((event) => event.type)).toEqual([
      'opened',
      'shipped',
      'delivered',
    ]);
    const { rows } = await shop.owner.query<{ kind: string }>(
      `select kind from mails where user_id = $1 and kind like 'shipment%' order by created_at`,
      [user.userId],
    );
    expect(rows.map((row) => row.kind)).toEqual([
      'shipment_requested',
      'shipment_shipped',
      'shipment_delivered',
    ]);
    const bell = await shop.call<{ notices: object[] }>('GET', '/notices', { as: user });
    expect(bell.body.data.notices).toMatchObject([
      { kind: 'shipped', cardCount: 3, subjectId: id, readAt: null },
    ]);
  });

  test('takes no step twice, none back, and skips none', async () => {
    const { user, items } = await owner();
    const { id } = await shipped(shop, user, items);
    const early = await move(id, { status: 'delivered' });
    expect([early.status, early.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    await move(id, { status: 'packed' });
    expect((await move(id, { status: 'packed' })).status).toBe(200);
    await move(id, PARCEL);
    expect((await move(id, { status: 'cancelled' })).body.error.code).toBe('INVALID_TRANSITION');
    expect((await move(randomUUID(), PARCEL)).body.error.code).toBe('NOT_FOUND');
    const untracked = await move(id, { status: 'shipped', carrier: 'UPS' });
    expect(untracked.body.error.message).toBe(
      'A shipped parcel has a carrier and a tracking number',
    );
    expect((await move(id, PARCEL, user)).status).toBe(403);
  });

  test('that is cancelled returns cards and credits, once', async () => {
    const { user, items } = await owner({ credits: 20 });
    const before = await cardsOf(shop, user);
    const { id } = await shipped(shop, user, items);
    expect(await balanceOf(shop, user)).toBe(12);
    const cancel = () =>
      shop.call<Shipment>('POST', `/shipping/requests/${id}/cancel`, { as: user });
    const responses = await Promise.all([cancel(), cancel(), cancel()]);
    expect(responses.map((one) => one.body.data.status)).toEqual(Array(3).fill('cancelled'));
    expect(await balanceOf(shop, user)).toBe(20);
    expect(await statusesOf(shop, user, items)).toEqual(Array(3).fill('available'));
    // The days in the shipment didn't count towards the thirty days.
    const after = await cardsOf(shop, user);
    const wait = (item: Item) => Date.parse(item.autoConvertAt!);
    expect(wait(after[0]!)).toBeGreaterThanOrEqual(wait(before[0]!));
    const again = await shipped(shop, user, items);
    expect(again.id).not.toBe(id);
  });

  test('that was paid by card returns the fee to the card', async () => {
    const { user, items } = await owner({ credits: 0 });
    const { body } = await shop.call<Intent>('POST', '/shipping/create-payment-intent', {
      as: user,
      body: { cardGroups: groupsOf(items), shippingAddress: ADDRESS },
    });
    await confirm(shop, body.data);
    const { id } = await shipped(shop, user, items, {
      paymentMethod: 'stripe',
      paymentIntentId: body.data.paymentIntentId,
    });
    const cancelled = await shop.call('POST', `/shipping/requests/${id}/cancel`, { as: user });
    expect(cancelled.status).toBe(200);
    expect(await balanceOf(shop, user)).toBe(0);
    const list = await shop.call<{
      transactions: { type: string; amount: number; paymentMethod: string; status: string }[];
    }>('GET', '/transactions', { as: user });
    expect(
      list.body.data.transactions
        .filter((one) => ['refund', 'shipping_fee'].includes(one.type))
        .map((one) => [one.type, one.amount, one.paymentMethod, one.status]),
    ).toEqual([
      ['refund', 8, 'stripe', 'completed'],
      ['shipping_fee', -8, 'stripe', 'completed'],
    ]);
  });

  test('that is being packed can’t be cancelled by its owner any more; operators still can', async () => {
    const { user, items } = await owner({ credits: 20 });
    const { id } = await shipped(shop, user, items);
    await move(id, { status: 'packed' });
    const late = await shop.call('POST', `/shipping/requests/${id}/cancel`, { as: user });
    expect([late.status, late.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect((await move(id, { status: 'cancelled' })).status).toBe(200);
    expect(await balanceOf(shop, user)).toBe(20);
  });
});
