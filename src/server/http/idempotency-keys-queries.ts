import { batchedStatement, statement, type Database, type Transaction } from '#engine/database.ts';
import { inColumns, inLines, type BatchedStatement } from '#engine/batched-statement.ts';

/** Hours for which the response to a key is stored (docs/product.md §3). */
const KEPT_HOURS = 24;

export type StoredResponse = { fingerprint: string; reply: string };

/**
 * Takes a key for this transaction and returns the response stored for it. Null if the key is
 * unused. If another transaction has taken the same key, this one waits.
 */
export async function takeKey(
  db: Transaction,
  userId: string,
  key: string,
): Promise<StoredResponse | null> {
  const [kept] = await batchedStatement<StoredResponse, OwnKey>(db, TAKEN_KEYS, { userId, key });
  return kept ?? null;
}

type OwnKey = { userId: string; key: string };

const TAKEN_KEYS: BatchedStatement<OwnKey> = {
  text: 'select at, fingerprint, reply from take_keys($1, $2, make_interval(hours => $3))',
  valuesOf: (keys) => [...inColumns(keys.map(({ userId, key }) => [userId, key])), KEPT_HOURS],
};

/** Deletes some expired keys. Returns their number. */
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

/** Deletes a user's stored responses, because they contain personal data. */
export async function deleteKeysOf(db: Transaction, userId: string): Promise<void> {
  await statement(db, 'delete from idempotency_keys where user_id = $1', [userId]);
}

type NewAnswer = StoredResponse & OwnKey;

/**
 * A conflict can only be with an expired row. `take_keys` locked the key and found no other row.
 */
const KEEP = `on conflict (user_id, key)
  do update set fingerprint = excluded.fingerprint, reply = excluded.reply, created_at = now()`;

/**
 * Stores the response of a key in the transaction of its work. The statement is not awaited: if it
 * fails, nothing is committed.
 */
export function storeReply(db: Transaction, answer: NewAnswer): void {
  db.later(batchedStatement(db, CACHED_REPLIES, answer));
}

const CACHED_REPLIES: BatchedStatement<NewAnswer> = {
  text: `insert into idempotency_keys (user_id, key, fingerprint, reply)
   select * from unnest($1::uuid[], $2::text[], $3::text[], string_to_array($4, e'\\n')) ${KEEP}`,
  valuesOf: (answers) => [
    ...inColumns(answers.map(({ userId, key, fingerprint }) => [userId, key, fingerprint])),
    inLines(answers.map(({ reply }) => reply)),
  ],
};
