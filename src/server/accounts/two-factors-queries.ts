import { SET_UP_MINUTES } from '#domain/two-factor.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type TwoFactorRow = { sealed_secret: string; is_confirmed: boolean; is_too_old: boolean };

/** Finds a user's second factor, whether it is active or still being set up. */
export async function findTwoFactor(db: Database, userId: string): Promise<TwoFactorRow | null> {
  const [row] = await statement<TwoFactorRow>(
    db,
    `select sealed_secret, confirmed_at is not null as is_confirmed,
       confirmed_at is null and created_at <= shop_now() - make_interval(mins => ${SET_UP_MINUTES}) as is_too_old
     from two_factors where user_id = $1`,
    [userId],
  );
  return row ?? null;
}

/**
 * Stores the secret of a new set-up, and replaces the secret of an unfinished set-up. Returns false
 * if a second factor is already active, or if the account was erased.
 */
export async function insertTwoFactor(
  db: Database,
  userId: string,
  sealedSecret: string,
): Promise<boolean> {
  const rows = await statement(
    db,
    `insert into two_factors as t (user_id, sealed_secret, created_at)
       select id, $2, shop_now() from users where id = $1 and erased_at is null
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
       where t.confirmed_at is null
     returning user_id`,
    [userId, sealedSecret],
  );
  return rows.length > 0;
}

/**
 * Activates a second factor and uses up the code that proved its secret. Returns false if the
 * secret is no longer the one that the code proved.
 */
export async function turnOnTwoFactor(
  db: Database,
  userId: string,
  sealedSecret: string,
  step: number,
): Promise<boolean> {
  const rows = await statement(
    db,
    `update two_factors set confirmed_at = shop_now(), last_step = $3
     where user_id = $1 and sealed_secret = $2 and confirmed_at is null returning user_id`,
    [userId, sealedSecret, step],
  );
  return rows.length > 0;
}

/**
 * Uses up the code of a time step. Returns false if the code of this step or of a later step was
 * already used.
 */
export async function useTotpStep(db: Database, userId: string, step: number): Promise<boolean> {
  const rows = await statement(
    db,
    `update two_factors set last_step = $2
     where user_id = $1 and confirmed_at is not null and (last_step is null or last_step < $2) returning user_id`,
    [userId, step],
  );
  return rows.length > 0;
}

/**
 * Uses up a recovery code, and returns the number of codes that are left. Returns null if the code
 * is wrong or was used before.
 */
export async function useRecoveryCode(
  db: Database,
  userId: string,
  codeHash: string,
): Promise<number | null> {
  const [row] = await statement<{ left: number }>(
    db,
    `update recovery_codes c set used_at = shop_now() where user_id = $1 and code_hash = $2 and used_at is null
     returning (select count(*) from recovery_codes r
       where r.user_id = c.user_id and r.used_at is null and r.code_hash <> c.code_hash) as left`,
    [userId, codeHash],
  );
  return row?.left ?? null;
}

/** Replaces all recovery codes of a user with these codes. */
export async function replaceRecoveryCodes(
  db: Transaction,
  userId: string,
  codeHashes: readonly string[],
): Promise<void> {
  await deleteRecoveryCodes(db, userId);
  await statement(
    db,
    'insert into recovery_codes (user_id, code_hash) select $1, unnest($2::text[])',
    [userId, codeHashes],
  );
}

async function deleteRecoveryCodes(db: Transaction, userId: string): Promise<void> {
  await statement(db, 'delete from recovery_codes where user_id = $1', [userId]);
}

/**
 * Removes a second factor from an account whose address is unproven, because a stranger may have
 * set it up. Returns false if the account had no second factor, or if its address is proven.
 */
export async function deleteStrangersTwoFactor(db: Transaction, userId: string): Promise<boolean> {
  const rows = await statement(
    db,
    `delete from two_factors t using users u
     where t.user_id = $1 and u.id = t.user_id and u.email_verified_at is null returning t.confirmed_at`,
    [userId],
  );
  if (rows.length > 0) await deleteRecoveryCodes(db, userId);
  return rows.length > 0;
}

/** Removes a user's second factor and recovery codes. Returns false if the user had no second factor. */
export async function deleteTwoFactor(db: Transaction, userId: string): Promise<boolean> {
  await deleteRecoveryCodes(db, userId);
  const rows = await statement(db, 'delete from two_factors where user_id = $1 returning user_id', [
    userId,
  ]);
  return rows.length > 0;
}
