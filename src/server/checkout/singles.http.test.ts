// Tests buying single cards: alone and with packs, with credits and by card, returned, refunded, disputed and sold back.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as checkout from '#contract/checkout.ts';
import type { refundSingles, returnSingle, showSingleReturn } from '#contract/checkout-refunds.ts';
import type { showOrder } from '#contract/checkout-admin.ts';
import type { listMarketCards } from '#contract/catalogue.ts';
import type { listMyCards, sellCard, showBinder } from '#contract/collection.ts';
import type { exportData } from '#contract/profile-data.ts';
import type { showSingle } from '#contract/singles-admin.ts';
import type * as singlesContract from '#contract/singles.ts';
import type * as wallet from '#contract/wallet.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { decided, DISPUTING } from '../../testing/disputes.ts';
import {
  confirm,
  post,
  postAll,
  purchased,
  refundOutside,
  type Intent,
} from '../../testing/payments.ts';
import { shipped } from '../../testing/shipments.ts';
import { tellWishes } from '../wishes/tell-wishes.ts';
import { boughtAgo, singlesOnSale, type TestSingle } from '../../testing/singles.ts';
import { stockPackType, TEST_SET } from '../../testing/stock.ts';

type Bought = z.input<typeof checkout.purchaseWithBalance.reply>;
type Total = z.input<typeof checkout.calculateTotal.reply>;
type Eligible = z.input<typeof checkout.checkEligibility.reply>;
type Cards = z.input<typeof listMyCards.reply>;
type Way = z.input<typeof showSingleReturn.reply>;
type Returned = z.input<typeof returnSingle.reply>;
type Refunded = z.input<typeof refundSingles.reply>;
type Receipt = z.input<typeof wallet.receipt>;

/** The name of the card that these tests sell, with number and condition. */
const NAME = 'Glass Heron 3, Near Mint';

const shop = useTestApp({}, { cards: true });
let admin: SignedIn;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});

const buy = (as: SignedIn, singles: string[], more: object = {}) =>
  shop.call<Bought>('POST', '/payments/purchase-with-balance', {
    as,
    body: { packs: [], singles, paymentMethod: 'balance', ...more },
  });

