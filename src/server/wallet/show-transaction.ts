import * as rows from '#contract/wallet.ts';
import { isAdmitted, type Caller } from '#domain/access.ts';
import { isUndecided } from '#domain/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { settleForLook } from '../card-payments/limit-card-calls.ts';
import type { Database } from '../database/database.ts';
import { verb } from '../http/verb.ts';
import { findTransaction, type TransactionRow } from './transactions-queries.ts';
import { transactionOf } from './transaction.ts';

/** The browser comes here as soon as it has paid, often before the webhook: so it settles, too. */
export const showTransaction = verb(rows.showTransaction, async (context, caller, { id }) => {
  const found = await readTransaction(context.db, caller, id);
  const isUnsettled =
    found.payment_state !== null && isUndecided(found.payment_state) && found.intent_id !== null;
  if (!isUnsettled || (await settleForLook(context, found.intent_id!)) === null) {
    return transactionOf(found);
  }
  return transactionOf(await readTransaction(context.db, caller, id));
});

/** A transaction that the caller may see: their own, or anybody's for a moderator. Rejects with NOT_FOUND. */
export async function readTransaction(
  db: Database,
  caller: Caller,
  id: string,
): Promise<TransactionRow> {
  const found = await findTransaction(db, id);
  const isSeen =
    found !== null && (found.user_id === caller.userId || isAdmitted(caller.role, 'moderator'));
  if (!isSeen) throw new Rejection('NOT_FOUND');
  return found;
}
