// Tests refunds of payments that a bank takes back: which refunds wait for the bank's decision, and which need not be
// paid after that decision.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { listMoneyQuestions } from '#contract/card-payments-admin.ts';
import type { refundTransaction } from '#contract/checkout-refunds.ts';
import type { listTransactions } from '#contract/wallet.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { brokenPromises, expectAgreement, movedIn } from '../../testing/books.ts';
import { atOffset } from '../../testing/clock.ts';
import {
  buyToDispute,
  decide,
  decided,
  disputeOf,
  DISPUTING,
  sendRefundsBack,
  topUpToDispute,
} from '../../testing/disputes.ts';
import {
  begunPayment,
  confirm,
  dashboardOf,
  post,
  placedBeforeLimits,
  postAll,
  purchased,
  stockOf,
  type Intent,
} from '../../testing/payments.ts';
import { cardsOf } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { reconcilePayments } from '../card-payments/reconcile-payments.ts';
import { failRefund } from '#stripe-sandbox/refunds.ts';
import { inTransaction } from '#engine/database.ts';
import type { CardProvider } from '../runtime/card-provider.ts';

type Questions = z.input<typeof listMoneyQuestions.reply>;
type Refund = z.input<typeof refundTransaction.reply>;
type List = z.input<typeof listTransactions.reply>;

const shop = useTestApp({ LOG_LEVEL: 'silent' }, { cards: true });
let admin: SignedIn;
let real: CardProvider;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
  real = shop.context.cardProvider!;
});
afterEach(() => {
  shop.sandbox.faults = {};
  shop.context.cardProvider = real;
});

const transactionsOf = async (as: SignedIn, type: string) =>
  (await shop.call<List>('GET', `/transactions?type=${type}`, { as })).body.data.transactions;

/** A buyer requests a refund for all packs of a purchase. */
async function askBack(buyer: SignedIn): Promise<Refund> {
  const [bought] = await transactionsOf(buyer, 'pack_purchase');
  const { body } = await shop.call<Refund>('POST', `/transactions/${bought!.id}/refund`, {
    as: buyer,
    body: { reason: 'Too many' },
  });
  return body.data;
}

/** The amounts that the card provider refunded for an intent, in cents. Refunds that a bank returned don't count. */
async function paidBack(intentId: string): Promise<number[]> {
  const { data } = await dashboardOf(shop).refunds.list({ payment_intent: intentId });
  return data.filter(({ status }) => status !== 'failed').map(({ amount }) => amount);
}

/** The shop's refunds of an intent, oldest first. Each is described by its method, amount, state and replacement. */
async function refundsOf(intentId: string): Promise<string[]> {
  const { rows } = await shop.owner.query<{ told: string }>(
    `select concat_ws(' ', f.method, f.amount, f.state, 'replaced by ' || r.method) as told
     from refunds f join payments y on y.id = f.payment_id left join refunds r on r.id = f.replaced_by
     where y.intent_id = $1 order by f.created_at, f.method`,
    [intentId],
  );
  return rows.map(({ told }) => told);
}

async function paymentState(intentId: string): Promise<string> {
  const { rows } = await shop.owner.query<{ state: string }>(
    'select state from payments where intent_id = $1',
    [intentId],
  );
  return rows[0]!.state;
}

type Bought = { buyer: SignedIn; type: string; intentId: string };

/**
 * Buys packs with a card whose owner then makes an inquiry at the bank. A pack costs 10.00 plus 8 % tax, and the card
 * fee is 0.50.
 */
async function boughtWithInquiry(quantity = 1): Promise<Bought> {
  const type = await stockPackType(shop.context, { packs: quantity, purchaseLimit: null });
  const buyer = await shop.signUp();
  const intentId = await buyToDispute(shop, buyer, type, { quantity, card: 'inquiry' });
  await postAll(shop);
  return { buyer, type, intentId };
}

/** Like `boughtWithInquiry`, but everything was then refunded, and the card's bank returned the refund. */
async function withFailedRefund(quantity = 1): Promise<Bought & { refundId: string }> {
  const bought = await boughtWithInquiry(quantity);
  await sendRefundsBack(shop, bought.intentId);
  const { id: refundId } = await askBack(bought.buyer);
  await shop.sandbox.finishRefunds();
  await postAll(shop);
  return { ...bought, refundId };
}

