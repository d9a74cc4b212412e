import type { Input, Reply } from '#contract/endpoint.ts';
import type { showTransaction as row } from '#contract/wallet.ts';
import { isAdmitted, type Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Database } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import { findTransaction, type TransactionRow } from './queries.ts';
import { transactionOf } from './transaction.ts';

export async function showTransaction(
  { db }: Context,
  caller: Caller,
  { id }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  return transactionOf(await readTransaction(db, caller, id));
}

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
