import { statement, type Transaction, type Database } from '../database/database.ts';

/** Hours that the answer to a key is kept (docs/product.md §3). */
const KEPT_HOURS = 24;

/**
 * Takes a key for the work of this transaction. Waits for another transaction that is at work on the
 * same key. Returns null when the key is free, otherwise what was stored with it.
 */
export async function takeKey(
  db: Transaction,
  request: { userId: string; key: string; fingerprint: string },
): Promise<{ fingerprint: string; reply: string } | null> {
  const taken = await statement(
    db,
    `insert into idempotency_keys (user_id, key, fingerprint) values ($1, $2, $3)
     on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, reply = null, created_at = now()
       where idempotency_keys.created_at < now() - make_interval(hours => ${KEPT_HOURS})
     returning key`,
    [request.userId, request.key, request.fingerprint],
  );
  if (taken.length > 0) return null;
  const [stored] = await statement<{ fingerprint: string; reply: string }>(
    db,
    'select fingerprint, reply from idempotency_keys where user_id = $1 and key = $2',
    [request.userId, request.key],
  );
  return stored ?? null;
}

/** Whether a key of a user has its answer. */
export async function hasKey(db: Database, userId: string, key: string): Promise<boolean> {
  const rows = await statement(
    db,
    `select 1 from idempotency_keys where user_id = $1 and key = $2 and reply is not null
       and created_at >= now() - make_interval(hours => ${KEPT_HOURS})`,
    [userId, key],
  );
  return rows.length > 0;
}

/** Deletes some of the keys that are kept no longer; returns how many. */
export async function deleteOldKeys(db: Database, limit: number): Promise<number> {
  const rows = await statement(
    db,
    `delete from idempotency_keys where (user_id, key) in (
       select user_id, key from idempotency_keys
       where created_at < now() - make_interval(hours => ${KEPT_HOURS})
       limit $1 for update skip locked
     ) returning 1`,
    [limit],
  );
  return rows.length;
}

/** Deletes the stored answers for a user: they contain personal data. */
export async function deleteKeysOf(db: Transaction, userId: string): Promise<void> {
  await statement(db, 'delete from idempotency_keys where user_id = $1', [userId]);
}

/** Stores the answer of a key's work, in the transaction of the work. Returns whether that moved money or stock. */
export async function storeReply(
  db: Transaction,
  userId: string,
  key: string,
  reply: string,
): Promise<boolean> {
  const [row] = await statement<{ has_moved: boolean }>(
    db,
    `update idempotency_keys set reply = $3 where user_id = $1 and key = $2
     returning has_moved() as has_moved`,
    [userId, key, reply],
  );
  return row!.has_moved;
}

/** Gives a key back, in the transaction that took it: its work did nothing. */
export async function deleteKey(db: Transaction, userId: string, key: string): Promise<void> {
  await statement(db, 'delete from idempotency_keys where user_id = $1 and key = $2', [
    userId,
    key,
  ]);
}
