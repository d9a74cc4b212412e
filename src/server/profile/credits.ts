import * as rows from '#contract/profile.ts';
import { userAskedFor } from '#domain/user-asked-for.ts';
import { CURRENCY } from '#domain/money.ts';
import { decimalOf } from '#domain/decimals.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import { findBalanceOf } from '../ledger/ledger-accounts-queries.ts';
import { grantCredits } from '../wallet/grant-credits.ts';
import { findTransactionOf } from '../wallet/transactions-queries.ts';
import { transactionOf } from '../wallet/transaction.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';

export const showCredits = handler(rows.showCredits, async ({ db }, caller, input) => {
  const balance = await findBalanceOf(db, userAskedFor(caller, input.userId));
  if (balance === null) throw new Rejection('USER_NOT_FOUND');
  return { account_balance: balance, currency: CURRENCY };
});

export const giveCredits = handler(
  rows.giveCredits,
  async (context, caller, { userId: asked, amount, reason }) => {
    const userId = userAskedFor(caller, asked);
    if ((await findBalanceOf(context.db, userId)) === null) throw new Rejection('USER_NOT_FOUND');
    const { balance, grantId } = await grantCredits(context, { userId, amount, reason });
    const transaction = await findTransactionOf(context.db, 'bonus_credit', grantId);
    assert(transaction !== null, 'what was granted is written down');
    context.log.info(
      { event: 'credits_given', by: caller.userId, userId, amount, grantId },
      'Credits given',
    );
    await recordAuditEntry(context, caller, {
      action: 'give_credits',
      subject: { kind: 'user', id: userId },
      // The reason is left out here, because it may be about a person, and audit entries stay
      // forever. The transaction has it.
      after: { amount: decimalOf(amount), transactionId: transaction.id },
    });
    return { account_balance: balance, transaction: transactionOf(transaction) };
  },
);
