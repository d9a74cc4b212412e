// Closes a refund that the shop no longer has to pay, because the bank took the payment back and
// pays the cardholder.
import { difference, type Cents } from '#domain/money.ts';
import { refundByBank } from '#domain/ledger.ts';
import type { Transaction } from '#engine/database.ts';
import { postJournal } from '../ledger/post.ts';
import type { Payment } from '../runtime/context.ts';
import {
  failRefund,
  insertRefund,
  insertRefundInPlace,
  replaceRefund,
  type RefundRow,
} from './refunds-queries.ts';

/**
 * Closes a due or failed refund, up to the amount `paid` by the bank. If the bank paid less than
 * the refund, the rest becomes a new refund in the old refund's state. Returns the id of the refund
 * that records the bank's payment.
 */
export async function closeRefund(
  db: Transaction,
  payment: Payment,
  owed: RefundRow,
  paid: Cents,
  reason: string,
): Promise<string> {
  // The owed refund must fail before the insert. Otherwise the refunds under way would exceed the
  // payment.
  if (owed.state === 'due') await failRefund(db, owed.id, 'The bank has paid it');
  const id = await insertRefundInPlace(db, payment.id, {
    method: 'bank',
    amount: paid,
    reason,
    reference: null,
  });
  await replaceRefund(db, owed.id, id);
  const rest = difference(owed.amount, paid);
  if (rest > 0) await insertRest(db, owed, rest);
  await postJournal(db, {
    id,
    kind: 'refund',
    referenceId: id,
    userId: payment.userId,
    description: payment.description,
    transfers: refundByBank(paid),
  });
  return id;
}

/**
 * Inserts a refund for the rest of an owed refund. If the owed refund is due, the shop will request
 * the new refund from the provider. If the owed refund failed, the new refund waits for an
 * operator's decision.
 */
export async function insertRest(db: Transaction, owed: RefundRow, rest: Cents): Promise<string> {
  const id = await insertRefund(db, owed.payment_id, rest, owed.reason);
  if (owed.state === 'failed') await failRefund(db, id, owed.problem ?? '');
  return id;
}
