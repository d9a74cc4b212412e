// Tests refunds that are made outside the shop or do not arrive, as seen in the books, by the buyer and by the
// operators. The SDK and the dashboard talk to the sandbox.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { randomUUID } from 'node:crypto';
import type { listMoneyQuestions } from '#contract/card-payments-admin.ts';
import type { OrderDetail, showOrder } from '#contract/checkout-admin.ts';
import type { refundTransaction } from '#contract/checkout-refunds.ts';
import type * as wallet from '#contract/wallet.ts';
import { reconcilePayments } from '../card-payments/reconcile-payments.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import {
  begunPayment,
  confirm,
  dashboardOf,
  placedBeforeLimits,
  post,
  postAll,
  purchased,
  refundOutside,
  stockOf,
  type Intent,
} from '../../testing/payments.ts';
import { cardsOf, groupsOf, ADDRESS, type Shipment } from '../../testing/shipments.ts';
import { expectAgreement, movedIn } from '../../testing/books.ts';
import { inParallel, shuffled } from '../../testing/crowd.ts';
import { stockPackType } from '../../testing/stock.ts';

type Refund = z.input<typeof refundTransaction.reply>;
type List = z.input<typeof wallet.listTransactions.reply>;
type Order = z.input<typeof showOrder.reply>;
type Questions = z.input<typeof listMoneyQuestions.reply>;

const shop = useTestApp({ LOG_LEVEL: 'silent' }, { cards: true });
let admin: SignedIn;
let moderator: SignedIn;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
  moderator = await shop.signUp({ role: 'moderator' });
});
afterEach(() => {
  shop.sandbox.faults = {};
});

const transactionsOf = async (as: SignedIn, query = '') =>
  (await shop.call<List>('GET', `/transactions${query}`, { as })).body.data.transactions;

/** The amount and status of each refund that a buyer sees, newest first. */
const refundsSeen = async (as: SignedIn) =>
  (await transactionsOf(as, '?type=refund')).map(({ amount, status }) => [amount, status]);

const ask = (as: SignedIn, id: string) =>
  shop.call<Refund>('POST', `/transactions/${id}/refund`, { as, body: { reason: 'Not wanted' } });

const openPack = (as: SignedIn, packId: string) =>
  shop.call('POST', `/packs/${packId}/open`, { as });

type Bought = {
  buyer: SignedIn;
  packTypeId: string;
  packIds: string[];
  intent: Intent;
  transactionId: string;
};

/**
 * Makes a buyer who paid by card for two packs of CAD 10.00. They cost 20.00, plus taxes of 1.60 and a card fee of
 * 0.50.
 */
async function boughtTwo(card = 'pm_card_visa'): Promise<Bought> {
  const packTypeId = await stockPackType(shop.context, { packs: 3, purchaseLimit: 2 });
  const buyer = await shop.signUp();
  const intent = await begunPayment(shop, buyer, packTypeId, { quantity: 2 });
  await confirm(shop, intent, { payment_method: card });
  const { packIds } = await purchased(shop, buyer, intent.paymentIntentId);
  await placedBeforeLimits(shop, buyer);
  await postAll(shop);
  const [transaction] = await transactionsOf(buyer);
  return { buyer, packTypeId, packIds, intent, transactionId: transaction!.id };
}

async function orderOf({ intent }: Bought): Promise<Order> {
  const { rows } = await shop.owner.query<{ subject_id: string }>(
    'select subject_id from payments where intent_id = $1',
    [intent.paymentIntentId],
  );
  const { body } = await shop.call<OrderDetail>('GET', `/admin/orders/${rows[0]!.subject_id}`, {
    as: moderator,
  });
  return body.data as unknown as Order;
}

/** The amounts of an intent's refunds at the provider, in cents. */
async function paidBack({ intent }: Pick<Bought, 'intent'>): Promise<number[]> {
  const { data } = await dashboardOf(shop).refunds.list({ payment_intent: intent.paymentIntentId });
  return data
    .filter(({ status }) => status !== 'failed')
    .map(({ amount }) => amount)
    .toSorted((a, b) => a - b);
}

