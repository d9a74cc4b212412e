import { statement, type Database, type Transaction } from '../database/database.ts';

/** Hours that the answer to a key is kept (docs/product.md §3). */
const KEPT_HOURS = 24;

/**
 * Takes a key for the work of this transaction. Waits for another transaction that is at work on the
 * same key. Answers null when the key is free, otherwise what was stored with it.
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

/** Deletes some of the keys that are kept no longer; answers how many. */
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

/** Deletes the answers that are kept for a user: they tell what the user was told. */
export async function deleteKeysOf(db: Transaction, userId: string): Promise<void> {
  await statement(db, 'delete from idempotency_keys where user_id = $1', [userId]);
}

/** Stores the answer of a key's work, in the transaction of the work. */
export async function storeReply(
  db: Transaction,
  userId: string,
  key: string,
  reply: string,
): Promise<void> {
  await statement(db, 'update idempotency_keys set reply = $3 where user_id = $1 and key = $2', [
    userId,
    key,
    reply,
  ]);
}

/** A count for one subject and rule. */
export type Counted = { rule: string; subject: string };

/** Counts one more event in the window of a subject. Answers the count, and the seconds it has left. */
export async function countEvent(
  db: Database,
  { rule, subject }: Counted,
  seconds: number,
): Promise<{ count: number; seconds_left: number }> {
  const [row] = await statement<{ count: number; seconds_left: number }>(
    db,
    `insert into throttle_counters as c (rule, subject, count, ends_at)
     values ($1, $2, 1, shop_now() + make_interval(secs => $3))
     on conflict (rule, subject) do update set
       count = case when c.ends_at <= shop_now() then 1 else c.count + 1 end,
       ends_at = case when c.ends_at <= shop_now() then excluded.ends_at else c.ends_at end
     returning count, extract(epoch from ends_at - shop_now())::float8 as seconds_left`,
    [rule, subject, seconds],
  );
  return row!;
}

/** The count of a subject's window; 0 when it has ended or never began. */
export async function findCount(db: Database, { rule, subject }: Counted): Promise<number> {
  const [row] = await statement<{ count: number }>(
    db,
    'select count from throttle_counters where rule = $1 and subject = $2 and ends_at > shop_now()',
    [rule, subject],
  );
  return row?.count ?? 0;
}

/**
 * Counts a try unless the subject has to wait, and sets the wait that follows it: the n-th of `waits`,
 * or the last. One statement, so that tries at the same moment can't share one. Answers null when the
 * try may go on, otherwise the seconds to wait. The count is forgotten `seconds` after the last try.
 */
export async function countTry(
  db: Database,
  { rule, subject }: Counted,
  waits: readonly number[],
  seconds: number,
): Promise<number | null> {
  const counted = await statement(
    db,
    `insert into throttle_counters as c (rule, subject, count, ends_at, waits_until)
     values ($1, $2, 1, shop_now() + make_interval(secs => $4), shop_now() + make_interval(secs => ($3::int[])[1]))
     on conflict (rule, subject) do update set
       count = case when c.ends_at <= shop_now() then 1 else c.count + 1 end,
       ends_at = excluded.ends_at,
       waits_until = shop_now() + make_interval(secs => ($3::int[])[
         case when c.ends_at <= shop_now() then 1 else least(c.count + 1, cardinality($3::int[])) end])
     where c.waits_until is null or c.waits_until <= shop_now()
     returning count`,
    [rule, subject, waits, seconds],
  );
  if (counted.length > 0) return null;
  const [row] = await statement<{ seconds_left: number }>(
    db,
    `select extract(epoch from waits_until - shop_now())::float8 as seconds_left
     from throttle_counters where rule = $1 and subject = $2`,
    [rule, subject],
  );
  return Math.max(0, row?.seconds_left ?? 0);
}

/** Takes back a try that was never judged, with the wait that it set. */
export async function uncountTry(db: Database, { rule, subject }: Counted): Promise<void> {
  await statement(
    db,
    `update throttle_counters set count = greatest(count - 1, 0), waits_until = null
     where rule = $1 and subject = $2`,
    [rule, subject],
  );
}

/** Forgets a subject. */
export async function deleteCount(db: Database, { rule, subject }: Counted): Promise<void> {
  await statement(db, 'delete from throttle_counters where rule = $1 and subject = $2', [
    rule,
    subject,
  ]);
}

/** Deletes some counts that have ended, passing over those that somebody is at. */
export async function deleteEndedCounts(db: Database): Promise<void> {
  await statement(
    db,
    `delete from throttle_counters where (rule, subject) in (
       select rule, subject from throttle_counters where ends_at <= shop_now()
       order by ends_at limit 20 for update skip locked)`,
    [],
  );
}
