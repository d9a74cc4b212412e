// A refund that no longer needs money: the bank took its payment back, so the cardholder is paid
// from there.
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
 * Closes a refund that is due or failed, up to the amount that the bank has `paid`; the rest keeps
 * its state. Returns the id of the refund that replaces it.
 */
export async function closeRefund(
  db: Transaction,
  payment: Payment,
  owed: RefundRow,
  paid: Cents,
  reason: string,
): Promise<string> {
  // Before the insert: otherwise more than the payment brought would be on its way.
  if (owed.state === 'due') await failRefund(db, owed.id, 'The bank has paid it');
  const id = await insertRefundInPlace(db, payment.id, 'bank', paid, reason);
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
 * The rest of an owed refund: to be requested, or, if the refund failed, for an operator to decide.
 */
export async function insertRest(db: Transaction, owed: RefundRow, rest: Cents): Promise<string> {
  const id = await insertRefund(db, owed.payment_id, rest, owed.reason);
  if (owed.state === 'failed') await failRefund(db, id, owed.problem ?? '');
  return id;
}
