// Serves the questions about money that operators have to investigate: failed refunds, and
// differences between the shop's books and the card provider.
import * as rows from '#contract/card-payments-admin.ts';
import { waysOfFailedRefund } from '#domain/refund.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { handler } from '../../http/handler.ts';
import { closeOpenMoneyQuestion, listOpenQuestions } from '../money-questions-queries.ts';
import { listFailedRefunds } from '../refunds-queries.ts';

export const listMoneyQuestions = handler(rows.listMoneyQuestions, async ({ db }) => {
  const [refunds, questions] = await Promise.all([listFailedRefunds(db), listOpenQuestions(db)]);
  return {
    failedRefunds: refunds.map((refund) => {
      const { canBePaid, paidByBank } = waysOfFailedRefund(refund.amount, refund);
      return {
        id: refund.id,
        user: { id: refund.user_id, email: refund.email },
        orderId: refund.order_id,
        amount: refund.amount,
        problem: refund.problem,
        failedAt: refund.failed_at,
        dispute: refund.dispute,
        paidByBank,
        canBePaid,
        canBeCredited: canBePaid && !refund.is_erased,
      };
    }),
    questions: questions.map((one) => ({
      id: one.id,
      kind: one.kind,
      subject: one.subject,
      user: one.user_id === null ? null : { id: one.user_id, email: one.email! },
      orderId: one.order_id,
      amount: one.amount,
      booked: one.booked,
      foundAt: one.found_at,
    })),
  };
});

export const closeMoneyQuestion = handler(
  rows.closeMoneyQuestion,
  async (context, caller, { id, note }) => {
    if (!(await closeOpenMoneyQuestion(context.db, id, caller.userId, note))) {
      throw new Rejection('NOT_FOUND');
    }
    await recordAuditEntry(context, caller, {
      action: 'close_money_question',
      subject: { kind: 'money_question', id },
      after: { note },
    });
    return null;
  },
);
