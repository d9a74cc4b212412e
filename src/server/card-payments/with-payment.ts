import type { Pause } from '#domain/dispute.ts';
import type { PaymentPurpose } from '#domain/payment.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { lockAccountToSpend } from '../ledger/ledger-accounts-queries.ts';
import type { CardPurchase, Context, Payment } from '../runtime/context.ts';
import { lockPayment } from './payments-queries.ts';

/**
 * Runs `work` in a transaction. The transaction locks the user's account and then the payment,
 * before `work` runs.
 */
export async function withPayment<Result>(
  context: Context,
  known: Payment,
  work: (inside: Context<Transaction>, payment: Payment, pause: Pause | null) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context.db, async (db) => {
    const [{ pause }, payment] = await Promise.all([
      lockAccountToSpend(db, known.userId),
      lockPayment(db, known.id),
    ]);
    return work({ ...context, db }, payment, pause);
  });
}

export function purchaseOf(context: Context, purpose: PaymentPurpose): CardPurchase {
  const purchase = context.ports.cardPurchases[purpose];
  if (purchase === undefined) throw new Error(`No card payment has the purpose ${purpose}`);
  return purchase;
}
