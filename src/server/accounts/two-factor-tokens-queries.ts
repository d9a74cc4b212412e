import { SET_UP_TOKEN_HOURS } from '#domain/two-factor.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { BEFORE_ERASING } from './users-queries.ts';

/** Stores a token in place of the user's previous token. Returns the time at which the new token expires. */
export async function replaceTwoFactorToken(
  db: Transaction,
  userId: string,
  tokenHash: string,
): Promise<Date | null> {
  const [row] = await statement<{ expires_at: Date }>(
    db,
    `insert into two_factor_tokens as t (user_id, token_hash, expires_at)
     select person.id, $2, shop_now() + make_interval(hours => ${SET_UP_TOKEN_HOURS})
       from (select id from users where id = $1 and erased_at is null ${BEFORE_ERASING}) person
     on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
     returning expires_at`,
    [userId, tokenHash],
  );
  return row?.expires_at ?? null;
}

const IS_GOOD = 'user_id = $1 and token_hash = $2 and expires_at > shop_now()';

/** Whether a user has this token and the token is still valid. */
export async function hasTwoFactorToken(
  db: Database,
  userId: string,
  tokenHash: string,
): Promise<boolean> {
  const rows = await statement(db, `select 1 from two_factor_tokens where ${IS_GOOD}`, [
    userId,
    tokenHash,
  ]);
  return rows.length > 0;
}

/** Uses up a token. Returns false if the token is wrong or has expired. */
export async function deleteTwoFactorToken(
  db: Transaction,
  userId: string,
  tokenHash: string,
): Promise<boolean> {
  const rows = await statement(
    db,
    `delete from two_factor_tokens where ${IS_GOOD} returning user_id`,
    [userId, tokenHash],
  );
  return rows.length > 0;
}

/** Deletes a user's token, if there is one. */
export async function deleteTwoFactorTokenOf(db: Transaction, userId: string): Promise<void> {
  await statement(db, 'delete from two_factor_tokens where user_id = $1', [userId]);
}
