import type { Input, Reply } from '#contract/endpoint.ts';
import type { giveCredits as giveRow, showCredits as showRow } from '#contract/profile.ts';
import { subjectOf, type Caller } from '#domain/access.ts';
import { CURRENCY, decimalOf, toCents } from '#domain/money.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import type { Context } from '../runtime/context.ts';
import { grantCredits } from '../wallet/grant-credits.ts';
import { findTransactionOf } from '../wallet/queries.ts';
import { transactionOf } from '../wallet/transaction.ts';
import { noteDeed } from '../audit-log/note-deed.ts';
import { findCredits } from './queries.ts';

export async function showCredits(
  { db }: Context,
  caller: Caller,
  input: Input<typeof showRow>,
): Promise<Reply<typeof showRow>> {
  const balance = await findCredits(db, subjectOf(caller, input.userId));
  if (balance === null) throw new Rejection('USER_NOT_FOUND');
  return { account_balance: toCents(balance), currency: CURRENCY };
}

export async function giveCredits(
  context: Context,
  caller: Caller,
  { userId: asked, amount, reason }: Input<typeof giveRow>,
): Promise<Reply<typeof giveRow>> {
  const userId = subjectOf(caller, asked);
  if ((await findCredits(context.db, userId)) === null) throw new Rejection('USER_NOT_FOUND');
  const { balance, grantId } = await grantCredits(context, { userId, amount, reason });
  const transaction = await findTransactionOf(context.db, 'bonus_credit', grantId);
  assert(transaction !== null, 'what was granted is written down');
  context.log.info({ by: caller.userId, userId, amount, grantId }, 'Credits given');
  await noteDeed(context, caller, {
    action: 'give_credits',
    subject: { kind: 'user', id: userId },
    // The reason is the transaction's words: they may be about a person, and this entry stays for good.
    after: { amount: decimalOf(amount), transactionId: transaction.id },
  });
  return { account_balance: balance, transaction: transactionOf(transaction) };
}
