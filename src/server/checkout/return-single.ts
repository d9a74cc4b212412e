// Takes back singles that a user bought and that have not left. The price goes back as it was paid:
// to the card, or as bought and earned credits, in the amounts that were spent of each
// (`bought_part`).
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/checkout-refunds.ts';
import { decimalOf } from '#domain/decimals.ts';
import { singleReturned } from '#domain/ledger.ts';
import { difference, sum, ZERO, type Cents } from '#domain/money.ts';
import { netOf } from '#domain/pricing.ts';
import { packRefund, quoteNextRefund, type GivenBack, type RefundQuote } from '#domain/refund.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { wayOfSingleReturn, type SingleReturnWay } from '#domain/single-returns.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { bookTakeBack } from '../card-payments/book-take-back.ts';
import { countCardCall } from '../card-payments/limit-card-calls.ts';
import { payRefundsNow, tellOfRefund } from '../card-payments/pay-refunds.ts';
import { findPaymentOf, isChargedBack } from '../card-payments/payments-queries.ts';
import { insertRefund, sumRefundsOf } from '../card-payments/refunds-queries.ts';
import { withPayment } from '../card-payments/with-payment.ts';
import { handler } from '../http/handler.ts';
import { lockAccountToSpend } from '../ledger/ledger-accounts-queries.ts';
import { postJournal } from '../ledger/post.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { findAskedPrice } from '../singles/asked-price.ts';
import { returnBoughtCards } from '../stock/physical-cards-queries.ts';
import { findPaidTransactionId } from '../wallet/transactions-queries.ts';
import {
  findBoughtSingle,
  findBuyerOfSingles,
  findGivenBack,
  markSinglesRefunded,
  type BoughtSingleRow,
} from './order-singles-queries.ts';
import { findOrder, publishRefunded, type PlacedOrder } from './orders-queries.ts';
import { singleOf } from './take-back-order.ts';

type To = 'card' | 'balance';

const toOf = ({ payment_method: method }: Pick<BoughtSingleRow, 'payment_method'>): To =>
  method === 'balance' ? 'balance' : 'card';

export const showSingleReturn = handler(
  rows.showSingleReturn,
  async (context, { userId }, { id }) => {
    const { db } = context;
    const bought = await findBoughtSingle(db, userId, id);
    if (bought === null) throw new Rejection('CARD_NOT_FOUND');
    if (bought.status !== 'available') throw new Rejection('CARD_NOT_AVAILABLE', NOT_HERE);
    const way = await wayOf(context, bought);
    const to = toOf(bought);
    if (way.way === 'closed') {
      return { way: 'closed', amount: null, until: null, isAtPaid: false, to } as const;
    }
    const order = await findOrder(db, bought.order_id);
    assert(order !== null, 'a bought single has its order');
    const { total } = quoteOf(order, order.quote.total, [
      { houseCardId: bought.house_card_id, goods: way.goods },
    ]);
    const until = new Date(way.untilMs);
    return { way: 'open', amount: total, until, isAtPaid: way.isAtPaid, to } as const;
  },
);

/** Returns one single at its current return price. */
export const returnSingle = handler(
  rows.returnSingle,
  async (context, caller, { id, amount = null }) => {
    const { userId } = caller;
    const known = await findBoughtSingle(context.db, userId, id);
    if (known === null) throw new Rejection('CARD_NOT_FOUND');
    const to = toOf(known);
    if (to === 'card') await countCardCall(context, userId);
    const total = await withOrder(context, known.order_id, userId, async (inside, payment) => {
      const bought = await findBoughtSingle(inside.db, userId, id);
      assert(bought !== null, 'a bought single stays its buyer’s');
      const order = await findOrder(inside.db, bought.order_id);
      assert(order !== null, 'a bought single has its order');
      if (bought.status === 'returned') return null;
      // A dispute locks the card, too. This check comes first, so that the buyer reads of the
      // dispute.
      await refuseIfChargedBack(inside.db, payment);
      if (bought.status !== 'available') throw new Rejection('CARD_NOT_AVAILABLE', NOT_HERE);
      const way = await wayOf(inside, bought);
      if (way.way === 'closed') throw new Rejection('INVALID_TRANSITION', CLOSED);
      const back = [{ houseCardId: bought.house_card_id, goods: way.goods }];
      const asked = { order, back, seen: amount, reason: 'Returned by its buyer' };
      return giveBack(inside, userId, payment, asked);
    });
    return { amount: total ?? (await findGivenBack(context.db, id)) ?? ZERO, to };
  },
);

const NOT_HERE = 'Only a single that is still here, and that nothing waits for, can be returned';
const CLOSED = 'The time to return this card is over. Please write to the shop.';

/** An operator takes back some singles of an order. Their buyer gets what they paid. */
export const refundSingles = handler(
  rows.refundSingles,
  async (context, caller, { id, cardIds, reason }) => {
    const userId = await findBuyerOfSingles(context.db, id);
    if (userId === null) throw new Rejection('NOT_FOUND');
    return withOrder(context, id, userId, async (inside, payment) => {
      const order = await findOrder(inside.db, id);
      assert(order !== null, 'an order of singles is an order');
      await refuseIfChargedBack(inside.db, payment);
      const back = order.singles
        .filter(({ newCardId, refunded }) => refunded === null && cardIds.includes(newCardId))
        .map((one) => ({ houseCardId: one.houseCardId, goods: netOf(one) }));
      if (back.length < new Set(cardIds).size) throw new Rejection('INVALID_TRANSITION', NOT_HERE);
      const amount = await giveBack(inside, userId, payment, { order, back, seen: null, reason });
      await recordAuditEntry(inside, caller, {
        action: 'refund_singles',
        subject: { kind: 'order', id },
        after: { amount: decimalOf(amount), cards: back.length, reason },
      });
      return { amount, to: payment === null ? ('balance' as const) : ('card' as const) };
    });
  },
);

