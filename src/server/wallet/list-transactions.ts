import type { Input, Reply } from '#contract/endpoint.ts';
import { paginationOf } from '#contract/paging.ts';
import type { listTransactions as row } from '#contract/wallet.ts';
import { subjectOf, type Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { findBalanceOf } from '../ledger/queries.ts';
import type { Context } from '../runtime/context.ts';
import { listTransactionsOf } from './queries.ts';
import { transactionOf } from './transaction.ts';

export async function listTransactions(
  { db }: Context,
  caller: Caller,
  { userId: asked, type, status, from, to, page, limit }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  const userId = subjectOf(caller, asked);
  const [balance, { rows, total }] = await Promise.all([
    findBalanceOf(db, userId),
    listTransactionsOf(
      db,
      userId,
      { types: type ?? null, statuses: status ?? null, from: from ?? null, to: to ?? null },
      limit,
      (page - 1) * limit,
    ),
  ]);
  if (balance === null) throw new Rejection('USER_NOT_FOUND');
  return { transactions: rows.map(transactionOf), pagination: paginationOf(total, page, limit) };
}