/** Makes the bank turn its inquiry into a dispute over a part of the payment, and take back that part. */
async function takeBackOnly(intentId: string, amount: number): Promise<void> {
  await shop.owner.query(
    `update sandbox.objects set body = jsonb_set(body, '{amount}', to_jsonb($2::int)) where id = $1`,
    [await disputeOf(shop, intentId), amount],
  );
  await decided(shop, intentId, 'escalate');
}

/**
 * Makes a card payment of 5.00 for a pack that costs more, so that the shop can't deliver the pack.
 */
async function undeliverable(card: keyof typeof DISPUTING): Promise<string> {
  const type = await stockPackType(shop.context, { packs: 1 });
  const intent = await begunPayment(shop, await shop.signUp(), type);
  await shop.owner.query(
    `update sandbox.objects set body = jsonb_set(body, '{amount}', '500') where id = $1`,
    [intent.paymentIntentId],
  );
  await confirm(shop, intent, { payment_method: DISPUTING[card] });
  return intent.paymentIntentId;
}

const failedRefund = async (refundId: string) =>
  (
    await shop.call<Questions>('GET', '/admin/money-questions', { as: admin })
  ).body.data.failedRefunds.find(({ id }) => id === refundId);

const replace = (refundId: string, method: 'card' | 'credits' | 'bank') =>
  shop.call<Refund>('POST', `/admin/refunds/${refundId}/replace`, {
    as: admin,
    body: { method, reason: 'The dispute is lost' },
  });

async function codeOf(refundId: string, method: 'card' | 'credits' | 'bank') {
  const { status, body } = await replace(refundId, method);
  return [status, body.error?.code];
}

const DISPUTED = [409, 'DISPUTED'];
const REFUSED = [409, 'INVALID_TRANSITION'];