async function bought(as: SignedIn, singles: TestSingle[], more: object = {}): Promise<Bought> {
  const ids = singles.map(({ id }) => id);
  const { status, body } = await buy(as, ids, more);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

const myCards = async (as: SignedIn): Promise<Cards['cards']> =>
  (await shop.call<Cards>('GET', '/cards/my', { as })).body.data.cards;

const balanceOf = async (as: SignedIn): Promise<number> =>
  (await partsOf(as)).reduce((sum, part) => sum + part, 0);

/** The bought and the earned part of a balance. */
async function partsOf(as: SignedIn): Promise<[bought: number, earned: number]> {
  const { body } = await shop.call<{ bought: number; earned: number }>('GET', '/users/credits', {
    as,
  });
  return [body.data.bought, body.data.earned];
}

const sellBack = (as: SignedIn, cardId: string, packOpeningId = cardId) =>
  shop.call<z.input<typeof sellCard.reply>>('POST', '/cards/sell', {
    as,
    body: { cardId, packOpeningId },
  });

const takeBack = (as: SignedIn, cardId: string, amount?: number) =>
  shop.call<Returned>('POST', `/cards/${cardId}/return`, { as, body: { amount } });

const wayOf = async (as: SignedIn, cardId: string): Promise<Way> =>
  (await shop.call<Way>('GET', `/cards/${cardId}/return`, { as })).body.data;

describe('a single that is bought with credits', () => {
  test('lies in My cards without thirty days, and sells back for half of what was paid at most', async () => {
    const [single] = await singlesOnSale(shop, 1, { price: 500 });
    const buyer = await shop.signUp(20);
    const { singles, updatedBalance, totalCards } = await bought(buyer, [single!]);
    // The buyer had 20.00, and paid 5.00 plus 8% tax.
    expect(updatedBalance).toBe(14.6);
    expect(totalCards).toBe(1);
    expect(singles).toEqual([
      {
        cardId: expect.any(String),
        singleId: single!.id,
        catalogueCardId: single!.cardId,
        name: 'Glass Heron 3, Near Mint',
        paid: 5,
      },
    ]);
    const { cardId } = singles![0]!;
    // The card is worth CAD 7.00, so its credit value alone would be 3.50.
    expect(await myCards(buyer)).toMatchObject([
      {
        card: { id: cardId, catalogueCardId: single!.cardId },
        packName: 'Single',
        boughtFor: 5,
        sellPrice: 2.5,
        autoConvertAt: null,
        packOpeningId: cardId,
        isCovered: false,
      },
    ]);
    const sold = await sellBack(buyer, cardId);
    expect(sold.body.data).toMatchObject({ sellPrice: 2.5, newAccountBalance: 17.1 });
  });

  test('sells back for its credit value if that is less than half of what was paid', async () => {
    const [single] = await singlesOnSale(shop, 1, { price: 5000 });
    const buyer = await shop.signUp(100);
    await bought(buyer, [single!]);
    expect(await myCards(buyer)).toMatchObject([{ sellPrice: 3.5 }]);
  });

  test('ships like any card', async () => {
    const [single] = await singlesOnSale(shop, 1);
    const buyer = await shop.signUp(60);
    const { singles } = await bought(buyer, [single!]);
    const { cardId } = singles![0]!;
    await shipped(shop, buyer, await myCards(buyer));
    const { body } = await shop.call<Cards>('GET', '/cards/my?status=shipped', { as: buyer });
    expect(body.data.cards).toMatchObject([{ card: { id: cardId } }]);
    expect((await takeBack(buyer, cardId)).body.error.code).toBe('CARD_NOT_AVAILABLE');
  });

  test('is sold once, and the buyer’s card has an id of its own', async () => {
    const [single] = await singlesOnSale(shop, 1);
    const [one, other] = [await shop.signUp(20), await shop.signUp(20)];
    const { singles } = await bought(one, [single!]);
    expect(singles![0]!.cardId).not.toBe(single!.id);
    const late = await buy(other, [single!.id]);
    expect([late.status, late.body.error]).toMatchObject([
      404,
      { code: 'SINGLE_UNAVAILABLE', message: 'Glass Heron 3, Near Mint is no longer available.' },
    ]);
    expect(await balanceOf(other)).toBe(20);
    const again = await sellBack(one, singles![0]!.cardId, single!.id);
    expect(again.body.error.code).toBe('CARD_NOT_FOUND');
  });

  test('is refused if it was never the shop’s, or named twice, or if the cart is empty', async () => {
    const buyer = await shop.signUp(20);
    const [single] = await singlesOnSale(shop, 1);
    const unknown = await buy(buyer, ['00000000-0000-4000-8000-000000000000']);
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'SINGLE_UNAVAILABLE']);
    const gone = { singles: ['00000000-0000-4000-8000-000000000000'], packs: [] };
    for (const path of ['/payments/calculate-total', '/payments/create-payment-intent']) {
      const asked = await shop.call('POST', path, { as: buyer, body: gone });
      expect([path, asked.body.error.code]).toEqual([path, 'SINGLE_UNAVAILABLE']);
    }
    const twice = await buy(buyer, [single!.id, single!.id]);
    expect(twice.status).toBe(400);
    const nothing = await buy(buyer, []);
    expect([nothing.status, nothing.body.error.message]).toEqual([
      400,
      'Packs array cannot be empty',
    ]);
  });
});

