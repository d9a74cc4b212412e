// Refunds bought credits to the card, by an operator or outside the shop. Spent credits can't be
// taken back, so their owner owes the shop the refunded money.
import { decimalOf } from '#domain/decimals.ts';
import type { Caller } from '#domain/access.ts';
import { returnedTopUp, type Transfer } from '#domain/ledger.ts';
import { difference, least, ZERO, type Cents } from '#domain/money.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { quoteTopUpRefund, sumBought, type TopUpLeft } from '#domain/top-up.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import {
  findNewestRefundOf,
  insertRefund,
  sumDebtsOf,
  sumRefundsOf,
  sumTakenBack,
} from '../card-payments/refunds-queries.ts';
import { bookTakeBack } from '../card-payments/book-take-back.ts';
import { isDisputed } from '../card-payments/payments-queries.ts';
import { withPayment } from '../card-payments/with-payment.ts';
import type { Transaction } from '#engine/database.ts';
import { lockAccount } from '../ledger/ledger-accounts-queries.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { findTopUp, listCreditMovements } from './top-ups-queries.ts';

/**
 * Refunds the credits of a top-up that their owner still has. Also refunds the fee if none were
 * spent. A top-up is refunded only once.
 */
export async function refundTopUp(
  context: Context,
  caller: Caller,
  known: Payment,
  { amount, reason }: { amount: Cents | null; reason: string },
): Promise<void> {
  await withPayment(context, known, async (inside, payment) => {
    const { db } = inside;
    const [newest, refunded, standing] = await Promise.all([
      findNewestRefundOf(db, payment.id),
      sumRefundsOf(db, payment.id),
      readLeft(db, payment),
    ]);
    // The bank has refunded the payment, or may do so.
    if (await isDisputed(db, payment.id)) throw new Rejection('DISPUTED');
    const { left, balance } = standing;
    const money = difference(payment.amount, refunded);
    const quote =
      newest === null
        ? quoteTopUpRefund(left, {
            amount: null,
            left: money,
            // Only bought credits are paid out, never earned ones.
            balance: least(balance, sumBought(await listCreditMovements(db, payment.userId))),
          })
        : { total: newest.amount, credits: ZERO, fee: ZERO };
    if (quote.total === 0) {
      throw new Rejection('INVALID_TRANSITION', 'Nothing is left of these credits');
    }
    if (amount !== null && amount !== quote.total) {
      throw new Rejection('AMOUNT_MISMATCH', 'This is not what is left of these credits');
    }
    if (newest !== null) return;
    const refundId = await insertRefund(db, payment.id, quote.total, reason);
    await bookTakeBack(db, payment, refundId, returnedTopUp(payment.userId, quote));
    await recordAuditEntry(inside, caller, {
      action: 'refund_top_up',
      subject: { kind: 'transaction', id: payment.subjectId },
      after: { amount: decimalOf(quote.total), credits: decimalOf(quote.credits) },
    });
  });
}

/** The port for refunds of top-ups made outside the shop. */
export async function takeBackCredits(
  { db }: Context<Transaction>,
  payment: Payment,
  refunded: { amount: Cents; left: Cents },
): Promise<{ transfers: Transfer[]; owed: Cents }> {
  const { left, balance } = await readLeft(db, payment);
  const quote = quoteTopUpRefund(left, { ...refunded, balance });
  return { transfers: returnedTopUp(payment.userId, quote), owed: quote.owed };
}

/** The part of a top-up that no refund has taken back and nobody owes. Also its owner's balance. */
async function readLeft(
  db: Transaction,
  payment: Payment,
): Promise<{ left: TopUpLeft; balance: Cents }> {
  const [balance, topUp, taken, owed] = await Promise.all([
    lockAccount(db, payment.userId),
    findTopUp(db, payment.subjectId),
    sumTakenBack(db, payment),
    sumDebtsOf(db, payment.id),
  ]);
  assert(topUp !== null, 'a payment for credits has its top-up');
  const of = (account: string) => taken.get(account) ?? ZERO;
  const credits = difference(topUp.amount, of(payment.userId));
  return {
    balance,
    left: {
      credits: difference(credits, least(credits, owed)),
      fee: difference(topUp.fee, of('house:fees')),
    },
  };
}