describe('a failed refund of a payment that its bank takes back', () => {
  test('is closed by an operator without money, once the bank has paid it', async () => {
    const { buyer, intentId, refundId } = await withFailedRefund();
    expect(await codeOf(refundId, 'bank')).toEqual(REFUSED);
    await decided(shop, intentId, 'escalate');
    expect(await failedRefund(refundId)).toMatchObject({
      dispute: 'open',
      canBePaid: false,
      canBeCredited: false,
      paidByBank: 0,
    });
    expect(await codeOf(refundId, 'bank')).toEqual(DISPUTED);
    await decided(shop, intentId, 'lose');
    expect(await failedRefund(refundId)).toMatchObject({
      amount: 11.3,
      dispute: 'lost',
      canBePaid: false,
      canBeCredited: false,
      paidByBank: 11.3,
    });
    for (const method of ['card', 'credits'] as const) {
      expect(await codeOf(refundId, method)).toEqual(DISPUTED);
    }

    let closed: Refund;
    const change = await movedIn(shop, { buyer }, async () => {
      const { status, body } = await replace(refundId, 'bank');
      expect([status, body.data.status, body.data.amount]).toEqual([200, 'completed', 11.3]);
      closed = body.data;
    });
    // The shop's loss by the dispute equals the refund that the shop no longer owes.
    expect(change).toEqual({ 'house:refunds': -1130, 'house:dispute_losses': 1130 });
    expect(await failedRefund(refundId)).toBeUndefined();
    expect((await replace(refundId, 'bank')).body.data.id).toBe(closed!.id);
    expect(await codeOf(refundId, 'credits')).toEqual(REFUSED);
    expect(await paidBack(intentId)).toEqual([]);
    const { rows } = await shop.owner.query(
      `select actor_id, after from audit_log where action = 'replace_refund' and subject_id = $1`,
      [refundId],
    );
    expect(rows).toEqual([
      {
        actor_id: admin.userId,
        after: { method: 'bank', amount: 11.3, reason: 'The dispute is lost' },
      },
    ]);
    await expectAgreement(shop);
    const [told] = await transactionsOf(buyer, 'refund');
    expect(told).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining('Your bank has taken the payment back for you'),
    });
  });

  test('is closed as far as the bank has paid it, and the rest is still owed', async () => {
    const { buyer, intentId, refundId } = await withFailedRefund(2);
    // The bank takes back the price of one of the two packs.
    await takeBackOnly(intentId, 1130);
    await decided(shop, intentId, 'lose');
    expect(await failedRefund(refundId)).toMatchObject({
      amount: 22.1,
      canBePaid: false,
      paidByBank: 11.3,
    });
    expect(await codeOf(refundId, 'credits')).toEqual(DISPUTED);
    expect((await replace(refundId, 'bank')).body.data.amount).toBe(11.3);
    const { rows } = await shop.owner.query<{ id: string }>(
      `select f.id from refunds f join payments y on y.id = f.payment_id
       where y.intent_id = $1 and f.state = 'failed' and f.replaced_by is null`,
      [intentId],
    );
    const restId = rows[0]!.id;
    expect(await failedRefund(restId)).toMatchObject({
      amount: 10.8,
      canBePaid: true,
      canBeCredited: true,
      paidByBank: 0,
    });
    expect(await codeOf(restId, 'bank')).toEqual(REFUSED);
    const change = await movedIn(shop, { buyer }, () => replace(restId, 'credits'));
    expect(change).toEqual({ 'house:refunds': -1080, buyer: 1080 });
    await expectAgreement(shop);
  });

  test('and whose money bought nothing ends its payment when it is closed', async () => {
    const intentId = await undeliverable('inquiry');
    shop.sandbox.faults.before = ({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? 400 : undefined;
    await postAll(shop);
    shop.sandbox.faults = {};
    expect(await refundsOf(intentId)).toEqual(['card 500 failed']);
    await decided(shop, intentId, 'escalate');
    await decided(shop, intentId, 'lose');
    const { rows } = await shop.owner.query<{ id: string }>(
      `select f.id from refunds f join payments y on y.id = f.payment_id where y.intent_id = $1`,
      [intentId],
    );
    expect(await paymentState(intentId)).toBe('refund_due');
    expect((await replace(rows[0]!.id, 'bank')).status).toBe(200);
    expect(await paymentState(intentId)).toBe('refunded');
    await expectAgreement(shop);
  });

  test('is not credited meanwhile, even without an event about the dispute', async () => {
    const { intentId, refundId } = await withFailedRefund();
    await decide(shop, intentId, 'escalate');
    await shop.sandbox.takeEvents();
    expect(await codeOf(refundId, 'credits')).toEqual(DISPUTED);
  });
});

