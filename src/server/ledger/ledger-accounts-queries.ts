import { ZERO, type Cents } from '#domain/money.ts';
import type { Pause } from '#domain/dispute.ts';
import { assert } from '#domain/rejection.ts';
import { batchedStatement, statement, type Database, type Transaction } from '#engine/database.ts';
import type { BatchedStatement } from '#engine/batched-statement.ts';

/**
 * Locks a user's account until the transaction ends, and returns the account's balance. Take this lock before any lock
 * on stock, because a buyer who can't pay must never hold packs (docs/decisions/0006-double-entry-ledger.md).
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

/**
 * Locks a user's account like `lockAccount`. Returns the balance, and whether the account may buy, sell and ship. Both
 * results stay true until the transaction ends, because a dispute takes the same lock.
 */
export async function lockAccountToSpend(db: Transaction, userId: string): Promise<Spending> {
  const [row] = await batchedStatement<Spending, string>(db, LOCKED_TO_SPEND, userId);
  assert(row !== undefined, 'every user has a ledger account');
  return { balance: row.balance, pause: row.pause };
}

type Spending = { balance: Cents; pause: Pause | null };

const LOCKED_TO_SPEND: BatchedStatement<string> = {
  text: 'select at, balance, pause from lock_accounts_to_spend($1)',
  valuesOf: (userIds) => [userIds],
};

/** Locks the accounts of several users until the transaction ends, in the order in which all transactions lock them. */
export async function lockAccounts(db: Transaction, userIds: string[]): Promise<void> {
  await statement(db, 'select at from lock_accounts_to_spend($1)', [userIds]);
}

/** Returns why an account may not spend now, or null if it may. */
export async function findPause(db: Database, userId: string): Promise<Pause | null> {
  const [row] = await statement<{ pause: Pause | null }>(db, 'select account_pause($1) as pause', [
    userId,
  ]);
  return row!.pause;
}

/** The amount that a user owes the shop. */
export async function findDebt(db: Database, userId: string): Promise<Cents> {
  const [row] = await statement<{ balance: Cents }>(
    db,
    'select balance from ledger_accounts where debtor_id = $1',
    [userId],
  );
  return row?.balance ?? ZERO;
}

/** A user's present balance, without a lock. */
export async function findBalance(db: Database, userId: string): Promise<Cents> {
  const balance = await findBalanceOf(db, userId);
  assert(balance !== null, 'every user has a ledger account');
  return balance;
}

/** Returns the present balance of a user, or null if no user has this id. */
export async function findBalanceOf(db: Database, userId: string): Promise<Cents | null> {
  return (await findCredits(db, userId))?.balance ?? null;
}

/** Returns a user's present balance and the part of it that was bought, or null if no user has this id. */
export async function findCredits(
  db: Database,
  userId: string,
): Promise<{ balance: Cents; bought: Cents } | null> {
  const [row] = await statement<{ balance: Cents; bought: Cents }>(
    db,
    'select balance, coalesce(bought, 0) as bought from ledger_accounts where owner_id = $1',
    [userId],
  );
  return row ?? null;
}