async function questionsOf({ intent }: Pick<Bought, 'intent'>): Promise<unknown[]> {
  const { rows } = await shop.owner.query(
    `select q.kind, q.amount::int from money_questions q join payments y on y.id = q.payment_id
     where y.intent_id = $1 and q.closed_at is null`,
    [intent.paymentIntentId],
  );
  return rows;
}

describe('a refund on the card provider’s own pages', () => {
  test('takes unopened packs back, and its buyer sees the refund', async () => {
    const bought = await boughtTwo();
    const { buyer, packTypeId, packIds } = bought;
    await refundOutside(shop, bought.intent);
    await postAll(shop);
    expect(await stockOf(shop, packTypeId)).toEqual({ available: 3 });
    expect((await openPack(buyer, packIds[0]!)).status).toBe(404);
    expect(await refundsSeen(buyer)).toEqual([[22.1, 'completed']]);
    expect(await orderOf(bought)).toMatchObject({
      state: 'refunded',
      isRefundable: false,
      refunds: [{ amount: 22.1, state: 'paid', isFromOutside: true }],
    });
    expect(await questionsOf(bought)).toEqual([]);
  });

  test('reported many times and in any order is booked once', async () => {
    const bought = await boughtTwo();
    await refundOutside(shop, bought.intent, 1080);
    await refundOutside(shop, bought.intent);
    const events = await shop.sandbox.takeEvents();
    const told = shuffled(events.flatMap((event) => Array.from({ length: 5 }, () => event)));
    const responses = await inParallel(told, 8, (event) => post(shop, event));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await refundsSeen(bought.buyer)).toEqual([
      [11.3, 'completed'],
      [10.8, 'completed'],
    ]);
    expect(await stockOf(shop, bought.packTypeId)).toEqual({ available: 3 });
  });

  test('locks the unsold cards of opened packs, for an operator to decide', async () => {
    const bought = await boughtTwo();
    const { buyer, packTypeId, packIds } = bought;
    await openPack(buyer, packIds[0]!);
    const [sold, ...unsold] = await cardsOf(shop, buyer);
    await shop.call('POST', '/cards/sell', {
      as: buyer,
      body: { cardId: sold!.card.id, packOpeningId: sold!.packOpeningId },
    });
    await refundOutside(shop, bought.intent);
    await postAll(shop);
    expect(await stockOf(shop, packTypeId)).toEqual({ available: 2, opened: 1 });
    const after = new Map((await cardsOf(shop, buyer)).map((item) => [item.card.id, item]));
    expect(after.get(sold!.card.id)!.status).toBe('sold');
    for (const { card } of unsold) {
      expect(after.get(card.id)).toMatchObject({ status: 'locked', lockReason: 'refund' });
    }
    expect(await refundsSeen(buyer)).toEqual([[22.1, 'completed']]);
  });

  test('of the price of one pack takes one back, an unopened one if possible', async () => {
    const bought = await boughtTwo();
    await openPack(bought.buyer, bought.packIds[0]!);
    await refundOutside(shop, bought.intent, 1080);
    await postAll(shop);
    expect(await stockOf(shop, bought.packTypeId)).toEqual({ available: 2, opened: 1 });
    expect((await cardsOf(shop, bought.buyer)).map(({ status }) => status)).toEqual([
      'available',
      'available',
      'available',
    ]);
  });

  test('of an amount that is no price takes nothing back, and waits for an operator', async () => {
    const bought = await boughtTwo();
    await refundOutside(shop, bought.intent, 100);
    await postAll(shop);
    expect(await stockOf(shop, bought.packTypeId)).toEqual({ available: 1, sold: 2 });
    expect(await refundsSeen(bought.buyer)).toEqual([[1, 'completed']]);
    expect(await questionsOf(bought)).toEqual([{ kind: 'refund_uncovered', amount: 100 }]);
    // The return of the packs refunds the rest of the payment, and no more than that rest.
    expect((await ask(bought.buyer, bought.transactionId)).body.data.amount).toBe(21.1);
    expect(await paidBack(bought)).toEqual([100, 2110]);
  });

  test('of which the shop got no event counts if the same is requested in the shop', async () => {
    const bought = await boughtTwo();
    await refundOutside(shop, bought.intent);
    const { body } = await ask(bought.buyer, bought.transactionId);
    expect(body.data).toMatchObject({ amount: 22.1, status: 'completed' });
    await postAll(shop);
    expect(await paidBack(bought)).toEqual([2210]);
    expect(await refundsSeen(bought.buyer)).toEqual([[22.1, 'completed']]);
    expect(await stockOf(shop, bought.packTypeId)).toEqual({ available: 3 });
  });

  test('of a part of which the shop got no event leaves the rest to refund', async () => {
    const bought = await boughtTwo();
    await refundOutside(shop, bought.intent, 1080);
    await ask(bought.buyer, bought.transactionId);
    await postAll(shop);
    expect(await paidBack(bought)).toEqual([1080, 1130]);
    expect(await refundsSeen(bought.buyer)).toEqual([
      [11.3, 'completed'],
      [10.8, 'completed'],
    ]);
  });

  test('of more than what is due takes the rest back as well', async () => {
    const bought = await boughtTwo();
    await openPack(bought.buyer, bought.packIds[0]!);
    shop.sandbox.faults.before = ({ path }) => (path === '/v1/refunds' ? 500 : undefined);
    expect((await ask(bought.buyer, bought.transactionId)).body.data.status).toBe('pending');
    shop.sandbox.faults = {};
    await refundOutside(shop, bought.intent);
    await postAll(shop);
    expect(await paidBack(bought)).toEqual([2210]);
    expect(await refundsSeen(bought.buyer)).toEqual([[22.1, 'completed']]);
    expect((await cardsOf(shop, bought.buyer)).map(({ status }) => status)).toEqual([
      'locked',
      'locked',
      'locked',
    ]);
  });
});

