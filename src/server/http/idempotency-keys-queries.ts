import { statement, type Transaction, type Database } from '../database/database.ts';

/** Hours that the answer to a key is kept (docs/product.md §3). */
const KEPT_HOURS = 24;

export type KeptAnswer = { fingerprint: string; reply: string };

/**
 * Takes a key for the work of this transaction, and returns what was answered with it before; null: the key is free. Waits
 * for another transaction that is at work on the same key.
 */
export async function takeKey(
  db: Transaction,
  userId: string,
  key: string,
): Promise<KeptAnswer | null> {
  // Sent together, and yet two: the second one sees what was committed while the first one waited.
  const [, [kept]] = await Promise.all([
    statement(db, 'select pg_advisory_xact_lock(hashtext($1), hashtext($2))', [userId, key]),
    statement<KeptAnswer>(
      db,
      `select fingerprint, reply from idempotency_keys
       where user_id = $1 and key = $2 and created_at >= now() - make_interval(hours => ${KEPT_HOURS})`,
      [userId, key],
    ),
  ]);
  return kept ?? null;
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

/**
 * Stores the answer of a key's work, in its transaction: always, or if that moved money or stock. Returns whether it did. A
 * key that is kept no longer is written over.
 */
export async function storeReply(
  db: Transaction,
  answer: KeptAnswer & { userId: string; key: string },
  { always }: { always: boolean },
): Promise<boolean> {
  const rows = await statement(
    db,
    `insert into idempotency_keys (user_id, key, fingerprint, reply)
     select $1::uuid, $2::text, $3::text, $4::text where $5 or has_moved()
     on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, reply = excluded.reply, created_at = now()
       where idempotency_keys.created_at < now() - make_interval(hours => ${KEPT_HOURS})
     returning key`,
    [answer.userId, answer.key, answer.fingerprint, answer.reply, always],
  );
  return rows.length > 0;
}
