// Giving back packs that were paid by card and never opened: they go back on sale, the money to the card.
import { decimalOf } from '#domain/decimals.ts';
import * as rows from '#contract/checkout-refunds.ts';
import type { Input } from '#contract/endpoint.ts';
import { isAdmitted, type Caller } from '#domain/access.ts';
import { packRefund, quoteRefund } from '#domain/refund.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { countCardCall } from '../card-payments/limit-card-calls.ts';
import { findPaymentByIntentId, isDisputed } from '../card-payments/payments-queries.ts';
import { findRefundOf, insertRefund } from '../card-payments/refunds-queries.ts';
import { payRefundNow, withPayment } from '../card-payments/settle.ts';
import { lockSealedPacks, returnPacksToSale } from '../catalogue/physical-packs-queries.ts';
import type { Transaction } from '../database/database.ts';
import { verb } from '../http/verb.ts';
import { postJournal } from '../ledger/post.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { findTransaction } from '../wallet/transactions-queries.ts';
import { refundOf } from '../wallet/show-refund.ts';
import { findOrder, addRefundedPacks } from './orders-queries.ts';

/** A payment is refunded once; asking again answers the same refund. */
export const refundTransaction = verb(rows.refundTransaction, async (context, caller, input) => {
  const payment = await findRefundable(context, caller, input.id);
  if (payment.userId === caller.userId) await countCardCall(context, caller.userId);
  await withPayment(context, payment, (inside) => takeBack(inside, caller, payment, input));
  await payRefundNow(context, payment);
  const refund = await findRefundOf(context.db, payment.id);
  assert(refund !== null, 'what was taken back is owed');
  context.log.info({ by: caller.userId, refundId: refund.id }, 'Packs taken back');
  return refundOf(context.db, refund);
});

async function findRefundable(context: Context, caller: Caller, id: string): Promise<Payment> {
  const { db } = context;
  const transaction = await findTransaction(db, id);
  const isTheirs =
    transaction !== null &&
    (transaction.user_id === caller.userId || isAdmitted(caller.role, 'admin'));
  if (!isTheirs) throw new Rejection('NOT_FOUND');
  const payment =
    transaction.kind === 'pack_purchase' && transaction.intent_id !== null
      ? await findPaymentByIntentId(db, transaction.intent_id)
      : null;
  // Packs that were paid with credits are opened at once.
  if (payment === null || payment.state !== 'succeeded' || context.cardProvider === null) {
    throw new Rejection(
      'INVALID_TRANSITION',
      'Only packs that were paid by card and are not opened can be refunded',
    );
  }
  return payment;
}

async function takeBack(
  context: Context<Transaction>,
  caller: Caller,
  payment: Payment,
  { amount, reason }: Input<typeof rows.refundTransaction>,
): Promise<void> {
  const { db } = context;
  // Load.
  const [disputed, known, order, packs] = await Promise.all([
    isDisputed(db, payment.id),
    findRefundOf(db, payment.id),
    findOrder(db, payment.subjectId),
    lockSealedPacks(db, payment.subjectId),
  ]);
  if (known !== null) {
    checkAmount(amount ?? known.amount, known.amount);
    return;
  }
  assert(order !== null, 'a payment for an order has its order');
  // The bank gives the money back, or it does not.
  if (disputed) throw new Rejection('DISPUTED');

  // Decide.
  const unopened = order.lines
    .map(({ packTypeId }) => ({
      packTypeId,
      count: packs.filter((pack) => pack.pack_type_id === packTypeId).length,
    }))
    .filter(({ count }) => count > 0);
  const quote = quoteRefund(order.quote, order.lines, unopened);
  if (quote.total === 0) {
    throw new Rejection('INVALID_TRANSITION', 'All packs of this purchase are opened');
  }
  checkAmount(amount ?? quote.total, quote.total);

  // Store.
  await Promise.all([
    returnPacksToSale(
      db,
      packs.map((pack) => pack.id),
    ),
    addRefundedPacks(db, order.id, unopened),
    insertRefund(db, payment.id, quote.total, reason),
    postJournal(db, {
      kind: 'refund',
      referenceId: order.id,
      userId: payment.userId,
      description: payment.description,
      transfers: packRefund(quote),
    }),
  ]);
  if (payment.userId === caller.userId) return;
  await recordAuditEntry(context, caller, {
    action: 'refund_order',
    subject: { kind: 'order', id: order.id },
    after: { amount: decimalOf(quote.total), packs: packs.length },
  });
}

function checkAmount(expected: number, actual: number): void {
  if (expected !== actual) {
    throw new Rejection('AMOUNT_MISMATCH', 'This is not what these packs cost');
  }
}
