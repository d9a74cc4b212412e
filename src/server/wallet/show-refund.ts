import * as rows from '#contract/wallet.ts';
import type { Reply } from '#contract/endpoint.ts';
import { isAdmitted } from '#domain/access.ts';
import { refundStatus } from '#domain/transaction.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { findRefund, type RefundRow } from '../card-payments/refunds-queries.ts';
import type { Database } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { findPaidTransactionId } from './transactions-queries.ts';

/**
 * The number of days until the card's owner sees a refund, by the banks' own estimates
 * (docs/product.md §6).
 */
const ESTIMATED_DAYS = 3;

export const showRefund = handler(rows.showRefund, async ({ db }, caller, { id }) => {
  const found = await findRefund(db, id);
  const isSeen =
    found !== null && (found.user_id === caller.userId || isAdmitted(caller.rights, 'support'));
  if (!isSeen) throw new Rejection('NOT_FOUND');
  return refundOf(db, found);
});

/** A refund with the field names of the contract. */
export async function refundOf(
  db: Database,
  found: RefundRow,
): Promise<Reply<typeof rows.showRefund>> {
  const transactionId = await findPaidTransactionId(db, found.subject_id, found.payment_id);
  assert(transactionId !== null, 'a refund is of money that came');
  return {
    id: found.id,
    transactionId,
    amount: found.amount,
    ...refundStatus(found.state, found.replaced_with),
    reason: found.reason,
    estimatedDays: ESTIMATED_DAYS,
    createdAt: found.created_at,
  };
}
