// Shows operators the ledger: all transactions, and each entry of one account.
import * as rows from '#contract/wallet-admin.ts';
import { paginationOf } from '#contract/paging.ts';
import { csvLine } from '#domain/csv.ts';
import { Rejection } from '#domain/rejection.ts';
import { TextFile } from '../../http/text-file.ts';
import { handler } from '../../http/handler.ts';
import {
  findAccount,
  listBooked,
  listBookedAfter,
  listAccountMovements,
  type BookedRow,
} from './transactions-queries.ts';
import { transactionOf } from '../transaction.ts';

export const listAllTransactions = handler(
  rows.listAllTransactions,
  async ({ db }, _caller, { page, limit, userId, type, from, to }) => {
    const { rows, total } = await listBooked(
      db,
      { userId: userId ?? null, type: type ?? null, from: from ?? null, to: to ?? null },
      limit,
      (page - 1) * limit,
    );
    return {
      transactions: rows.map((one) => ({
        ...transactionOf(one),
        user: { id: one.user_id, email: one.email },
      })),
      pagination: paginationOf(total, page, limit),
    };
  },
);

/**
 * Shows a page of an account. A page is a range of the account's versions, which have no gaps, so every page of a long
 * account is equally fast.
 */
export const showUserLedger = handler(
  rows.showUserLedger,
  async ({ db }, _caller, { id, page, limit }) => {
    const account = await findAccount(db, id);
    if (account === null) throw new Rejection('USER_NOT_FOUND');
    const last = account.version - (page - 1) * limit;
    const entries = last < 1 ? [] : await listAccountMovements(db, id, last - limit + 1, last);
    return {
      user: { id, email: account.email },
      balance: account.balance,
      entries: entries.map((entry) => ({
        version: entry.version,
        transactionId: entry.journal_id,
        type: entry.kind,
        description: entry.description,
        otherAccount: entry.other_account,
        amount: entry.amount,
        balance: entry.balance,
        createdAt: entry.created_at,
      })),
      pagination: paginationOf(account.version, page, limit),
    };
  },
);

const TRANSACTION_COLUMNS = [
  'Transaction',
  'At',
  'Type',
  'User',
  'E-mail',
  'Description',
  'Reference',
  'Payment method',
  'Payment',
  'Amount',
];

const ROWS_AT_ONCE = 1_000;

export const exportTransactions = handler(
  rows.exportTransactions,
  async ({ db }, _caller, period) => {
    async function* lines() {
      yield csvLine(TRANSACTION_COLUMNS);
      let rows = await listBookedAfter(db, period, null, ROWS_AT_ONCE);
      while (rows.length > 0) {
        yield rows.map(transactionLine).join('');
        const last = rows.at(-1)!;
        // oxlint-disable-next-line no-await-in-loop -- Each page begins after the last transaction of the previous
        // page.
        rows = await listBookedAfter(db, period, { at: last.cursor, id: last.id }, ROWS_AT_ONCE);
      }
    }
    return new TextFile(lines());
  },
);

function transactionLine(row: BookedRow): string {
  const seen = transactionOf(row);
  return csvLine([
    seen.id,
    seen.createdAt,
    seen.type,
    seen.userId,
    row.email,
    seen.description,
    seen.reference,
    seen.paymentMethod,
    seen.paymentId,
    { amount: seen.amount },
  ]);
}