describe('a cart of packs and singles', () => {
  test('is priced, bought and described as one order', async () => {
    const packId = await stockPackType(shop.context, { packs: 1 });
    const singles = await singlesOnSale(shop, 2, { price: 333 });
    const buyer = await shop.signUp(100);
    const cart = { packs: [{ packId, quantity: 1 }], singles: singles.map(({ id }) => id) };
    const { body: total } = await shop.call<Total>('POST', '/payments/calculate-total', {
      as: buyer,
      body: { ...cart, paymentMethod: 'balance' },
    });
    expect(total.data).toMatchObject({ subtotal: 16.66, tax: 1.33, total: 17.99 });
    const { body: eligible } = await shop.call<Eligible>('POST', '/payments/purchase-eligibility', {
      as: buyer,
      body: cart,
    });
    expect(eligible.data).toMatchObject({
      eligible: true,
      totalCost: 17.99,
      lines: [{ packTypeId: packId }],
      singles: singles.map(({ id }) => ({ singleId: id, price: 3.33, ineligibilityReason: null })),
    });
    const sale = await bought(buyer, singles, { packs: cart.packs, amount: 17.99 });
    expect([sale.packOpenings.length, sale.singles!.length, sale.totalCards]).toEqual([1, 2, 5]);
    const { rows } = await shop.owner.query<{ description: string; receipt: { lines: object[] } }>(
      `select description, receipt from journals where user_id = $1 and kind = 'pack_purchase'`,
      [buyer.userId],
    );
    expect(rows[0]!.description).toBe(
      `1 x Pack ${packId}, Glass Heron 3, Near Mint, Glass Heron 3, Near Mint`,
    );
    expect(rows[0]!.receipt.lines).toMatchObject([
      { text: `Pack ${packId}`, amount: 1000 },
      { text: 'Glass Heron 3, Near Mint', quantity: 1, amount: 333 },
      { text: 'Glass Heron 3, Near Mint', quantity: 1, amount: 333 },
    ]);
    const { body: gone } = await shop.call<Eligible>('POST', '/payments/purchase-eligibility', {
      as: buyer,
      body: { ...cart, packs: [] },
    });
    expect(gone.data).toMatchObject({
      eligible: false,
      ineligibilityReason: 'Glass Heron 3, Near Mint is no longer available.',
    });
  });

  test('splits a discount over its lines to the cent, and a returned line leaves the others’ prices', async () => {
    const packId = await stockPackType(shop.context, { packs: 1 });
    const [cheap] = await singlesOnSale(shop, 1, { price: 101 });
    const [dear] = await singlesOnSale(shop, 1, { price: 899 });
    await shop.call('POST', '/admin/discount-codes', {
      as: admin,
      key: 'singles-code',
      body: { code: 'SINGLES', percent: 33 },
    });
    const buyer = await shop.signUp(100);
    const { singles } = await bought(buyer, [cheap!, dear!], {
      packs: [{ packId, quantity: 1 }],
      discountCode: 'SINGLES',
    });
    // The discount is 33% of 20.00, which is 6.60. The singles of 1.01 and 8.99 get 0.33 and 2.97
    // of it.
    expect(singles!.map(({ paid }) => paid)).toEqual([0.68, 6.02]);
    const first = await takeBack(buyer, singles![1]!.cardId);
    expect(first.body.data).toEqual({ amount: 6.5, to: 'balance' });
    const second = await takeBack(buyer, singles![0]!.cardId);
    expect(second.body.data.amount).toBe(0.74);
    expect((await takeBack(buyer, singles![1]!.cardId)).body.data).toEqual(first.body.data);
  });
});