describe('a refund on the card provider’s own pages, of several due parts,', () => {
  test('pays all of them, and takes nothing else back', async () => {
    const bought = await boughtTwo();
    const { id } = await orderOf(bought);
    shop.sandbox.faults.before = ({ path }) => (path === '/v1/refunds' ? 500 : undefined);
    for (const unopened of [2, 1]) {
      const { status } = await shop.call('POST', `/admin/orders/${id}/refund`, {
        as: admin,
        body: {
          packs: [{ packTypeId: bought.packTypeId, quantity: 1, unopened }],
          reason: 'Dented',
        },
      });
      expect(status).toBe(200);
    }
    shop.sandbox.faults = {};
    await refundOutside(shop, bought.intent);
    await postAll(shop);
    expect(await questionsOf(bought)).toEqual([]);
    expect(await paidBack(bought)).toEqual([2210]);
    expect(await orderOf(bought)).toMatchObject({ state: 'refunded' });
    expect(await refundsSeen(bought.buyer)).toEqual([[22.1, 'completed']]);
  });
});

describe('a refund that the shop requests', () => {
  test('is pending until the bank has paid it', async () => {
    const bought = await boughtTwo('pm_card_pendingRefund');
    const { body } = await ask(bought.buyer, bought.transactionId);
    expect(body.data.status).toBe('pending');
    await postAll(shop);
    expect(await refundsSeen(bought.buyer)).toEqual([[22.1, 'pending']]);
    expect(await orderOf(bought)).toMatchObject({ refunds: [{ state: 'pending', paidAt: null }] });
    await shop.sandbox.finishRefunds();
    await postAll(shop);
    expect(await refundsSeen(bought.buyer)).toEqual([[22.1, 'completed']]);
    expect(await paidBack(bought)).toEqual([2210]);
  });

  test('that the bank returns has failed, for its buyer and for operators', async () => {
    const bought = await boughtTwo('pm_card_refundFail');
    const { body } = await ask(bought.buyer, bought.transactionId);
    expect(body.data.status).toBe('completed');
    await shop.sandbox.finishRefunds();
    const events = await shop.sandbox.takeEvents();
    for (const event of [...events, ...events.toReversed()]) await post(shop, event);
    expect(await refundsSeen(bought.buyer)).toEqual([[22.1, 'failed']]);
    expect(await transactionsOf(bought.buyer, '?status=failed')).toMatchObject([
      { id: body.data.id, failureReason: expect.stringContaining('still owes') },
    ]);
    const shown = await shop.call<Refund>('GET', `/transactions/refunds/${body.data.id}`, {
      as: bought.buyer,
    });
    expect(shown.body.data.status).toBe('failed');
    expect(await orderOf(bought)).toMatchObject({
      refunds: [{ state: 'failed', problem: 'expired_or_canceled_card', isReplaced: false }],
    });
  });

  test('whose response was lost until the provider forgot its key is paid once', async () => {
    const bought = await boughtTwo();
    await openPack(bought.buyer, bought.packIds[0]!);
    shop.sandbox.faults.hangUp = ({ method, path }) => method === 'POST' && path === '/v1/refunds';
    expect((await ask(bought.buyer, bought.transactionId)).body.data.status).toBe('pending');
    shop.sandbox.faults = {};
    await shop.sandbox.takeEvents();
    await shop.owner.query('delete from sandbox.answers');
    await reconcilePayments(shop.context);
    await ask(bought.buyer, bought.transactionId);
    expect(await paidBack(bought)).toEqual([1080]);
    expect(await refundsSeen(bought.buyer)).toEqual([[10.8, 'completed']]);
  });
});

