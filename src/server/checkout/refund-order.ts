// Returns sealed packs that were paid by card. The packs go back on sale, and the money goes back to the card.
import { decimalOf } from '#domain/decimals.ts';
import * as rows from '#contract/checkout-refunds.ts';
import { isAdmitted, type Caller } from '#domain/access.ts';
import type { Cents } from '#domain/money.ts';
import { difference } from '#domain/money.ts';
import { packRefund, quoteNextRefund } from '#domain/refund.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { returnBarSentence, wayOfReturn } from '#domain/returns.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { bookTakeBack } from '../card-payments/book-take-back.ts';
import { countCardCall } from '../card-payments/limit-card-calls.ts';
import {
  findPaymentByIntentId,
  findPaymentOf,
  isChargedBack,
} from '../card-payments/payments-queries.ts';
import {
  findNewestRefundOf,
  insertRefund,
  sumRefundsOf,
} from '../card-payments/refunds-queries.ts';
import { payRefundsNow } from '../card-payments/pay-refunds.ts';
import { withPayment } from '../card-payments/with-payment.ts';
import { freeTicketsOf } from '../drops/tickets-queries.ts';
import { lockSealedPacks } from '../stock/places-queries.ts';
import type { Transaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { refundTopUp } from '../wallet/refund-top-up.ts';
import { findReturnCase, lockReturns } from '../wallet/returns-queries.ts';
import { findTransaction } from '../wallet/transactions-queries.ts';
import { refundOf } from '../wallet/show-refund.ts';
import { findOrder, publishRefunded } from './orders-queries.ts';
import { choosePacks, countType, returnPacks } from './take-back-order.ts';

/** The packs of an order to return. If `packs` is null, these are all sealed packs. */
type Asked = {
  amount: Cents | null;
  reason: string;
  packs: { packTypeId: string; quantity: number; unopened: number }[] | null;
  /** The secrets of the buyer's packs of a drop, or null if an operator makes the return. */
  secrets: string[] | null;
};

/**
 * Returns all sealed packs of an order. If no sealed pack is left, responds with the newest refund, so that the request
 * can be repeated.
 */
export const refundTransaction = handler(
  rows.refundTransaction,
  async (context, caller, { id, amount = null, reason, secrets = [] }) => {
    const payment = await findRefundable(context, caller, id);
    const isOwn = payment.userId === caller.userId;
    if (isOwn) await countCardCall(context, caller.userId);
    if (payment.purpose === 'top_up') {
      await refundTopUp(context, caller, payment, { amount, reason });
    } else {
      const asked = { amount, reason, packs: null, secrets: isOwn ? secrets : null };
      await withPayment(context, payment, (inside) => takeBack(inside, caller, payment, asked));
    }
    return payBack(context, caller, payment);
  },
);

/** Returns some packs of an order. An operator enters the number of packs of each type. */
export const refundPacks = handler(
  rows.refundPacks,
  async (context, caller, { id, packs, reason }) => {
    const payment = await findPaymentOf(context.db, 'order', id);
    if (payment === null) {
      if ((await findOrder(context.db, id)) === null) throw new Rejection('NOT_FOUND');
      throw new Rejection('INVALID_TRANSITION', NOT_BY_CARD);
    }
    checkRefundable(context, payment);
    await withPayment(context, payment, (inside) =>
      takeBack(inside, caller, payment, { amount: null, reason, packs, secrets: null }),
    );
    return payBack(context, caller, payment);
  },
);

/** Pays a stored refund, if the provider can be reached. */
async function payBack(context: Context, caller: Caller, payment: Payment) {
  await payRefundsNow(context, payment);
  const refund = await findNewestRefundOf(context.db, payment.id);
  assert(refund !== null, 'what was taken back is owed');
  context.log.info(
    { event: 'refund_started', by: caller.userId, refundId: refund.id },
    'A buyer or operator began a refund to a card',
  );
  return refundOf(context.db, refund);
}

const NOT_BY_CARD = 'Only packs that were paid by card and are not opened can be refunded';

export async function findRefundable(
  context: Context,
  caller: Caller,
  id: string,
): Promise<Payment> {
  const { db } = context;
  const transaction = await findTransaction(db, id);
  const isOperator = isAdmitted(caller.rights, 'money');
  const isTheirs = transaction !== null && (transaction.user_id === caller.userId || isOperator);
  if (!isTheirs) throw new Rejection('NOT_FOUND');
  const isMeant =
    transaction.kind === 'pack_purchase' || (transaction.kind === 'credit_purchase' && isOperator);
  const payment =
    isMeant && transaction.intent_id !== null
      ? await findPaymentByIntentId(db, transaction.intent_id)
      : null;
  // Packs that were paid with credits can't be returned, because they are opened immediately.
  if (payment === null) throw new Rejection('INVALID_TRANSITION', NOT_BY_CARD);
  checkRefundable(context, payment);
  return payment;
}

function checkRefundable({ cardProvider }: Context, { state }: Payment): void {
  if (state !== 'succeeded' || cardProvider === null) {
    throw new Rejection('INVALID_TRANSITION', NOT_BY_CARD);
  }
}

async function takeBack(
  context: Context<Transaction>,
  caller: Caller,
  payment: Payment,
  { amount, reason, packs: asked, secrets }: Asked,
): Promise<void> {
  const { db } = context;
  // Load what decides the refund.
  const [disputed, newest, refunded, order, sealed] = await Promise.all([
    isChargedBack(db, payment.id),
    findNewestRefundOf(db, payment.id),
    sumRefundsOf(db, payment.id),
    findOrder(db, payment.subjectId),
    lockSealedPacks(db, payment.subjectId, 'sold'),
  ]);
  assert(order !== null, 'a payment for an order has its order');
  if (sealed.length === 0 && newest !== null && asked === null) {
    checkAmount(amount ?? newest.amount, newest.amount);
    return;
  }
  // The bank has taken the money back, for good or until it decides the dispute.
  if (disputed) throw new Rejection('DISPUTED');

  // Decide the packs and the amount.
  const unopened = order.lines
    .map(({ packTypeId }) => ({ packTypeId, count: countType(sealed, packTypeId) }))
    .filter(({ count }) => count > 0);
  const packs = asked === null ? unopened : chosen(asked, unopened);
  const left = difference(payment.amount, refunded);
  const quote = quoteNextRefund(order.quote, order.lines, packs, left, {
    of: order.singles,
    back: [],
  });
  if (quote.total === 0) {
    throw new Rejection(
      'INVALID_TRANSITION',
      packs.length === 0
        ? 'All packs of this purchase are opened'
        : 'Nothing was paid for these packs',
    );
  }
  checkAmount(amount ?? quote.total, quote.total);
  const isByButton = secrets !== null && (await checkReturn(db, order.id));

  // Store the refund and the returned packs.
  if (secrets !== null) await freeTickets(db, order.id, secrets);
  const refundId = await insertRefund(db, payment.id, quote.total, reason, isByButton);
  await Promise.all([
    returnPacks(db, order.id, choosePacks(sealed, packs), packs),
    bookTakeBack(db, payment, refundId, packRefund(quote)),
  ]);
  publishRefunded(db, {
    orderId: order.id,
    userId: payment.userId,
    amount: quote.total,
    to: 'card',
    packs: packs.map(({ packTypeId, count }) => ({
      packTypeId,
      quantity: count,
    })),
    cardIds: [],
  });
  if (payment.userId === caller.userId) return;
  await recordAuditEntry(context, caller, {
    action: 'refund_order',
    subject: { kind: 'order', id: order.id },
    after: {
      amount: decimalOf(quote.total),
      packs: packs.reduce((total, { count }) => total + count, 0),
    },
  });
}

/**
 * Rejects if the buyer may not make the return. Returns whether the buyer returns by the button, which needs no
 * approval.
 */
async function checkReturn(db: Transaction, orderId: string): Promise<boolean> {
  await lockReturns(db);
  const way = wayOfReturn(await findReturnCase(db, orderId));
  if (way.way !== 'open') throw new Rejection('INVALID_TRANSITION', returnBarSentence(way));
  return way.basis === 'hour';
}

/**
 * Frees the tickets of returned packs of a drop, because the packs are sold again. The tickets' secrets are published
 * in the log, so that everybody can check why the packs may be sold again. If a secret is missing, rejects.
 */
async function freeTickets(db: Transaction, orderId: string, secrets: string[]): Promise<void> {
  const left = await freeTicketsOf(db, orderId, secrets);
  if (left === 0) return;
  throw new Rejection(
    'INVALID_TRANSITION',
    'Returning a pack of a drop takes the secret made by the browser that bought it, and ' +
      `it is missing for ${left === 1 ? 'one pack' : `${left} packs`}. ` +
      'Please use that browser, or write to the shop.',
  );
}

/**
 * Rejects if packs were opened or returned since the operator's page was loaded, or if the operator
 * clicked twice.
 */
function chosen(
  asked: NonNullable<Asked['packs']>,
  unopened: { packTypeId: string; count: number }[],
): { packTypeId: string; count: number }[] {
  const isAsSeen = asked.every(
    (one) =>
      one.unopened === (unopened.find((is) => is.packTypeId === one.packTypeId)?.count ?? 0) &&
      one.quantity <= one.unopened,
  );
  if (!isAsSeen) {
    throw new Rejection(
      'INVALID_TRANSITION',
      'This order has changed in the meantime. Please look again.',
    );
  }
  return asked.map(({ packTypeId, quantity }) => ({ packTypeId, count: quantity }));
}

function checkAmount(expected: Cents, actual: Cents): void {
  if (expected !== actual) {
    throw new Rejection('AMOUNT_MISMATCH', 'This is not what these packs cost');
  }
}
