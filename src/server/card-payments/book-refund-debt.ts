// Books the debt of a user who got a refund for things that the user keeps.
import { refundOwed } from '#domain/ledger.ts';
import { notify } from '../accounts/notify.ts';
import type { Transaction } from '#engine/database.ts';
import { postJournal } from '../ledger/post.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { refundOwedMail } from '../mail/templates/refund-owed.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { askMoneyQuestion } from './money-questions-queries.ts';
import { insertRefundDebt, type RefundDebt } from './refunds-queries.ts';

/** Books the debt, and notifies the user and the operators. The caller must have locked the payment. */
export async function bookRefundDebt(
  inside: Context<Transaction>,
  payment: Payment,
  debt: RefundDebt,
): Promise<void> {
  const { db, log } = inside;
  const { refundId, account, amount } = debt;
  const { userId, description } = payment;
  const id = await insertRefundDebt(db, debt);
  await postJournal(db, {
    kind: 'refund_debt',
    referenceId: id,
    userId,
    description,
    transfers: refundOwed(userId, account, amount),
  });
  await askMoneyQuestion(db, {
    kind: 'refund_owed',
    subject: id,
    paymentId: payment.id,
    amount,
    booked: null,
  });
  const mail = refundOwedMail({
    description,
    amount,
    hasTwice: account === 'house:dispute_losses',
    head: letterheadOf(inside),
  });
  await notify(inside, userId, 'always', mail, `refund debt ${id}`);
  log.warn(
    { event: 'refund_debt', refundId, amount },
    'A refund gave back money for things that its user keeps: booked a debt of the user',
  );
}
