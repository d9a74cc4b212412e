// The end of an account: asked for, taken back, done.
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** Sets the day of an account's end, `days` from now. Null: it is set already. */
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

/** The day on which an account ends; null: it stays. */
export async function findDeletionDue(db: Database, userId: string): Promise<Date | null> {
  const [row] = await statement<{ deletion_due_at: Date | null }>(
    db,
    'select deletion_due_at from users where id = $1',
    [userId],
  );
  return row?.deletion_due_at ?? null;
}

/** An account that was to end stays; false when it was not, or has ended. */
export async function cancelDeletion(db: Database, userId: string): Promise<boolean> {
  const rows = await statement(
    db,
    `update users set deletion_due_at = null, updated_at = shop_now()
     where id = $1 and deletion_due_at is not null and erased_at is null returning id`,
    [userId],
  );
  return rows.length > 0;
}

/** The accounts whose day has come, longest ago first. */
export async function listAccountsToErase(db: Database): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    'select id from users where deletion_due_at <= shop_now() and erased_at is null order by deletion_due_at',
    [],
  );
  return rows.map((row) => row.id);
}

/**
 * Locks an account whose day has come, so that nobody signs in or keeps it meanwhile, and returns its
 * address. Null: it was kept, or is erased.
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
 * Takes everything about the person out of a user. What stays is an id that the ledger refers to. Nobody can sign in to
 * it: see `findUserByEmail`.
 */
export async function eraseUser(db: Transaction, userId: string): Promise<void> {
  await statement(
    db,
    `update users set email = 'erased-' || id || '@erased.invalid', username = 'erased', password_hash = 'erased',
       role = 'user', email_verified_at = null, password_changed_at = null, full_name = null,
       phone_number = null, address_line_1 = null, city = null, state = null, zip_code = null, country = null,
       preferences = default, auto_ship_threshold = null, default_shipping_method = default,
       privacy_level = default, erased_at = shop_now(), updated_at = shop_now()
     where id = $1`,
    [userId],
  );
}

/** Whether an account is erased. Whoever has it locked in the ledger can be sure that it stays so. */
export async function isErased(db: Transaction, userId: string): Promise<boolean> {
  const rows = await statement(db, 'select id from users where id = $1 and erased_at is not null', [
    userId,
  ]);
  return rows.length > 0;
}