describe('a due refund', () => {
  /** The bank's decision, the shop's resulting refund, and the amounts that the provider paid. */
  const ENDS = [
    ['win', 'card 500 paid', [500]],
    ['lose', 'bank 500 paid', []],
  ] as const;

  test.each(ENDS)(
    'of a payment that the bank already took waits, even if the dispute is the first event about it: %s',
    async (how, end, paid) => {
      const intentId = await undeliverable('fraudulent');
      const told = await shop.sandbox.takeEvents();
      const dispute = told.find(({ body }) => body.includes('"type":"charge.dispute.created"'));
      expect((await post(shop, dispute!)).status).toBe(200);
      expect(await refundsOf(intentId)).toEqual(['card 500 due']);
      expect(await paidBack(intentId)).toEqual([]);
      await reconcilePayments(shop.context);
      expect(await paidBack(intentId)).toEqual([]);
      // The refund waits for months, and no invariant is violated.
      expect(await atOffset(shop, 120_000, brokenPromises)).toEqual([]);

      await decided(shop, intentId, how);
      expect(await refundsOf(intentId)).toContain(end);
      expect(await paidBack(intentId)).toEqual(paid);
      expect(await paymentState(intentId)).toBe('refunded');
      await expectAgreement(shop);
    },
  );

  /**
   * Makes a due refund of a disputed payment. The buyer returns the packs while the card provider does not respond, and
   * then the bank takes the money.
   */
  async function dueAndDisputed(): Promise<Bought> {
    const bought = await boughtWithInquiry();
    shop.sandbox.faults.before = ({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? 500 : undefined;
    expect((await askBack(bought.buyer)).status).toBe('pending');
    await decided(shop, bought.intentId, 'escalate');
    shop.sandbox.faults = {};
    return bought;
  }

  test('waits when the bank takes the money, and continues by itself after a win', async () => {
    const { buyer, intentId } = await dueAndDisputed();
    expect(await reconcilePayments(shop.context)).toEqual({ done: 0, failed: 0 });
    expect(await paidBack(intentId)).toEqual([]);
    const { rows } = await shop.owner.query<{ problem: string }>(
      `select f.problem from refunds f join payments y on y.id = f.payment_id where y.intent_id = $1`,
      [intentId],
    );
    expect(rows[0]!.problem).toContain('until the bank has decided');
    await decided(shop, intentId, 'win');
    expect(await paidBack(intentId)).toEqual([1130]);
    expect(await transactionsOf(buyer, 'refund')).toMatchObject([
      { amount: 11.3, status: 'completed' },
    ]);
    await expectAgreement(shop);
  });

  test('is closed after a loss, and its owner reads why', async () => {
    const { buyer, type, intentId } = await dueAndDisputed();
    expect(await movedIn(shop, { buyer }, () => decided(shop, intentId, 'lose'))).toEqual({
      'house:refunds': -1130,
      'house:disputes': 1130,
    });
    expect(await paidBack(intentId)).toEqual([]);
    expect(await refundsOf(intentId)).toEqual([
      'card 1130 failed replaced by bank',
      'bank 1130 paid',
    ]);
    expect(await stockOf(shop, type)).toEqual({ available: 1 });
    const { rows } = await shop.owner.query<{ text: string }>(
      `select text from mails where user_id = $1 and kind = 'disputed_payment' order by created_at desc limit 1`,
      [buyer.userId],
    );
    expect(rows[0]!.text).toContain(
      'A refund of CAD 11.30 that was on its way to you has been closed',
    );
    await expectAgreement(shop);
  });

  test('is closed as far as the bank has paid it, and the rest is still owed', async () => {
    const { buyer, intentId } = await boughtWithInquiry(2);
    shop.sandbox.faults.before = ({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? 500 : undefined;
    await askBack(buyer);
    await takeBackOnly(intentId, 1130);
    shop.sandbox.faults = {};
    await decided(shop, intentId, 'lose');
    // The provider refuses to refund a payment that was disputed.
    expect(await refundsOf(intentId)).toEqual([
      'card 2210 failed replaced by bank',
      'bank 1130 paid',
      'card 1080 failed',
    ]);
    const { rows } = await shop.owner.query<{ id: string; text: string }>(
      `select f.id, m.text from refunds f join payments y on y.id = f.payment_id
       join mails m on m.user_id = y.user_id and m.kind = 'refund_failed'
       where y.intent_id = $1 and f.replaced_by is null and f.state = 'failed'`,
      [intentId],
    );
    expect(rows[0]!.text).toContain('The shop still owes it to you');
    expect((await replace(rows[0]!.id, 'credits')).status).toBe(200);
    await expectAgreement(shop);
  });

  test('that the provider has already paid counts, even if its response was lost before the bank took the money', async () => {
    const { buyer, intentId } = await boughtWithInquiry();
    shop.sandbox.faults.hangUp = ({ method, path }) => method === 'POST' && path === '/v1/refunds';
    expect((await askBack(buyer)).status).toBe('pending');
    shop.sandbox.faults = {};
    await shop.sandbox.takeEvents();
    await decided(shop, intentId, 'escalate');
    // The buyer was paid twice: by the refund and by the bank.
    expect(await movedIn(shop, { buyer }, () => decided(shop, intentId, 'lose'))).toMatchObject({
      'debt of buyer': -1130,
      'house:disputes': 1130,
    });
    expect(await refundsOf(intentId)).toEqual(['card 1130 paid']);
    await expectAgreement(shop);
  });

  test('is not requested while the shop does not know about the dispute', async () => {
    const type = await stockPackType(shop.context, { packs: 1 });
    const buyer = await shop.signUp();
    const intentId = await buyToDispute(shop, buyer, type);
    await purchased(shop, buyer, intentId);
    const asked: string[] = [];
    shop.sandbox.faults.before = ({ method, path }) => {
      if (method === 'POST') asked.push(path);
      return undefined;
    };
    expect((await askBack(buyer)).status).toBe('pending');
    expect(asked).toEqual([]);
    // The shop gets no event about the dispute of the payment either.
    await shop.sandbox.takeEvents();
    expect(await reconcilePayments(shop.context)).toEqual({ done: 1, failed: 0 });
    expect(await stockOf(shop, type)).toEqual({ available: 1 });
    expect(await reconcilePayments(shop.context)).toEqual({ done: 0, failed: 0 });
    expect(await paidBack(intentId)).toEqual([]);
    await decided(shop, intentId, 'win');
    expect(await paidBack(intentId)).toEqual([1130]);
  });

  test('that the provider refuses because of a new dispute waits, and has not failed', async () => {
    const { buyer, intentId } = await boughtWithInquiry();
    shop.context.cardProvider = {
      ...real,
      refund: async (order) => {
        await decide(shop, intentId, 'escalate');
        return real.refund(order);
      },
    };
    expect((await askBack(buyer)).status).toBe('pending');
    shop.context.cardProvider = real;
    expect(await refundsOf(intentId)).toEqual(['card 1130 due']);
    await postAll(shop);
    await decided(shop, intentId, 'win');
    expect(await refundsOf(intentId)).toEqual(['card 1130 paid']);
  });
});

test('credits that were taken back for a refund which the bank has paid are not also a debt', async () => {
  const type = await stockPackType(shop.context, { packs: 1 });
  const buyer = await shop.signUp();
  // The buyer pays 21.20 for 20.00 in credits, and then spends 10.80 of them.
  const intentId = await topUpToDispute(shop, buyer, 20);
  await shop.call('POST', '/packs/purchase', { as: buyer, body: { packId: type } });
  const [topUp] = await transactionsOf(buyer, 'credit_purchase');
  const { body } = await shop.call<Refund>('POST', `/transactions/${topUp!.id}/refund`, {
    as: admin,
    body: { reason: 'Asked for' },
  });
  expect(body.data).toMatchObject({ amount: 9.2, status: 'pending' });
  const change = await movedIn(shop, { buyer }, () => decided(shop, intentId, 'lose'));
  expect(change).toMatchObject({
    'debt of buyer': -1080,
    'house:fees': -120,
    'house:refunds': -920,
    // This is the provider's fee for the dispute.
    'house:dispute_losses': -1500,
  });
  expect(await paidBack(intentId)).toEqual([]);
  await expectAgreement(shop);
});

describe('a refund that the card provider still holds when the bank has taken its payment back', () => {
  /** Makes the bank of an intent's card finish refunds late from now on. */
  async function payRefundsLate(intentId: string): Promise<void> {
    await shop.owner.query(
      `update sandbox.objects m set body = jsonb_set(m.body, '{outcome,refund}', '"paid late"')
       from sandbox.objects i where i.id = $1 and m.id = i.body->>'payment_method'`,
      [intentId],
    );
  }

  /** Sets the final result of an intent's refund at the card's bank. */
  async function finish(intentId: string, end: 'succeeded' | 'failed'): Promise<void> {
    await shop.owner.query(
      `update sandbox.objects set body = jsonb_set(body, '{finishes_as}', to_jsonb($2::text))
       where kind = 'refund' and body->>'payment_intent' = $1`,
      [intentId, end],
    );
    await shop.sandbox.finishRefunds();
    const events = await shop.sandbox.takeEvents();
    for (const event of [...events, ...events]) await post(shop, event);
  }

  async function pendingOf(intentId: string): Promise<string> {
    const { rows } = await shop.owner.query<{ id: string }>(
      `select f.id from refunds f join payments y on y.id = f.payment_id
       where y.intent_id = $1 and f.state in ('pending', 'failed') and f.replaced_by is null`,
      [intentId],
    );
    return rows[0]!.id;
  }

  /**
   * Makes a buyer who pays 21.20 for 20.00 in credits and spends 10.80 of them. While the other credits are being
   * refunded, the bank takes back the whole payment.
   */
  async function creditsLost(): Promise<{ buyer: SignedIn; intentId: string; change: object }> {
    const type = await stockPackType(shop.context, { packs: 1 });
    const buyer = await shop.signUp();
    const { body } = await shop.call<Intent>('POST', '/transactions/credits', {
      as: buyer,
      body: { amount: 20, currency: 'CAD', paymentMethod: 'stripe' },
    });
    const intentId = body.data.paymentIntentId;
    await confirm(shop, body.data, { payment_method: DISPUTING.inquiry });
    await postAll(shop);
    await payRefundsLate(intentId);
    await shop.call('POST', '/packs/purchase', { as: buyer, body: { packId: type } });
    const [topUp] = await transactionsOf(buyer, 'credit_purchase');
    const asked = await shop.call<Refund>('POST', `/transactions/${topUp!.id}/refund`, {
      as: admin,
      body: { reason: 'Asked for' },
    });
    expect(asked.body.data).toMatchObject({ amount: 9.2, status: 'pending' });
    await decided(shop, intentId, 'escalate');
    const change = await movedIn(shop, { buyer }, () => decided(shop, intentId, 'lose'));
    return { buyer, intentId, change };
  }

  test('is not a debt of its owner, and is closed when it fails', async () => {
    const { buyer, intentId, change } = await creditsLost();
    expect(change).toEqual({
      'debt of buyer': -1080,
      'house:fees': -120,
      'house:dispute_losses': -920,
      'house:disputes': 2120,
    });
    await expectAgreement(shop);
    expect(await movedIn(shop, { buyer }, () => finish(intentId, 'failed'))).toEqual({});
    const refundId = await pendingOf(intentId);
    expect(await failedRefund(refundId)).toMatchObject({ canBePaid: false, paidByBank: 9.2 });
    const closed = await movedIn(shop, { buyer }, () => replace(refundId, 'bank'));
    expect(closed).toEqual({ 'house:refunds': -920, 'house:dispute_losses': 920 });
    expect(await paidBack(intentId)).toEqual([]);
    await expectAgreement(shop);
  });

  test('is a debt of its owner when it arrives, because they then have the money twice', async () => {
    const { buyer, intentId } = await creditsLost();
    expect(await movedIn(shop, { buyer }, () => finish(intentId, 'succeeded'))).toEqual({
      'house:refunds': -920,
      'house:card_clearing': 920,
      'debt of buyer': -920,
      'house:dispute_losses': 920,
    });
    expect(await paidBack(intentId)).toEqual([920]);
    const { rows } = await shop.owner.query<{ text: string }>(
      `select text from mails where user_id = $1 and kind = 'refund_owed'`,
      [buyer.userId],
    );
    expect(rows).toEqual([{ text: expect.stringContaining('You owe the shop CAD 9.20') }]);
    const { body } = await shop.call<Questions>('GET', '/admin/money-questions', { as: admin });
    expect(body.data.questions.filter(({ user }) => user?.id === buyer.userId)).toMatchObject([
      { kind: 'refund_owed', amount: 9.2 },
    ]);
    await expectAgreement(shop);

    // After all this, the card's bank returns the refund. An operator closes the refund and waives its owner's debt.
    const { data } = await dashboardOf(shop).refunds.list({ payment_intent: intentId });
    await inTransaction(shop.context.db, (db) => failRefund(db, data[0]!.id));
    await postAll(shop);
    const refundId = await pendingOf(intentId);
    expect(await failedRefund(refundId)).toMatchObject({ canBePaid: false, paidByBank: 9.2 });
    expect((await replace(refundId, 'bank')).status).toBe(200);
    const letOff = await movedIn(shop, { buyer }, () =>
      shop.call('POST', `/users/credits?userId=${buyer.userId}`, {
        as: admin,
        body: { amount: 9.2, reason: 'The refund came back' },
      }),
    );
    expect(letOff).toEqual({ 'house:promotions': -920, 'debt of buyer': 920 });
    await expectAgreement(shop);
  });

  /**
   * Makes a buyer who opens one of two packs and sells its cards, and returns the other pack. While the refund is on
   * its way, the bank takes back a part of the payment.
   */
  async function orderLost(): Promise<Bought & { sold: number; change: object }> {
    const bought = await boughtWithInquiry(2);
    const { buyer, intentId } = bought;
    await payRefundsLate(intentId);
    const { packIds } = await purchased(shop, buyer, intentId);
    await shop.call('POST', `/packs/${packIds[0]!}/open`, { as: buyer });
    const sold = await movedIn(shop, { buyer }, async () => {
      for (const { card, packOpeningId } of await cardsOf(shop, buyer)) {
        const body = { cardId: card.id, packOpeningId };
        expect((await shop.call('POST', '/cards/sell', { as: buyer, body })).status).toBe(200);
      }
    });
    await placedBeforeLimits(shop, buyer);
    expect((await askBack(buyer)).status).toBe('pending');
    await takeBackOnly(intentId, 1100);
    const change = await movedIn(shop, { buyer }, () => decided(shop, intentId, 'lose'));
    return { ...bought, sold: sold['buyer']!, change };
  }

  test('comes before the value of the packs that its owner keeps, and their debt follows it', async () => {
    const { buyer, intentId, sold, change } = await orderLost();
    expect(sold).toBeGreaterThan(20);
    // The buyer's credits pay the debt.
    expect(change).toEqual({
      buyer: -20,
      'house:dispute_losses': -1080,
      'house:disputes': 1100,
    });
    expect(await movedIn(shop, { buyer }, () => finish(intentId, 'succeeded'))).toEqual({
      'house:refunds': -1080,
      'house:card_clearing': 1080,
      buyer: 20 - sold,
      'house:dispute_losses': sold - 20,
    });
    await expectAgreement(shop);
  });

  test('and that fails does not change its owner’s debt', async () => {
    const { buyer, intentId } = await orderLost();
    expect(await movedIn(shop, { buyer }, () => finish(intentId, 'failed'))).toEqual({});
    const closed = await movedIn(shop, { buyer }, async () =>
      replace(await pendingOf(intentId), 'bank'),
    );
    expect(closed).toEqual({ 'house:refunds': -1080, 'house:dispute_losses': 1080 });
    await expectAgreement(shop);
  });

  test('arrives as usual after a win', async () => {
    const { buyer, intentId } = await boughtWithInquiry();
    await payRefundsLate(intentId);
    expect((await askBack(buyer)).status).toBe('pending');
    await decided(shop, intentId, 'escalate');
    await decided(shop, intentId, 'win');
    expect(await movedIn(shop, { buyer }, () => finish(intentId, 'succeeded'))).toEqual({
      'house:refunds': -1130,
      'house:card_clearing': 1130,
    });
    await expectAgreement(shop);
  });
});

describe('the owner of a refund that failed', () => {
  async function mailsOf({ userId }: SignedIn): Promise<{ subject: string; text: string }[]> {
    const { rows } = await shop.owner.query<{ subject: string; text: string }>(
      `select subject, text from mails where user_id = $1 and kind = 'refund_failed'`,
      [userId],
    );
    return rows;
  }

  test('gets one mail about it, however often it is reported', async () => {
    const { buyer, intentId } = await boughtWithInquiry();
    await sendRefundsBack(shop, intentId);
    await askBack(buyer);
    await shop.sandbox.takeEvents();
    await shop.sandbox.finishRefunds();
    const events = await shop.sandbox.takeEvents();
    await Promise.all([...events, ...events].map((event) => post(shop, event)));
    for (const event of events) await post(shop, event);
    expect(await mailsOf(buyer)).toEqual([
      {
        subject: 'Your refund of CAD 11.30 did not arrive',
        text: expect.stringContaining('The shop still owes it to you'),
      },
    ]);
  });

  test('gets one when the card provider refuses it', async () => {
    const { buyer } = await boughtWithInquiry();
    shop.sandbox.faults.before = ({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? 400 : undefined;
    expect((await askBack(buyer)).status).toBe('failed');
    await reconcilePayments(shop.context);
    expect(await mailsOf(buyer)).toHaveLength(1);
  });

  test('reads that the bank has the money, if it has', async () => {
    const { buyer, intentId } = await boughtWithInquiry();
    await sendRefundsBack(shop, intentId);
    await askBack(buyer);
    await decided(shop, intentId, 'escalate');
    await shop.sandbox.finishRefunds();
    await postAll(shop);
    const [mail] = await mailsOf(buyer);
    expect(mail!.text).toContain('Your bank has taken this payment back');
    expect(mail!.text).not.toContain('still owes');
  });
});
