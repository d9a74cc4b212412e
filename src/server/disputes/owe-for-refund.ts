import { toCents, type Cents } from '#domain/money.ts';
import { bookRefundDebt } from '../card-payments/book-refund-debt.ts';
import { listKnownDisputes } from '../card-payments/payments-queries.ts';
import { listRefundsOf } from '../card-payments/refunds-queries.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { sumUnclaimedLosses } from './disputes-queries.ts';
import { findUnrecovered } from './find-unrecovered.ts';

/**
 * Implements the port for a refund that has arrived. If a dispute of the payment was lost before the refund arrived,
 * the shop assumed that only the bank would pay, and reduced the user's debt. Now the user owes that amount.
 */
export async function oweForRefund(
  inside: Context<Transaction>,
  payment: Payment,
  { id, amount }: { id: string; amount: Cents },
): Promise<void> {
  const { db } = inside;
  const disputes = await listKnownDisputes(db, payment.id);
  if (!disputes.some(({ state }) => state === 'lost')) return;
  const waiting = (await listRefundsOf(db, payment.id))
    .filter((one) => one.state !== 'paid' && one.replaced_by === null)
    .reduce((total, one) => total + one.amount, 0);
  const borne = (await sumUnclaimedLosses(db, payment.id)) - waiting;
  const owed = Math.min(amount, borne, await findUnrecovered(db, payment, null));
  if (owed <= 0) return;
  const debt = { refundId: id, account: 'house:dispute_losses' as const, amount: toCents(owed) };
  await bookRefundDebt(inside, payment, debt);
}
