import { type CodePurpose, CODE_TRIES_MAX } from '#domain/one-time-code.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { BEFORE_ERASING } from './users-queries.ts';

/**
 * Replaces a user's last code for a purpose. If the last code is younger than `pauseS` seconds,
 * returns false and changes nothing.
 */
export async function replaceCode(
  db: Database,
  code: {
    userId: string;
    purpose: CodePurpose;
    email: string;
    codeHash: string;
    lifeMinutes: number;
    pauseS: number;
  },
): Promise<boolean> {
  const replaced = await statement(
    db,
    `insert into one_time_codes as c (user_id, purpose, email, code_hash, sent_at, expires_at)
     select person.id, $2, $3, $4, shop_now(), shop_now() + make_interval(mins => $6)
       from (select id from users where id = $1 and erased_at is null ${BEFORE_ERASING}) person
     on conflict (user_id, purpose) do update set email = excluded.email, code_hash = excluded.code_hash,
       tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at
       where c.sent_at <= shop_now() - make_interval(secs => $5)
     returning user_id`,
    [code.userId, code.purpose, code.email, code.codeHash, code.pauseS, code.lifeMinutes],
  );
  return replaced.length > 0;
}

/** Returns the number of seconds until a user may request another code for a purpose. */
export async function findCodePause(
  db: Database,
  userId: string,
  purpose: CodePurpose,
  pauseS: number,
): Promise<number> {
  const [row] = await statement<{ seconds_left: number }>(
    db,
    `select $3 - extract(epoch from shop_now() - sent_at)::float8 as seconds_left
     from one_time_codes where user_id = $1 and purpose = $2`,
    [userId, purpose, pauseS],
  );
  return row?.seconds_left ?? 0;
}

/**
 * Counts a try at a valid code, and returns the code's hash. Returns null if the user has no valid
 * code, or if too many tries were made.
 */
export async function countCodeTry(
  db: Database,
  userId: string,
  purpose: CodePurpose,
): Promise<string | null> {
  const [row] = await statement<{ code_hash: string }>(
    db,
    `update one_time_codes set tries = tries + 1
     where user_id = $1 and purpose = $2 and tries < ${CODE_TRIES_MAX} and expires_at > shop_now()
     returning code_hash`,
    [userId, purpose],
  );
  return row?.code_hash ?? null;
}

/**
 * Tells why a code is refused. If `is_used_up` is true, too many tries were made; otherwise the
 * code has expired. Returns null if there is no code.
 */
export async function findCode(
  db: Database,
  userId: string,
  purpose: CodePurpose,
): Promise<{ is_used_up: boolean } | null> {
  const [row] = await statement<{ is_used_up: boolean }>(
    db,
    `select tries >= ${CODE_TRIES_MAX} as is_used_up from one_time_codes where user_id = $1 and purpose = $2`,
    [userId, purpose],
  );
  return row ?? null;
}

/** Deletes a code. Returns false if the code no longer exists. */
export async function deleteCode(
  db: Transaction,
  code: { userId: string; purpose: CodePurpose; codeHash: string },
): Promise<boolean> {
  const deleted = await statement(
    db,
    'delete from one_time_codes where user_id = $1 and purpose = $2 and code_hash = $3 returning user_id',
    [code.userId, code.purpose, code.codeHash],
  );
  return deleted.length > 0;
}

/** Deletes all codes of a user for these purposes. */
export async function deleteCodesFor(
  db: Database,
  userId: string,
  purposes: readonly CodePurpose[],
): Promise<void> {
  await statement(db, 'delete from one_time_codes where user_id = $1 and purpose = any($2)', [
    userId,
    purposes,
  ]);
}

/** Deletes all codes of a user. */
export async function deleteCodesOf(db: Transaction, userId: string): Promise<void> {
  await statement(db, 'delete from one_time_codes where user_id = $1', [userId]);
}

/**
 * Returns the address to which a user's newest code for a change of address was mailed. Returns
 * null if there is no such code.
 */
export async function findAskedEmail(db: Database, userId: string): Promise<string | null> {
  const [row] = await statement<{ email: string }>(
    db,
    `select email from one_time_codes where user_id = $1 and purpose = 'change_email'`,
    [userId],
  );
  return row?.email ?? null;
}
