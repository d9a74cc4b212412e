// Tests returns of unopened packs over HTTP. The provider's SDK talks to the sandbox.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { StockedPackDetail } from '#contract/admin-stock.ts';
import type { listOrders, showOrder } from '#contract/checkout-admin.ts';
import type { refundTransaction } from '#contract/checkout-refunds.ts';
import type * as wallet from '#contract/wallet.ts';
import type * as z from 'zod/mini';
import { reconcilePayments } from '../card-payments/reconcile-payments.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import {
  begunPayment,
  confirm,
  placedBeforeLimits,
  postAll,
  purchased,
  stockOf,
} from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';

type Refund = z.input<typeof refundTransaction.reply>;
type OrderList = z.input<typeof listOrders.reply>;
type OrderDetail = z.input<typeof showOrder.reply>;
type List = z.input<typeof wallet.listTransactions.reply>;
type Detail = z.input<typeof wallet.showTransaction.reply>;

const shop = useTestApp({}, { cards: true });
let admin: SignedIn;
let moderator: SignedIn;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
  moderator = await shop.signUp({ role: 'moderator' });
});

const transactionsOf = async (as: SignedIn) =>
  (await shop.call<List>('GET', '/transactions', { as })).body.data.transactions;

const refund = (as: SignedIn, id: string, body: object = {}) =>
  shop.call<Refund>('POST', `/transactions/${id}/refund`, {
    as,
    body: { reason: 'Changed my mind', ...body },
  });

type Bought = { buyer: SignedIn; packTypeId: string; packIds: string[]; transactionId: string };

/**
 * Makes a buyer who paid by card for two packs of CAD 10.00. They cost 20.00, plus taxes of 1.60 and a card fee of
 * 0.50. `isFromBefore`: the order is from the time when opening one pack of an order did not yet prevent the return of
 * the others.
 */
async function boughtTwo({ isFromBefore = false } = {}): Promise<Bought> {
  const packTypeId = await stockPackType(shop.context, { packs: 3, purchaseLimit: 2 });
  const buyer = await shop.signUp();
  const intent = await begunPayment(shop, buyer, packTypeId, { quantity: 2 });
  await confirm(shop, intent);
  const { packIds } = await purchased(shop, buyer, intent.paymentIntentId);
  if (isFromBefore) await placedBeforeLimits(shop, buyer);
  await postAll(shop);
  const [transaction] = await transactionsOf(buyer);
  return { buyer, packTypeId, packIds, transactionId: transaction!.id };
}

const openPack = (as: SignedIn, packId: string) =>
  shop.call('POST', `/packs/${packId}/open`, { as });

describe('a refund of packs that were bought with a discount code', () => {
  /** Buys two packs of CAD 10.00 by card, with a discount code of this many percent. */
  async function boughtWith(percent: number) {
    const code = `REFUND-${randomUUID().slice(0, 8).toUpperCase()}`;
    await shop.owner.query(
      'insert into discount_codes (code, percent, is_free) values ($1, $2, true)',
      [code, percent],
    );
    const packTypeId = await stockPackType(shop.context, { packs: 2, purchaseLimit: 2 });
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, packTypeId, { quantity: 2, discountCode: code });
    await confirm(shop, intent);
    const { packIds } = await purchased(shop, buyer, intent.paymentIntentId);
    await postAll(shop);
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from orders where user_id = $1',
      [buyer.userId],
    );
    return { buyer, code, packTypeId, packIds, orderId: rows[0]!.id };
  }

  const giveOne = (orderId: string, packTypeId: string, unopened: number) =>
    shop.call<Refund>('POST', `/admin/orders/${orderId}/refund`, {
      as: admin,
      body: { packs: [{ packTypeId, quantity: 1, unopened }], reason: 'Dented' },
    });

  test('is based on the payment, even if the code’s value has changed since', async () => {
    const { code, packTypeId, orderId } = await boughtWith(33);
    // In earlier versions of the shop, a code's value could change after orders had used the code. The test changes the
    // value while triggers are off.
    await shop.owner.query(`
      set session_replication_role = replica;
      update discount_codes set percent = 90 where code = '${code}';
      set session_replication_role = default`);
    // The buyer paid 14.97, which is 20.00 less a discount of 6.60, plus tax of 1.07 and a card fee of 0.50.
    expect((await giveOne(orderId, packTypeId, 2)).body.data).toMatchObject({ amount: 7.24 });
    expect((await giveOne(orderId, packTypeId, 1)).body.data).toMatchObject({ amount: 7.73 });
    expect(await stockOf(shop, packTypeId)).toEqual({ available: 2 });
  });

  test('names them on its credit note and in its mail', async () => {
    const { buyer, packTypeId, orderId } = await boughtWith(10);
    await giveOne(orderId, packTypeId, 2);
    const [refunded, bought] = await transactionsOf(buyer);
    expect(bought!.description).toMatch(/^2 x /);
    const one = bought!.description!.replace('2 x ', '1 x ');
    expect(refunded!.description).toBe(one);
    const { rows } = await shop.owner.query(
      `select facts ->> 'description' as said from mails where user_id = $1 and kind = 'refund'`,
      [buyer.userId],
    );
    expect(rows).toEqual([{ said: one }]);
  });

  test('for a code that paid their whole price says so; a refund of all returns the card fee too', async () => {
    const { buyer, packTypeId, packIds, orderId } = await boughtWith(100);
    const refused = await giveOne(orderId, packTypeId, 2);
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'INVALID_TRANSITION', message: 'Nothing was paid for these packs' },
    ]);
    const [bought] = await transactionsOf(buyer);
    const all = await refund(buyer, bought!.id);
    expect(all.body.data).toMatchObject({ amount: 0.5, status: 'completed' });
    expect(packIds).toHaveLength(2);
    expect(await stockOf(shop, packTypeId)).toEqual({ available: 2 });
  });
});