describe('a refund that failed', () => {
  async function failed(): Promise<{ bought: Bought; refundId: string }> {
    const bought = await boughtTwo('pm_card_refundFail');
    const { body } = await ask(bought.buyer, bought.transactionId);
    await shop.sandbox.finishRefunds();
    await postAll(shop);
    return { bought, refundId: body.data.id };
  }

  const replace = (refundId: string, method: string) =>
    shop.call<Refund>('POST', `/admin/refunds/${refundId}/replace`, {
      as: admin,
      body: { method, reason: 'The card was closed' },
    });

  const failedNow = async () =>
    (await shop.call<Questions>('GET', '/admin/money-questions', { as: moderator })).body.data
      .failedRefunds;

  test('waits for operators, and is paid again to the card once', async () => {
    const { bought, refundId } = await failed();
    expect(await failedNow()).toContainEqual(
      expect.objectContaining({
        id: refundId,
        amount: 22.1,
        problem: 'expired_or_canceled_card',
        canBeCredited: true,
      }),
    );
    const [once, twice] = [await replace(refundId, 'card'), await replace(refundId, 'card')];
    expect([once.status, twice.status]).toEqual([200, 200]);
    expect(twice.body.data.id).toBe(once.body.data.id);
    expect(await failedNow()).not.toContainEqual(expect.objectContaining({ id: refundId }));
    expect(await refundsSeen(bought.buyer)).toEqual([
      [22.1, 'completed'],
      [22.1, 'failed'],
    ]);
    const other = await replace(refundId, 'credits');
    expect([other.status, other.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    // This card's bank returns every refund.
    await shop.sandbox.finishRefunds();
    await postAll(shop);
    expect((await replace(once.body.data.id, 'credits')).status).toBe(200);
  });

  test('is paid in credits instead', async () => {
    const { bought, refundId } = await failed();
    const { status, body } = await replace(refundId, 'credits');
    expect([status, body.data.status]).toEqual([200, 'completed']);
    const { body: profile } = await shop.call<{ account_balance: number }>(
      'GET',
      '/users/credits',
      {
        as: bought.buyer,
      },
    );
    expect(profile.data.account_balance).toBe(22.1);
    expect(await orderOf(bought)).toMatchObject({
      refunds: [
        { state: 'failed', isReplaced: true },
        { state: 'paid', method: 'credits' },
      ],
    });
  });

  test('and that somebody pays again outside the shop takes nothing else back', async () => {
    const bought = await boughtTwo('pm_card_refundFail');
    const { id } = await orderOf(bought);
    const { packTypeId } = bought;
    const { body } = await shop.call<Refund>('POST', `/admin/orders/${id}/refund`, {
      as: admin,
      body: { packs: [{ packTypeId, quantity: 1, unopened: 2 }], reason: 'Dented' },
    });
    await shop.sandbox.finishRefunds();
    await postAll(shop);
    // The amount equals that of the failed refund, but would also pay for the other pack.
    await refundOutside(shop, bought.intent, 1080);
    await postAll(shop);
    expect(await stockOf(shop, packTypeId)).toEqual({ available: 2, sold: 1 });
    expect(await questionsOf(bought)).toEqual([]);
    expect(await failedNow()).not.toContainEqual(expect.objectContaining({ id: body.data.id }));
    expect((await replace(body.data.id, 'credits')).body.error.code).toBe('INVALID_TRANSITION');
    expect(await refundsSeen(bought.buyer)).toEqual([
      [10.8, 'completed'],
      [10.8, 'failed'],
    ]);
  });

  test('and that is partly paid outside the shop leaves the rest for operators', async () => {
    const { bought, refundId } = await failed();
    await refundOutside(shop, bought.intent, 1000);
    await postAll(shop);
    const rest = (await failedNow()).filter(({ user }) => user.id === bought.buyer.userId);
    expect(rest).toMatchObject([{ amount: 12.1, problem: 'expired_or_canceled_card' }]);
    expect(rest[0]!.id).not.toBe(refundId);
    expect((await replace(rest[0]!.id, 'credits')).status).toBe(200);
    expect(await questionsOf(bought)).toEqual([]);
    expect(await paidBack(bought)).toEqual([1000]);
  });

  test('and that was paid outside the shop is not credited, even without an event', async () => {
    const { bought, refundId } = await failed();
    await refundOutside(shop, bought.intent);
    await shop.sandbox.takeEvents();
    const refused = await replace(refundId, 'credits');
    expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect(await paidBack(bought)).toEqual([2210]);
  });

  test('that does not exist can’t be replaced', async () => {
    const bought = await boughtTwo();
    const { body } = await ask(bought.buyer, bought.transactionId);
    const refused = await replace(body.data.id, 'card');
    expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect((await replace(randomUUID(), 'card')).status).toBe(404);
  });
});

describe('operators', () => {
  const give = (orderId: string, packs: object[]) =>
    shop.call<Refund>('POST', `/admin/orders/${orderId}/refund`, {
      as: admin,
      body: { packs, reason: 'Dented' },
    });

  test('refund as many packs of an order as they choose, each click once', async () => {
    const bought = await boughtTwo();
    const { packTypeId } = bought;
    const { id } = await orderOf(bought);
    const one = [{ packTypeId, quantity: 1, unopened: 2 }];
    const [first, again] = await Promise.all([give(id, one), give(id, one)]);
    expect([first.status, again.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await orderOf(bought)).toMatchObject({
      unopened: 1,
      isRefundable: true,
      lines: [{ refunded: 1, unopened: 1 }],
      refunds: [{ amount: 10.8, state: 'paid', isFromOutside: false }],
    });
    // The refund of the last pack returns all that remains of the payment, so it includes the card fee.
    const last = await give(id, [{ packTypeId, quantity: 1, unopened: 1 }]);
    expect(last.body.data).toMatchObject({ amount: 11.3, status: 'completed' });
    expect(await paidBack(bought)).toEqual([1080, 1130]);
    expect((await give(randomUUID(), one)).status).toBe(404);
  });

  test('can’t refund what the bank has already taken', async () => {
    const bought = await boughtTwo('pm_card_createDispute');
    const { id } = await orderOf(bought);
    const packs = [{ packTypeId: bought.packTypeId, quantity: 1, unopened: 2 }];
    const refused = await give(id, packs);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'DISPUTED']);
  });

  test('can’t refund to a card what was paid with credits', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 1 });
    const buyer = await shop.signUp(20);
    await shop.call('POST', '/packs/purchase', { as: buyer, body: { packId: packTypeId } });
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from orders where user_id = $1',
      [buyer.userId],
    );
    const refused = await give(rows[0]!.id, [{ packTypeId, quantity: 1, unopened: 1 }]);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  });

  test('release the cards of a refunded pack, and close what they investigated', async () => {
    const bought = await boughtTwo();
    await openPack(bought.buyer, bought.packIds[0]!);
    await refundOutside(shop, bought.intent);
    await postAll(shop);
    const cardIds = (await cardsOf(shop, bought.buyer)).map(({ card }) => card.id);
    const { body } = await shop.call<{ successCount: number }>('POST', '/admin/cards/release', {
      as: moderator,
      body: { cardIds },
    });
    expect(body.data.successCount).toBe(3);

    const partlyOpened = await boughtTwo();
    await openPack(partlyOpened.buyer, partlyOpened.packIds[0]!);
    await refundOutside(shop, partlyOpened.intent);
    await postAll(shop);
    const locked = (await cardsOf(shop, partlyOpened.buyer)).map(({ card }) => card.id);
    const { body: taken } = await shop.call<{ successCount: number; results: { code: string }[] }>(
      'POST',
      '/admin/cards/take-back',
      { as: admin, body: { cardIds: [...locked, cardIds[0]] } },
    );
    expect(taken.data.successCount).toBe(3);
    expect(taken.data.results[3]!.code).toBe('CARD_NOT_AVAILABLE');

    const odd = await boughtTwo();
    await refundOutside(shop, odd.intent, 123);
    await postAll(shop);
    const { body: asked } = await shop.call<Questions>('GET', '/admin/money-questions', {
      as: moderator,
    });
    const question = asked.data.questions.find(({ user }) => user?.id === odd.buyer.userId)!;
    expect(question).toMatchObject({ kind: 'refund_uncovered', amount: 1.23, booked: null });
    const close = () =>
      shop.call('POST', `/admin/money-questions/${question.id}/close`, {
        as: admin,
        body: { note: 'A gesture' },
      });
    expect((await close()).status).toBe(200);
    expect((await close()).status).toBe(404);
    expect(await questionsOf(odd)).toEqual([]);
  });
});

