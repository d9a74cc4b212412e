import { statement, type Database } from '../database/database.ts';

/** Hours that the answer to a key is kept (docs/product.md §3). */
const KEPT_HOURS = 24;

/**
 * Takes a key for the work of this transaction. Waits for another transaction that is at work on the
 * same key. Answers null when the key is free, otherwise what was stored with it.
 */
export async function takeKey(
  db: Database,
  request: { userId: string; key: string; fingerprint: string },
): Promise<{ fingerprint: string; reply: string } | null> {
  const taken = await statement(
    db,
    'take_idempotency_key',
    `insert into idempotency_keys (user_id, key, fingerprint) values ($1, $2, $3)
     on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, reply = null, created_at = now()
       where idempotency_keys.created_at < now() - make_interval(hours => ${KEPT_HOURS})
     returning key`,
    [request.userId, request.key, request.fingerprint],
  );
  if (taken.length > 0) return null;
  const [stored] = await statement<{ fingerprint: string; reply: string }>(
    db,
    'find_idempotency_key',
    'select fingerprint, reply from idempotency_keys where user_id = $1 and key = $2',
    [request.userId, request.key],
  );
  return stored ?? null;
}

/** Stores the answer of a key's work, in the transaction of the work. */
export async function storeReply(
  db: Database,
  userId: string,
  key: string,
  reply: string,
): Promise<void> {
  await statement(
    db,
    'store_idempotent_reply',
    'update idempotency_keys set reply = $3 where user_id = $1 and key = $2',
    [userId, key, reply],
  );
}