async function refuseIfChargedBack(db: Transaction, payment: Payment | null): Promise<void> {
  if (payment !== null && (await isChargedBack(db, payment.id))) throw new Rejection('DISPUTED');
}

/** Runs `work` with the buyer's account locked, and the card payment of the order if it has one. Then pays refunds. */
async function withOrder<Result>(
  context: Context,
  orderId: string,
  userId: string,
  work: (inside: Context<Transaction>, payment: Payment | null) => Promise<Result>,
): Promise<Result> {
  const known = await findPaymentOf(context.db, 'order', orderId);
  if (known === null) {
    return inTransaction(context.db, async (db) => {
      await lockAccountToSpend(db, userId);
      return work({ ...context, db }, null);
    });
  }
  if (known.state !== 'succeeded') throw new Rejection('INVALID_TRANSITION', NOT_HERE);
  const result = await withPayment(context, known, (inside, payment) => work(inside, payment));
  await payRefundsNow(context, known);
  return result;
}

/** How a buyer can return a single now. If its price was refunded outside the shop, they can't. */
async function wayOf(
  context: Pick<Context, 'db' | 'now'>,
  bought: BoughtSingleRow,
): Promise<SingleReturnWay> {
  if (bought.refunded !== null) return { way: 'closed' };
  return wayOfSingleReturn({
    nowMs: context.now().getTime(),
    boughtAtMs: bought.bought_at.getTime(),
    paid: bought.paid,
    asked: await findAskedPrice(context.db, bought.card_id, bought.condition),
    withdrawalDays: bought.withdrawal_days,
  });
}

/**
 * Quotes the refund of singles, with their share of the taxes. `left` is the most that can still be
 * refunded.
 */
function quoteOf(order: PlacedOrder, left: Cents, back: GivenBack[]): RefundQuote {
  return quoteNextRefund(order.quote, order.lines, [], left, { of: order.singles, back });
}

type GiveBack = { order: PlacedOrder; back: GivenBack[]; seen: Cents | null; reason: string };

/**
 * Returns singles of an order to the house, and refunds their price to the buyer. Returns the
 * amount.
 */
async function giveBack(
  context: Context<Transaction>,
  userId: string,
  payment: Payment | null,
  { order, back, seen, reason }: GiveBack,
): Promise<Cents> {
  const { db } = context;
  const singles = back.map((one) => ({ ...singleOf(order, one), goods: one.goods }));
  const returned = await returnBoughtCards(
    db,
    singles.map(({ newCardId }) => newCardId),
  );
  if (returned.length < singles.length) throw new Rejection('INVALID_TRANSITION', NOT_HERE);
  const amount =
    payment === null
      ? await giveCreditsBack(context, userId, order, singles)
      : await refundToCard(context, payment, { order, back, reason, singles });
  if (seen !== null && seen !== amount) throw new Rejection('AMOUNT_MISMATCH');
  publishRefunded(db, {
    orderId: order.id,
    userId,
    amount,
    to: payment === null ? 'balance' : 'card',
    packs: [],
    cardIds: singles.map(({ newCardId }) => newCardId),
  });
  return amount;
}

type Single = PlacedOrder['singles'][number] & { goods: Cents };

/** Refunds singles in credits. Each single gets a journal, because each is refunded only once. */
async function giveCreditsBack(
  context: Context<Transaction>,
  userId: string,
  order: PlacedOrder,
  singles: Single[],
): Promise<Cents> {
  const { db } = context;
  const purchaseId = await findPaidTransactionId(db, order.id, order.id);
  assert(purchaseId !== null, 'a paid order has its journal');
  let before = order;
  let total = ZERO;
  for (const { houseCardId, newCardId, name, goods } of singles) {
    const quote = quoteOf(before, order.quote.total, [{ houseCardId, goods }]);
    const id = randomUUID();
    // oxlint-disable-next-line no-await-in-loop -- The credits come back one single after the other.
    await markSinglesRefunded(db, [{ newCardId, goods, taxes: quote.taxes, refundId: null }]);
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as above.
    await postJournal(db, {
      id,
      kind: 'refund',
      referenceId: newCardId,
      userId,
      description: name,
      // The reference makes this refund return bought and earned credits as the purchase spent
      // them.
      reference: purchaseId,
      transfers: singleReturned(userId, quote),
    });
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as above.
    await tellOfRefund(
      context,
      { userId, description: name },
      { id, amount: quote.total },
      'balance',
    );
    total = sum(total, quote.total);
    before = {
      ...before,
      singles: before.singles.map((one) =>
        one.houseCardId === houseCardId ? { ...one, refunded: goods } : one,
      ),
    };
  }
  return total;
}

async function refundToCard(
  { db }: Context<Transaction>,
  payment: Payment,
  { order, back, reason, singles }: Omit<GiveBack, 'seen'> & { singles: Single[] },
): Promise<Cents> {
  const left = difference(payment.amount, await sumRefundsOf(db, payment.id));
  const quote = quoteOf(order, left, back);
  const refundId =
    quote.total === 0 ? null : await insertRefund(db, payment.id, quote.total, reason);
  await markSinglesRefunded(
    db,
    singles.map(({ newCardId, goods }) => ({ newCardId, goods, taxes: null, refundId })),
  );
  if (refundId !== null) await bookTakeBack(db, payment, refundId, packRefund(quote));
  return quote.total;
}
