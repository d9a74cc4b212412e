import { batchedStatement, statement, type Database, type Transaction } from '#engine/database.ts';
import { inColumns, inLines, type BatchedStatement } from '#engine/batched-statement.ts';

/** The number of hours for which the shop stores the response to a key (docs/product.md §3). */
const STORED_HOURS = 24;

export type StoredResponse = { fingerprint: string; reply: string };

/**
 * Takes a key for this transaction and returns the stored response to the key, or null if there is
 * none. If another transaction has taken the key, waits for that transaction.
 */
export async function takeKey(
  db: Transaction,
  userId: string,
  key: string,
): Promise<StoredResponse | null> {
  const [stored] = await batchedStatement<StoredResponse, OwnKey>(db, TAKEN_KEYS, { userId, key });
  return stored ?? null;
}

type OwnKey = { userId: string; key: string };

const TAKEN_KEYS: BatchedStatement<OwnKey> = {
  text: 'select at, fingerprint, reply from take_keys($1, $2, make_interval(hours => $3))',
  valuesOf: (keys) => [...inColumns(keys.map(({ userId, key }) => [userId, key])), STORED_HOURS],
};

/** Deletes at most `limit` expired keys. Returns the number of deleted keys. */
export async function deleteOldKeys(db: Database, limit: number): Promise<number> {
  const rows = await statement(
    db,
    `delete from idempotency_keys where (user_id, key) in (
       select user_id, key from idempotency_keys
       where created_at < now() - make_interval(hours => ${STORED_HOURS})
       limit $1 for update skip locked
     ) returning 1`,
    [limit],
  );
  return rows.length;
}

/** Deletes a user's stored responses, because they contain personal data. */
export async function deleteKeysOf(db: Transaction, userId: string): Promise<void> {
  await statement(db, 'delete from idempotency_keys where user_id = $1', [userId]);
}

type NewResponse = StoredResponse & OwnKey;

/**
 * The statement conflicts only with an expired row, because `take_keys` locked the key and found no
 * other row.
 */
const INSERT = `on conflict (user_id, key)
  do update set fingerprint = excluded.fingerprint, reply = excluded.reply, created_at = now()`;

/**
 * Stores the response to a key in the transaction that handles the request. The statement is not
 * awaited: if it fails, nothing is committed.
 */
export function storeReply(db: Transaction, response: NewResponse): void {
  db.later(batchedStatement(db, CACHED_REPLIES, response));
}

const CACHED_REPLIES: BatchedStatement<NewResponse> = {
  text: `insert into idempotency_keys (user_id, key, fingerprint, reply)
   select * from unnest($1::uuid[], $2::text[], $3::text[], string_to_array($4, e'\\n')) ${INSERT}`,
  valuesOf: (responses) => [
    ...inColumns(responses.map(({ userId, key, fingerprint }) => [userId, key, fingerprint])),
    inLines(responses.map(({ reply }) => reply)),
  ],
};
