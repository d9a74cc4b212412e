import type { Cents } from '#domain/money.ts';
import { assert } from '#domain/rejection.ts';
import { statement, type Transaction, type Database } from '../database/database.ts';

/**
 * Locks a user's account until the transaction ends, and returns its balance. Taken before any stock:
 * a buyer who can't pay must never hold packs (docs/decisions/0006-double-entry-ledger.md).
 */
export async function lockAccount(db: Transaction, userId: string): Promise<Cents> {
  const [row] = await statement<{ balance: Cents | null }>(
    db,
    'select lock_account($1) as balance',
    [userId],
  );
  assert(row !== undefined && row.balance !== null, 'every user has a ledger account');
  return row.balance;
}

/** A user's balance at this moment, without a lock. */
export async function findBalance(db: Database, userId: string): Promise<Cents> {
  const balance = await findBalanceOf(db, userId);
  assert(balance !== null, 'every user has a ledger account');
  return balance;
}

/** The same for an id that may be nobody's: then null. */
export async function findBalanceOf(db: Database, userId: string): Promise<Cents | null> {
  const [row] = await statement<{ balance: Cents }>(
    db,
    'select balance from ledger_accounts where owner_id = $1',
    [userId],
  );
  return row === undefined ? null : row.balance;
}
