// Refunds bought credits to the card that bought them, if an operator or somebody outside the shop makes the refund.
// Credits that the user has spent can't be taken back. If they are refunded outside the shop, the user owes the shop
// this money.
import { decimalOf } from '#domain/decimals.ts';
import type { Caller } from '#domain/access.ts';
import { returnedTopUp, type Transfer } from '#domain/ledger.ts';
import { difference, least, ZERO, type Cents } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { quoteTopUpRefund } from '#domain/top-up.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { isChargedBack } from '../card-payments/payments-queries.ts';
import { findNewestRefundOf } from '../card-payments/refunds-queries.ts';
import { withPayment } from '../card-payments/with-payment.ts';
import type { Transaction } from '#engine/database.ts';
import { lockAccount } from '../ledger/ledger-accounts-queries.ts';
import type { Context, Payment } from '../runtime/context.ts';
import {
  bookTopUpReturn,
  findGift,
  findTopUpLeft,
  planCreditReturn,
} from './plan-credit-return.ts';

/**
 * Refunds what is left of a top-up. If nothing of the top-up was spent, also refunds its fee. If an
 * earlier refund left nothing, does nothing, so that the request can be repeated.
 */
export async function refundTopUp(
  context: Context,
  caller: Caller,
  known: Payment,
  { amount, reason }: { amount: Cents | null; reason: string },
): Promise<void> {
  await withPayment(context, known, async (inside, payment) => {
    const { db } = inside;
    // Rejects if the bank has refunded the payment, or may still do so.
    if (await isChargedBack(db, payment.id)) throw new Rejection('DISPUTED');
    const [newest, plan] = await Promise.all([
      findNewestRefundOf(db, payment.id),
      planCreditReturn(inside, payment.userId),
    ]);
    if (plan.debt > 0) {
      throw new Rejection('INVALID_TRANSITION', 'This account owes the shop: that comes first');
    }
    const back = plan.topUps.find((one) => one.payment.id === payment.id) ?? null;
    const total = back?.total ?? newest?.amount ?? ZERO;
    if (total === 0) {
      throw new Rejection('INVALID_TRANSITION', 'Nothing is left of these credits');
    }
    if (amount !== null && amount !== total) {
      throw new Rejection('AMOUNT_MISMATCH', 'This is not what is left of these credits');
    }
    if (back === null) return;
    await bookTopUpReturn(db, back, reason);
    await recordAuditEntry(inside, caller, {
      action: 'refund_top_up',
      subject: { kind: 'transaction', id: payment.subjectId },
      after: { amount: decimalOf(total), credits: decimalOf(back.credits) },
    });
  });
}

/** The port for refunds of top-ups that were made outside the shop. */
export async function takeBackCredits(
  { db }: Context<Transaction>,
  payment: Payment,
  refunded: { amount: Cents; left: Cents },
): Promise<{ transfers: Transfer[]; owed: Cents }> {
  const balance = await lockAccount(db, payment.userId);
  const [left, gift] = await Promise.all([findTopUpLeft(db, payment), findGift(db, payment)]);
  const { owed, ...back } = quoteTopUpRefund(left, { ...refunded, balance });
  const spare = difference(balance, back.credits);
  return { transfers: returnedTopUp(payment.userId, { ...back, gift: least(gift, spare) }), owed };
}
