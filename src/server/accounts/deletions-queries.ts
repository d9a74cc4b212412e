// Queries about the deletion of an account: they schedule it, cancel it and carry it out.
import { statement, type Database, type Transaction } from '#engine/database.ts';

/**
 * Schedules the erasure of an account in `days` days, and returns its day. Returns null if an
 * erasure was already scheduled.
 */
export async function scheduleDeletion(
  db: Database,
  userId: string,
  days: number,
): Promise<Date | null> {
  const [row] = await statement<{ deletion_due_at: Date }>(
    db,
    `update users set deletion_due_at = shop_now() + make_interval(days => $2), updated_at = shop_now()
     where id = $1 and deletion_due_at is null and erased_at is null returning deletion_due_at`,
    [userId, days],
  );
  return row?.deletion_due_at ?? null;
}

/** Returns the day on which an account is erased, or null if no deletion is scheduled. */
export async function findDeletionDue(db: Database, userId: string): Promise<Date | null> {
  const [row] = await statement<{ deletion_due_at: Date | null }>(
    db,
    'select deletion_due_at from users where id = $1',
    [userId],
  );
  return row?.deletion_due_at ?? null;
}

/**
 * Cancels the scheduled deletion of an account. Returns false if no deletion is scheduled, or if
 * the account is already erased.
 */
export async function cancelDeletion(db: Database, userId: string): Promise<boolean> {
  const rows = await statement(
    db,
    `update users set deletion_due_at = null, updated_at = shop_now()
     where id = $1 and deletion_due_at is not null and erased_at is null returning id`,
    [userId],
  );
  return rows.length > 0;
}

/** Lists the accounts whose day of erasure has come. The longest overdue account comes first. */
export async function listAccountsToErase(db: Database): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    'select id from users where deletion_due_at <= shop_now() and erased_at is null order by deletion_due_at',
    [],
  );
  return rows.map((row) => row.id);
}

/**
 * Locks an account that is due for erasure, so that its owner can neither sign in nor cancel the
 * erasure meanwhile. Returns the account's address, or null if the deletion was cancelled or
 * already carried out.
 */
export async function lockAccountToErase(db: Transaction, userId: string): Promise<string | null> {
  const [row] = await statement<{ email: string }>(
    db,
    `select email from users
     where id = $1 and deletion_due_at <= shop_now() and erased_at is null for update`,
    [userId],
  );
  return row?.email ?? null;
}

/**
 * Removes all personal data from a user. The id remains, because the ledger refers to it. Nobody
 * can sign in to an erased account: see `findUserByEmail`.
 */
export async function eraseUser(db: Transaction, userId: string): Promise<void> {
  await statement(
    db,
    'delete from staff_invitations where email = (select email from users where id = $1)',
    [userId],
  );
  await statement(
    db,
    `update users set email = 'erased-' || id || '@erased.invalid', username = 'erased', password_hash = 'erased',
       role = 'user', staff_role_id = null, email_verified_at = null, password_changed_at = null, full_name = null,
       phone_number = null, address_line_1 = null, city = null, state = null, zip_code = null, country = null,
       preferences = default, auto_ship_threshold = null, default_shipping_method = default,
       privacy_level = default, erased_at = shop_now(), updated_at = shop_now()
     where id = $1`,
    [userId],
  );
}

/**
 * Whether an account is erased. The result cannot change while the caller holds the lock on the
 * user's ledger account.
 */
export async function isErased(db: Transaction, userId: string): Promise<boolean> {
  const rows = await statement(db, 'select id from users where id = $1 and erased_at is not null', [
    userId,
  ]);
  return rows.length > 0;
}
