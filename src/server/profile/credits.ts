import * as rows from '#contract/profile.ts';
import { userAskedFor } from '#domain/user-asked-for.ts';
import { CURRENCY, difference } from '#domain/money.ts';
import { decimalOf } from '#domain/decimals.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import { findBalanceOf, findCredits } from '../ledger/ledger-accounts-queries.ts';
import { grantCredits } from '../wallet/grant-credits.ts';
import { insertTopUpGift } from '../wallet/top-ups-queries.ts';
import { findTransactionOf } from '../wallet/transactions-queries.ts';
import { transactionOf } from '../wallet/transaction.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';

export const showCredits = handler(rows.showCredits, async ({ db }, caller, input) => {
  const credits = await findCredits(db, userAskedFor(caller, input.userId));
  if (credits === null) throw new Rejection('USER_NOT_FOUND');
  const { balance, bought } = credits;
  const earned = difference(balance, bought);
  return { account_balance: balance, bought, earned, currency: CURRENCY };
});

export const giveCredits = handler(
  rows.giveCredits,
  async (context, caller, { userId: asked, amount, reason, topUpId = null }) => {
    const userId = userAskedFor(caller, asked);
    if ((await findBalanceOf(context.db, userId)) === null) throw new Rejection('USER_NOT_FOUND');
    if (topUpId !== null) {
      const topUp = await findTransactionOf(context.db, 'credit_purchase', topUpId);
      if (topUp?.user_id !== userId) throw new Rejection('NOT_FOUND');
    }
    const { balance, grantId } = await grantCredits(context, { userId, amount, reason });
    if (topUpId !== null) await insertTopUpGift(context.db, grantId, topUpId);
    const transaction = await findTransactionOf(context.db, 'bonus_credit', grantId);
    assert(transaction !== null, 'what was granted is written down');
    context.log.info(
      { event: 'credits_given', by: caller.userId, userId, amount, grantId },
      'Operator gave a user credits',
    );
    await recordAuditEntry(context, caller, {
      action: 'give_credits',
      subject: { kind: 'user', id: userId },
      // The reason is left out, because it may be about a person and audit entries stay forever. It is in the
      // transaction.
      after: {
        amount: decimalOf(amount),
        transactionId: transaction.id,
        ...(topUpId === null ? {} : { topUpId }),
      },
    });
    return { account_balance: balance, transaction: transactionOf(transaction) };
  },
);
