import * as rows from '#contract/wallet.ts';
import { paginationOf } from '#contract/paging.ts';
import { userAskedFor } from '#domain/user-asked-for.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import { findBalanceOf } from '../ledger/ledger-accounts-queries.ts';
import { listTransactionsOf } from './transactions-queries.ts';
import { transactionOf } from './transaction.ts';

export const listTransactions = handler(
  rows.listTransactions,
  async ({ db }, caller, { userId: asked, type, status, from, to, page, limit }) => {
    const userId = userAskedFor(caller, asked);
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
  },
);