describe('credits whose money is refunded outside the shop', () => {
  async function boughtCredits(): Promise<{ user: SignedIn; intent: Intent }> {
    const user = await shop.signUp();
    const { body } = await shop.call<Intent>('POST', '/transactions/credits', {
      as: user,
      body: { amount: 100, currency: 'CAD', paymentMethod: 'stripe' },
    });
    await confirm(shop, body.data);
    await postAll(shop);
    return { user, intent: body.data };
  }

  const balanceOf = async (as: SignedIn) =>
    (await shop.call<{ account_balance: number }>('GET', '/users/credits', { as })).body.data
      .account_balance;

  test('are taken back, with their fee', async () => {
    const { user, intent } = await boughtCredits();
    await refundOutside(shop, intent);
    await postAll(shop);
    expect(await balanceOf(user)).toBe(0);
    expect((await transactionsOf(user)).map((one) => [one.type, one.amount, one.status])).toEqual([
      ['refund', 104, 'completed'],
      ['take_back', -100, 'completed'],
      ['credit_purchase', 100, 'completed'],
    ]);
    expect(await questionsOf({ intent })).toEqual([]);
  });

  test('and then nothing is left of them: operators can refund no more', async () => {
    const { user, intent } = await boughtCredits();
    const [topUp] = await transactionsOf(user);
    const packTypeId = await stockPackType(shop.context, { packs: 1 });
    await shop.call('POST', '/packs/purchase', { as: user, body: { packId: packTypeId } });
    const give = (as: SignedIn, amount?: number) =>
      shop.call<Refund>('POST', `/transactions/${topUp!.id}/refund`, {
        as,
        body: { reason: 'Asked for', ...(amount === undefined ? {} : { amount }) },
      });
    // Users can spend credits, but only an operator can refund money for credits.
    expect((await give(user)).body.error.code).toBe('INVALID_TRANSITION');
    expect((await give(admin, 104)).body.error.code).toBe('AMOUNT_MISMATCH');
    const { body } = await give(admin);
    expect(body.data).toMatchObject({ amount: 89.2, status: 'completed' });
    expect((await give(admin)).body.data.id).toBe(body.data.id);
    expect(await balanceOf(user)).toBe(0);
    expect(await paidBack({ intent })).toEqual([8920]);

    const spent = await boughtCredits();
    const [other] = await transactionsOf(spent.user);
    await shop.call('POST', '/packs/purchase', {
      as: spent.user,
      body: {
        packId: await stockPackType(shop.context, { packs: 1, price: 9259 }),
      },
    });
    expect(await balanceOf(spent.user)).toBe(0);
    const nothing = await shop.call('POST', `/transactions/${other!.id}/refund`, {
      as: admin,
      body: { reason: 'Asked for' },
    });
    expect(nothing.body.error).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'Nothing is left of these credits',
    });
  });

  test('that were spent become a debt: the account is paused until it has paid, and operators read why', async () => {
    const { user, intent } = await boughtCredits();
    const packId = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
    const buy = () => shop.call('POST', '/packs/purchase', { as: user, body: { packId } });
    await buy();
    const change = await movedIn(shop, { buyer: user }, async () => {
      await refundOutside(shop, intent);
      const events = await shop.sandbox.takeEvents();
      for (const event of [...events, ...events]) await post(shop, event);
    });
    expect(change).toEqual({
      buyer: -8920,
      'debt of buyer': -1080,
      'house:fees': -400,
      'house:card_clearing': 10400,
    });
    expect(await questionsOf({ intent })).toEqual([{ kind: 'refund_owed', amount: 1080 }]);
    const profile = await shop.call<object>('GET', '/users/profile', { as: user });
    expect(profile.body.data).toMatchObject({ accountPause: 'debt', debt: 10.8 });
    const { rows } = await shop.owner.query<{ text: string }>(
      `select text from mails where user_id = $1 and kind = 'refund_owed'`,
      [user.userId],
    );
    expect(rows).toEqual([{ text: expect.stringContaining('You owe the shop CAD 10.80') }]);
    expect((await buy()).body.error.code).toBe('ACCOUNT_PAUSED');
    await expectAgreement(shop);

    // The refund was meant as a gift, so an operator gives the buyer credits. These credits also pay the debt.
    await shop.call('POST', `/users/credits?userId=${user.userId}`, {
      as: admin,
      body: { amount: 30, reason: 'The refund was a gift' },
    });
    expect(await balanceOf(user)).toBe(19.2);
    expect((await buy()).status).toBe(200);
    await expectAgreement(shop);
  });

  test('in parts become a debt once', async () => {
    const { user, intent } = await boughtCredits();
    const packId = await stockPackType(shop.context, { packs: 1, price: 9259 });
    await shop.call('POST', '/packs/purchase', { as: user, body: { packId } });
    expect(await balanceOf(user)).toBe(0);
    const change = await movedIn(shop, { buyer: user }, async () => {
      await refundOutside(shop, intent, 6000);
      await postAll(shop);
      await refundOutside(shop, intent, 4400);
      await postAll(shop);
    });
    expect(change).toEqual({
      'debt of buyer': -10000,
      'house:fees': -400,
      'house:card_clearing': 10400,
    });
    await expectAgreement(shop);
  });
});

test('the whole fee of an unsent parcel, refunded outside the shop, cancels the shipment', async () => {
  const { buyer, packIds } = await boughtTwo();
  await openPack(buyer, packIds[0]!);
  const cards = await cardsOf(shop, buyer);
  const { body } = await shop.call<Intent>('POST', '/shipping/create-payment-intent', {
    as: buyer,
    body: { cardGroups: groupsOf(cards), shippingAddress: ADDRESS },
  });
  await confirm(shop, body.data);
  await postAll(shop);
  expect(new Set((await cardsOf(shop, buyer)).map(({ status }) => status))).toEqual(
    new Set(['shipped']),
  );
  await refundOutside(shop, body.data);
  await postAll(shop);
  const list = await shop.call<{ shipments: Shipment[] }>('GET', '/shipping/requests', {
    as: buyer,
  });
  expect(list.body.data.shipments.map(({ status }) => status)).toEqual(['cancelled']);
  expect(new Set((await cardsOf(shop, buyer)).map(({ status }) => status))).toEqual(
    new Set(['available']),
  );
});