const pay = async (as: SignedIn, singles: TestSingle[], more: object = {}) => {
  const { status, body } = await shop.call<Intent>('POST', '/payments/create-payment-intent', {
    as,
    body: { packs: [], singles: singles.map(({ id }) => id), ...more },
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
};

describe('a single that is bought by card', () => {
  test('is reserved for ten minutes, and sold when the money arrives', async () => {
    const [single] = await singlesOnSale(shop, 1);
    const [buyer, other] = [await shop.signUp(0), await shop.signUp(50)];
    const intent = await pay(buyer, [single!]);
    expect((await buy(other, [single!.id])).body.error.code).toBe('SINGLE_UNAVAILABLE');
    await confirm(shop, intent);
    await postAll(shop);
    const paid = await purchased(shop, buyer, intent.paymentIntentId);
    expect(paid).toMatchObject({ status: 'succeeded', packIds: [], singles: [{ paid: 10 }] });
    expect(await myCards(buyer)).toMatchObject([{ boughtFor: 10, packName: 'Single' }]);
  });

  test('is on sale again if the payment is given up', async () => {
    const [single] = await singlesOnSale(shop, 1);
    const [buyer, other] = [await shop.signUp(0), await shop.signUp(50)];
    await pay(buyer, [single!]);
    await shop.call('POST', '/payments/release', { as: buyer, body: { purpose: 'order' } });
    expect((await bought(other, [single!])).singles).toHaveLength(1);
  });

  test('is bought with credits by the same buyer, whose card payment ends', async () => {
    const [single] = await singlesOnSale(shop, 1);
    const buyer = await shop.signUp(50);
    await pay(buyer, [single!]);
    const { body } = await shop.call<Eligible>('POST', '/payments/purchase-eligibility', {
      as: buyer,
      body: { packs: [], singles: [single!.id] },
    });
    expect(body.data.eligible).toBe(true);
    expect((await bought(buyer, [single!])).singles).toHaveLength(1);
  });

  test.each(['still free', 'sold'])(
    'whose money comes late is the buyer’s if the copy is still here: %s',
    async (what) => {
      const [single] = await singlesOnSale(shop, 1);
      const [buyer, other] = [await shop.signUp(0), await shop.signUp(50)];
      const intent = await pay(buyer, [single!]);
      await shop.owner.query(`update reservations set state = 'expired' where user_id = $1`, [
        buyer.userId,
      ]);
      await shop.owner.query(
        `update house_cards set state = 'on_sale', reservation_id = null where id = $1`,
        [single!.id],
      );
      if (what === 'sold') await bought(other, [single!]);
      await confirm(shop, intent);
      await postAll(shop);
      const { status } = await purchased(shop, buyer, intent.paymentIntentId);
      expect(status).toBe(what === 'sold' ? 'refunded' : 'succeeded');
      expect(await myCards(buyer)).toHaveLength(what === 'sold' ? 0 : 1);
    },
  );

  test.each([
    ['win', 'available'],
    ['lose', 'reclaimed'],
  ] as const)(
    'is locked while a bank decides about its payment: when we %s, it is %s',
    async (how, status) => {
      const [here, sold] = await singlesOnSale(shop, 2, { price: 600 });
      const buyer = await shop.signUp(0);
      const intent = await pay(buyer, [here!, sold!]);
      await confirm(shop, intent, { payment_method: DISPUTING.fraudulent });
      const events = await shop.sandbox.takeEvents();
      const isPaid = ({ body }: { body: string }) =>
        body.includes('"type":"payment_intent.succeeded"');
      expect((await post(shop, events.find(isPaid)!)).status).toBe(200);
      const [first, second] = await myCards(buyer);
      await sellBack(buyer, second!.card.id);
      for (const event of events) await post(shop, event);
      const statusOf = async (id: string) =>
        (await myCards(buyer)).find(({ card }) => card.id === id)!.status;
      expect(await statusOf(first!.card.id)).toBe('locked');
      expect((await takeBack(buyer, first!.card.id)).body.error.code).toBe('DISPUTED');
      const asked = { cardIds: [first!.card.id], reason: 'Asked by mail' };
      const path = `/admin/orders/${await orderOf(buyer)}/refund-singles`;
      const refund = await shop.call('POST', path, { as: admin, body: asked });
      expect(refund.body.error.code).toBe('DISPUTED');
      await decided(shop, intent.paymentIntentId, how);
      expect(await statusOf(first!.card.id)).toBe(status);
      const { rows } = await shop.owner.query<{ refunded: string | null }>(
        'select refund_amount as refunded from order_singles where new_card_id = $1',
        [first!.card.id],
      );
      expect(rows[0]!.refunded).toBe(how === 'lose' ? '600' : null);
    },
  );

  test('is the house’s again if its price is refunded outside the shop', async () => {
    const singles = await singlesOnSale(shop, 2, { price: 400 });
    const buyer = await shop.signUp(0);
    const intent = await pay(buyer, singles);
    await confirm(shop, intent);
    await postAll(shop);
    await purchased(shop, buyer, intent.paymentIntentId);
    // The amount is the price of one of the two singles: 4.00 plus 8% tax.
    await refundOutside(shop, intent, 432);
    await postAll(shop);
    const statuses = (await myCards(buyer)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['available', 'returned']);
  });

  test('goes back to the card, with its share of the tax', async () => {
    const packId = await stockPackType(shop.context, { packs: 1 });
    const singles = await singlesOnSale(shop, 2, { price: 300 });
    const buyer = await shop.signUp(0);
    const intent = await pay(buyer, singles, { packs: [{ packId, quantity: 1 }] });
    await confirm(shop, intent);
    await postAll(shop);
    await purchased(shop, buyer, intent.paymentIntentId);
    const cards = await myCards(buyer);
    const { body } = await takeBack(buyer, cards[0]!.card.id);
    expect(body.data).toEqual({ amount: 3.24, to: 'card' });
    expect((await takeBack(buyer, cards[0]!.card.id)).body.data).toEqual({
      amount: 3.24,
      to: 'card',
    });
    const order = await orderOf(buyer);
    const { body: refunded } = await shop.call<Refunded>(
      'POST',
      `/admin/orders/${order}/refund-singles`,
      { as: admin, body: { cardIds: [cards[1]!.card.id], reason: 'Asked by mail' } },
    );
    expect(refunded.data).toEqual({ amount: 3.24, to: 'card' });
    const { body: shown } = await shop.call<z.input<typeof showOrder.reply>>(
      'GET',
      `/admin/orders/${order}`,
      { as: admin },
    );
    expect(shown.data).toMatchObject({
      state: 'refunded',
      singleCount: 2,
      singles: [
        { refunded: 3, status: 'returned' },
        { refunded: 3, status: 'returned' },
      ],
      refunds: [{ amount: 3.24 }, { amount: 3.24 }],
    });
    // What can still be refunded is the price of the pack, its tax and the card fee: 10.00 + 0.80 + 0.50.
    const { body: list } = await shop.call<{ transactions: { id: string }[] }>(
      'GET',
      '/transactions?type=pack_purchase',
      { as: buyer },
    );
    const { body: rest } = await shop.call<{ amount: number }>(
      'POST',
      `/transactions/${list.data.transactions[0]!.id}/refund`,
      { as: buyer, body: { reason: 'Changed my mind' } },
    );
    expect(rest.data.amount).toBe(11.3);
  });
});

async function orderOf({ userId }: SignedIn): Promise<string> {
  const { rows } = await shop.owner.query<{ id: string }>(
    'select id from orders where user_id = $1 order by created_at desc limit 1',
    [userId],
  );
  return rows[0]!.id;
}

describe('a single that is returned', () => {
  test('brings what was paid for a day, then what the shop asks if that is less, and nothing after fourteen days', async () => {
    const [single, like] = await singlesOnSale(shop, 2, { price: 1000 });
    const buyer = await shop.signUp(50);
    const { singles } = await bought(buyer, [single!]);
    const { cardId } = singles![0]!;
    expect(await wayOf(buyer, cardId)).toMatchObject({
      way: 'open',
      amount: 10.8,
      isAtPaid: true,
      to: 'balance',
    });
    await boughtAgo(shop, cardId, '25 hours');
    await shop.owner.query('update house_cards set price = 700 where id = $1', [like!.id]);
    expect(await wayOf(buyer, cardId)).toMatchObject({ amount: 7.56, isAtPaid: false });
    await shop.owner.query('update house_cards set price = 2000 where id = $1', [like!.id]);
    expect(await wayOf(buyer, cardId)).toMatchObject({ amount: 10.8, isAtPaid: false });
    await shop.owner.query('update house_cards set price = 700 where id = $1', [like!.id]);
    expect((await takeBack(buyer, cardId, 10.8)).body.error.code).toBe('AMOUNT_MISMATCH');
    await boughtAgo(shop, cardId, '13 days');
    expect(await wayOf(buyer, cardId)).toMatchObject({ way: 'closed', amount: null });
    expect((await takeBack(buyer, cardId)).body.error.code).toBe('INVALID_TRANSITION');
    const { body } = await shop.call<Refunded>(
      'POST',
      `/admin/orders/${await orderOf(buyer)}/refund-singles`,
      { as: admin, body: { cardIds: [cardId], reason: 'Goodwill' } },
    );
    expect(body.data).toEqual({ amount: 10.8, to: 'balance' });
    expect(await balanceOf(buyer)).toBe(50);
  });

  test('brings what was paid for as long as the place of its buyer gives them a right to it', async () => {
    const [single] = await singlesOnSale(shop, 1, { price: 1000 });
    const buyer = await shop.signUp(50);
    const { singles } = await bought(buyer, [single!]);
    const { cardId } = singles![0]!;
    await shop.owner.query(
      'update orders set withdrawal_days = 30 where id = (select order_id from order_singles where new_card_id = $1)',
      [cardId],
    );
    await boughtAgo(shop, cardId, '29 days');
    expect(await wayOf(buyer, cardId)).toMatchObject({ way: 'open', amount: 10.8, isAtPaid: true });
    expect((await takeBack(buyer, cardId)).body.data).toEqual({ amount: 10.8, to: 'balance' });
  });

  test('is refused to others, and after it was sold back', async () => {
    const [single] = await singlesOnSale(shop, 1);
    const [buyer, other] = [await shop.signUp(50), await shop.signUp(0)];
    const { singles } = await bought(buyer, [single!]);
    const { cardId } = singles![0]!;
    expect((await takeBack(other, cardId)).body.error.code).toBe('CARD_NOT_FOUND');
    const stranger = await shop.call('GET', `/cards/${cardId}/return`, { as: other });
    expect(stranger.body.error.code).toBe('CARD_NOT_FOUND');
    await sellBack(buyer, cardId);
    const late = await shop.call('GET', `/cards/${cardId}/return`, { as: buyer });
    expect(late.body.error.code).toBe('CARD_NOT_AVAILABLE');
    const order = await orderOf(buyer);
    const asked = { cardIds: [cardId], reason: 'Asked by mail' };
    const refund = (id: string) =>
      shop.call('POST', `/admin/orders/${id}/refund-singles`, { as: admin, body: asked });
    expect((await refund(order)).body.error.code).toBe('INVALID_TRANSITION');
    expect((await refund(cardId)).body.error.code).toBe('NOT_FOUND');
  });

  test('is the house’s again at what it cost the house, and can be bought again', async () => {
    const [single] = await singlesOnSale(shop, 1);
    const buyer = await shop.signUp(50);
    const { singles } = await bought(buyer, [single!]);
    const { cardId } = singles![0]!;
    expect((await takeBack(buyer, cardId)).body.data).toEqual({ amount: 10.8, to: 'balance' });
    expect((await takeBack(buyer, cardId)).body.data).toEqual({ amount: 10.8, to: 'balance' });
    expect(await balanceOf(buyer)).toBe(50);
    const { rows } = await shop.owner.query(
      'select state, paid::int from house_cards where id = any ($1) order by came_at',
      [[single!.id, cardId]],
    );
    expect(rows).toEqual([
      { state: 'sold', paid: 350 },
      { state: 'came_back', paid: 350 },
    ]);
    const { body } = await shop.call<z.input<typeof showSingle.reply>>(
      'GET',
      `/admin/singles/${cardId}`,
      { as: admin },
    );
    expect(body.data).toMatchObject({ earlierId: single!.id, shelf: null, lastShelf: 'A-1' });
    expect(body.data.moves.at(-1)).toMatchObject({
      move: 'came_back',
      detail: 'returned',
      amount: 10.8,
    });
  });

  test('gives bought and earned credits back as they were spent', async () => {
    const [single] = await singlesOnSale(shop, 1);
    const buyer = await shop.signUp(4);
    const { body } = await shop.call<{ transaction: { id: string } } & Intent>(
      'POST',
      '/transactions/credits',
      { as: buyer, body: { amount: 20, currency: 'CAD', paymentMethod: 'stripe' } },
    );
    await confirm(shop, body.data);
    await shop.call('GET', `/transactions/${body.data.transaction.id}`, { as: buyer });
    expect(await partsOf(buyer)).toEqual([20, 4]);
    const { singles } = await bought(buyer, [single!]);
    expect(await partsOf(buyer)).toEqual([13.2, 0]);
    await takeBack(buyer, singles![0]!.cardId);
    expect(await partsOf(buyer)).toEqual([20, 4]);
  });
});

describe('the copies on sale', () => {
  test('of a card are listed cheapest or best first, and gone once sold', async () => {
    const [dear] = await singlesOnSale(shop, 1, { price: 90_000 });
    const [worn] = await singlesOnSale(shop, 1, { price: 80_000, condition: 'Damaged' });
    const list = async (sort: string, cardId = dear!.cardId) =>
      (
        await shop.call<z.input<typeof singlesContract.listCopiesOnSale.reply>>(
          'GET',
          `/cards/${cardId}/copies?limit=100${sort}`,
        )
      ).body.data.singles.map(({ id }) => id);
    const ours = (ids: string[]) => ids.filter((id) => [dear!.id, worn!.id].includes(id));
    const byPrice = await list('');
    expect(ours(byPrice)).toEqual([worn!.id, dear!.id]);
    expect(byPrice.at(-1)).toBe(dear!.id);
    const best = await list('&sortBy=condition');
    expect(ours(best)).toEqual([dear!.id, worn!.id]);
    expect(best.at(-1)).toBe(worn!.id);
    expect(await list('', randomUUID())).toEqual([]);
    const { body } = await shop.call<z.input<typeof singlesContract.showSingleOnSale.reply>>(
      'GET',
      `/singles/${dear!.id}`,
    );
    expect(body.data).toMatchObject({
      price: 900,
      condition: 'Near Mint',
      packId: dear!.packId,
      cardNumber: expect.stringMatching(/^FF-.*-3$/),
      isOnSale: true,
    });
    const buyer = await shop.signUp(2000);
    await bought(buyer, [dear!]);
    expect((await shop.call('GET', `/singles/${dear!.id}`)).status).toBe(404);
  });

  test('give their lowest price to the list of cards and to the empty pockets of binders', async () => {
    const [dear] = await singlesOnSale(shop, 1, { price: 905 });
    const [cheap] = await singlesOnSale(shop, 1, { price: 55 });
    const { cardId } = cheap!;
    expect(dear!.cardId).toBe(cardId);
    const from = async () => {
      const { body } = await shop.call<z.input<typeof listMarketCards.reply>>(
        'GET',
        '/cards/market?pageSize=100',
      );
      return body.data.cards.flatMap((card) => (card.id === cardId ? [card.singleFrom] : []));
    };
    const binderOf = async (as: SignedIn) => {
      const { body } = await shop.call<z.input<typeof showBinder.reply>>(
        'GET',
        `/cards/my/binder?setId=${TEST_SET}`,
        { as },
      );
      return body.data;
    };
    const pocketOf = async (as: SignedIn) =>
      (await binderOf(as)).pockets.find(({ number }) => number === '3')!;
    expect(await from()).toEqual([0.55]);
    const collector = await shop.signUp(1000);
    expect(await pocketOf(collector)).toMatchObject({
      item: null,
      single: { cardId, price: 0.55 },
    });
    const { onSale } = await binderOf(collector);
    expect(onSale).toEqual({ numbers: expect.any(Number), page: 1 });
    await bought(collector, [cheap!]);
    // Once the collector has the card, its pocket offers no copy on sale.
    expect(await pocketOf(collector)).toMatchObject({ single: null, copies: 1 });
    expect((await binderOf(collector)).onSale?.numbers).toBe(onSale!.numbers - 1);
    const { body } = await shop.call<z.input<typeof wallet.listTransactions.reply>>(
      'GET',
      '/transactions?type=pack_purchase',
      { as: collector },
    );
    expect(body.data.transactions).toMatchObject([{ isOfSingles: true }]);
    const [next] = await from();
    expect(next).toBeGreaterThan(0.55);
  });

  test('are what the list of cards can be narrowed to, with their number', async () => {
    const [single] = await singlesOnSale(shop, 1, { price: 55 });
    type Market = z.input<typeof listMarketCards.reply>;
    const list = async (query: string) =>
      (await shop.call<Market>('GET', `/cards/market?singles=true&pageSize=100${query}`)).body.data;
    for (const query of ['', `&setId=${TEST_SET}`, '&search=glass%20heron']) {
      const { cards, pagination } = await list(query);
      expect(cards.map(({ id }) => id)).toContain(single!.cardId);
      expect(cards.filter(({ singleFrom }) => singleFrom === null)).toEqual([]);
      expect(pagination.totalItems).toBe(cards.length);
    }
    expect((await list('&search=moss%20wall')).cards).toEqual([]);
    const wrong = await shop.call('GET', '/cards/market?singles=yes');
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('are announced once to users who wish for their card', async () => {
    const wisher = await shop.signUp(0);
    const [single] = await singlesOnSale(shop, 1);
    await tellWishes(shop.context);
    await shop.call('PUT', `/wishes/cards/${single!.cardId}`, { as: wisher, body: {} });
    await tellWishes(shop.context);
    const told = async () =>
      (
        await shop.call<{ notices: { kind: string; cards: { id: string }[] }[] }>(
          'GET',
          '/notices',
          {
            as: wisher,
          },
        )
      ).body.data.notices.filter(({ kind }) => kind === 'single');
    expect(await told()).toEqual([]);
    await singlesOnSale(shop, 2);
    await tellWishes(shop.context);
    await tellWishes(shop.context);
    expect(await told()).toMatchObject([{ cards: [{ id: single!.cardId }] }]);
  });
});

describe('what was bought and returned as a single', () => {
  test('is named by invoice, credit note, mails and the export of one’s data', async () => {
    const [single] = await singlesOnSale(shop, 1, { price: 1000 });
    const buyer = await shop.signUp(50);
    const { singles } = await bought(buyer, [single!]);
    const { cardId } = singles![0]!;
    await takeBack(buyer, cardId);
    const { body } = await shop.call<{ transactions: { id: string; type: string }[] }>(
      'GET',
      '/transactions?type[]=pack_purchase&type[]=refund',
      { as: buyer },
    );
    const receiptOf = async (type: string) => {
      const { id } = body.data.transactions.find((one) => one.type === type)!;
      return (await shop.call<Receipt>('GET', `/transactions/${id}/receipt`, { as: buyer })).body
        .data;
    };
    const invoice = await receiptOf('pack_purchase');
    expect(invoice).toMatchObject({
      document: { kind: 'invoice' },
      lines: [{ text: NAME, quantity: 1, amount: 10 }],
      tax: 0.8,
      total: 10.8,
    });
    expect(await receiptOf('refund')).toMatchObject({
      document: { kind: 'credit_note', corrects: invoice.document!.number },
      lines: [{ text: NAME }],
      tax: 0.8,
      total: 10.8,
    });
    const { rows } = await shop.owner.query<{ kind: string; words: string }>(
      `select kind, coalesce(text, facts::text) as words from mails where user_id = $1 and kind in ('receipt', 'refund') order by kind`,
      [buyer.userId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['receipt', 'refund']);
    for (const { words } of rows) expect(words).toContain(NAME);
    const { body: exported } = await shop.call<z.input<typeof exportData.reply>>(
      'GET',
      '/users/export',
      { as: buyer },
    );
    expect(exported.data.orders.entries).toMatchObject([
      {
        lines: [],
        singles: [{ cardId, name: 'Glass Heron', unitPrice: 10, discount: 0, refunded: 10 }],
      },
    ]);
    expect(exported.data.cards.entries).toMatchObject([
      { id: cardId, packName: 'Single', openingId: cardId, boughtFor: 10, status: 'returned' },
    ]);
  });
});
