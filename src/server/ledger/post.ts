// The one door for money: every other room moves it by posting a journal.
import { randomUUID } from 'node:crypto';
import { toCents, type Cents } from '#domain/money.ts';
import type { Journal, LedgerAccount } from '#domain/ledger.ts';
import { statement, type Database } from '../database/database.ts';

/**
 * Posts the transfers of one event, inside the caller's transaction, and answers the user's balance
 * after them. Posting the same fact (kind and reference) again is a fault: 23505.
 */
export async function postJournal(db: Database, journal: Journal): Promise<Cents> {
  const [row] = await statement<{ balance: number }>(
    db,
    'post_journal',
    'select post_journal($1, $2, $3, $4, $5, $6, $7, $8) as balance',
    [
      randomUUID(),
      journal.kind,
      journal.referenceId,
      journal.userId,
      journal.description,
      journal.transfers.map((transfer) => accountId(transfer.debit)),
      journal.transfers.map((transfer) => accountId(transfer.credit)),
      journal.transfers.map((transfer) => transfer.amount),
    ],
  );
  return toCents(row!.balance);
}

function accountId(account: LedgerAccount): string {
  return typeof account === 'string' ? account : account.userId;
}