describe('a refund of unopened packs', () => {
  test('returns the whole payment if none was opened, and the packs go on sale again', async () => {
    const { buyer, packTypeId, packIds, transactionId } = await boughtTwo();
    const { rows: before } = await shop.owner.query<{ rank: number }>(
      'select rank from places where id = any ($1) order by id',
      [packIds],
    );
    const { status, body } = await refund(buyer, transactionId, { amount: 22.1 });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: expect.any(String),
      transactionId,
      amount: 22.1,
      status: 'completed',
      failureReason: null,
      reason: 'Changed my mind',
      estimatedDays: 3,
      createdAt: expect.any(String),
    });
    expect(await stockOf(shop, packTypeId)).toEqual({ available: 3 });
    const { rows: after } = await shop.owner.query<{ rank: number }>(
      'select rank from places where id = any ($1) order by id',
      [packIds],
    );
    expect(after).not.toEqual(before);
    expect((await openPack(buyer, packIds[0]!)).status).toBe(404);

    const seen = await transactionsOf(buyer);
    expect(seen.map((one) => [one.type, one.amount, one.status, one.paymentMethod])).toEqual([
      ['refund', 22.1, 'completed', 'stripe'],
      ['pack_purchase', -22.1, 'completed', 'stripe'],
    ]);
    expect(seen[0]!.id).toBe(body.data.id);
    expect(seen[0]!.paymentId).toBe(seen[1]!.paymentId);
    // Returned packs no longer count against the purchase limit.
    await begunPayment(shop, buyer, packTypeId, { quantity: 2 });
  });

  test('returns price and tax of the rest if one was opened', async () => {
    const { buyer, packTypeId, packIds, transactionId } = await boughtTwo({ isFromBefore: true });
    await openPack(buyer, packIds[0]!);
    const whole = await refund(buyer, transactionId, { amount: 22.1 });
    expect([whole.status, whole.body.error.code]).toEqual([400, 'AMOUNT_MISMATCH']);
    const { body } = await refund(buyer, transactionId);
    expect(body.data).toMatchObject({ amount: 10.8, status: 'completed' });
    expect(await stockOf(shop, packTypeId)).toEqual({ available: 2, opened: 1 });
  });

  test('is possible as long as packs are unopened, and is shown beside the payment', async () => {
    const { buyer, packIds, transactionId } = await boughtTwo({ isFromBefore: true });
    const told = async () =>
      (await shop.call<Detail>('GET', `/transactions/${transactionId}`, { as: buyer })).body.data;
    expect(await told()).toMatchObject({ refundablePacks: 2, refunds: [] });
    await openPack(buyer, packIds[0]!);
    expect(await told()).toMatchObject({ refundablePacks: 1, refunds: [] });
    const { body } = await refund(buyer, transactionId);
    expect(await told()).toMatchObject({
      refundablePacks: 0,
      refunds: [{ id: body.data.id, type: 'refund', amount: 10.8, status: 'completed' }],
    });

    const opener = await boughtTwo();
    for (const packId of opener.packIds) await openPack(opener.buyer, packId);
    const opened = await shop.call<Detail>('GET', `/transactions/${opener.transactionId}`, {
      as: opener.buyer,
    });
    expect(opened.body.data).toMatchObject({ refundablePacks: 0, refunds: [] });
  });

  test('after other packs of the order were opened is flagged for operators', async () => {
    const { buyer: sifter, packIds, transactionId } = await boughtTwo({ isFromBefore: true });
    await openPack(sifter, packIds[0]!);
    await refund(sifter, transactionId);
    const { buyer: honest, transactionId: other, packTypeId } = await boughtTwo();
    await refund(honest, other);
    // Other buyers open the returned packs later. Their openings must not flag the returns.
    for (const quantity of [2, 1]) {
      const as = await shop.signUp(50);
      await shop.call('POST', '/packs/purchase', { as, body: { packId: packTypeId, quantity } });
    }

    const list = async (query: string) => {
      const { body } = await shop.call<OrderList>('GET', `/admin/orders?limit=100${query}`, {
        as: moderator,
      });
      return body.data.orders;
    };
    const [flagged] = await list(`&search=${sifter.email}`);
    expect(flagged).toMatchObject({ state: 'refunded', openedBeforeRefund: 1 });
    expect((await list(`&search=${honest.email}`))[0]).toMatchObject({
      state: 'refunded',
      openedBeforeRefund: 0,
    });
    const flaggedBuyers = (await list('&flag=opened_before_refund')).map(({ user }) => user.id);
    expect(flaggedBuyers).toContain(sifter.userId);
    expect(flaggedBuyers).not.toContain(honest.userId);
    const { body } = await shop.call<OrderDetail>('GET', `/admin/orders/${flagged!.id}`, {
      as: moderator,
    });
    expect(body.data.openedBeforeRefund).toBe(1);
    const wrong = await shop.call('GET', '/admin/orders?flag=late', { as: moderator });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('is in the history of each pack, after its sale', async () => {
    const { buyer, packIds, transactionId } = await boughtTwo();
    await refund(buyer, transactionId);
    const { body } = await shop.call<StockedPackDetail>('GET', `/admin/stock/packs/${packIds[0]}`, {
      as: moderator,
    });
    expect(body.data).toMatchObject({ state: 'available', buyer: null });
    expect(body.data.moves.map(({ move }) => move)).toEqual(['taken_in', 'sold', 'returned']);
    expect(body.data.moves[1]!.orderId).toBe(body.data.moves[2]!.orderId);
  });

  test('requested again, and many times at once, is the same refund', async () => {
    const { buyer, transactionId } = await boughtTwo();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => refund(buyer, transactionId)),
    );
    expect(new Set(responses.map((response) => response.body.data.id)).size).toBe(1);
    const { rows } = await shop.owner.query(
      `select count(*)::int as refunds from refunds where id = $1`,
      [responses[0]!.body.data.id],
    );
    expect(rows).toEqual([{ refunds: 1 }]);
    expect(await transactionsOf(buyer)).toHaveLength(2);
    const other = await refund(buyer, transactionId, { amount: 1 });
    expect(other.body.error.code).toBe('AMOUNT_MISMATCH');
  });

  test('waits if the card provider is unreachable, and is paid later under the same id', async () => {
    const { buyer, transactionId } = await boughtTwo();
    shop.sandbox.faults.before = ({ path }) => (path === '/v1/refunds' ? 500 : undefined);
    const { body } = await refund(buyer, transactionId);
    shop.sandbox.faults.before = () => {};
    expect(body.data.status).toBe('pending');
    expect((await transactionsOf(buyer))[0]).toMatchObject({
      id: body.data.id,
      type: 'refund',
      amount: 22.1,
      status: 'pending',
      processedAt: null,
    });
    const { body: pending } = await shop.call<List>('GET', '/transactions?status=pending', {
      as: buyer,
    });
    expect(pending.data.pagination.total).toBe(1);
    await reconcilePayments(shop.context);
    const paid = await shop.call<Refund>('GET', `/transactions/refunds/${body.data.id}`, {
      as: buyer,
    });
    expect(paid.body.data).toEqual({ ...body.data, status: 'completed' });
    expect((await transactionsOf(buyer))[0]).toMatchObject({
      id: body.data.id,
      status: 'completed',
    });
  });

  test('is refused if everything was opened, or was paid with credits', async () => {
    const { buyer, packIds, transactionId } = await boughtTwo();
    for (const packId of packIds) await openPack(buyer, packId);
    const opened = await refund(buyer, transactionId);
    expect([opened.status, opened.body.error]).toMatchObject([
      409,
      { code: 'INVALID_TRANSITION', message: 'All packs of this purchase are opened' },
    ]);
    const rich = await shop.signUp(5);
    const [bonus] = await transactionsOf(rich);
    const never = await refund(rich, bonus!.id);
    expect([never.status, never.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  });

  test('races with an opening: each pack is opened or returned, never both', async () => {
    const { buyer, packTypeId, packIds, transactionId } = await boughtTwo({ isFromBefore: true });
    const [opened, given] = await Promise.all([
      openPack(buyer, packIds[0]!),
      refund(buyer, transactionId),
    ]);
    expect(given.status).toBe(200);
    expect(given.body.data.amount).toBe(opened.status === 200 ? 10.8 : 22.1);
    expect(await stockOf(shop, packTypeId)).toEqual(
      opened.status === 200 ? { available: 2, opened: 1 } : { available: 3 },
    );
  });

  test('is for its buyer and for admins; moderators can only view it', async () => {
    const { transactionId } = await boughtTwo();
    for (const as of [await shop.signUp(), moderator]) {
      const refused = await refund(as, transactionId);
      expect([refused.status, refused.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    const { body } = await refund(admin, transactionId, { reason: 'Damaged box' });
    const path = `/transactions/refunds/${body.data.id}`;
    expect((await shop.call<Refund>('GET', path, { as: moderator })).body.data).toEqual(body.data);
    for (const [as, id] of [
      [await shop.signUp(), body.data.id],
      [moderator, randomUUID()],
    ] as const) {
      const missing = await shop.call('GET', `/transactions/refunds/${id}`, { as });
      expect([missing.status, missing.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});
