import { SET_UP_MINUTES } from '#domain/two-factor.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type TwoFactorRow = { sealed_secret: string; is_confirmed: boolean; is_too_old: boolean };

/** A user's second factor, active or still being set up. */
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
 * Stores the secret of a new set-up in place of the previous set-up's. False: a second factor is
 * already active.
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
 * Activates a second factor, if its secret is still the one that a code proved. Uses up that code.
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

/** Uses up the code of a time step. False: the code of this or a later step was already used. */
export async function useStep(db: Database, userId: string, step: number): Promise<boolean> {
  const rows = await statement(
    db,
    `update two_factors set last_step = $2
     where user_id = $1 and confirmed_at is not null and (last_step is null or last_step < $2) returning user_id`,
    [userId, step],
  );
  return rows.length > 0;
}

/**
 * Uses up a recovery code and returns how many codes are left. Null: the code was used before, or
 * is wrong.
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

/** Replaces a user's recovery codes with these. */
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
 * set the factor up. False: the account had none, or its address is proven.
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

/** Removes a user's second factor and recovery codes. False: the user had no second factor. */
export async function deleteTwoFactor(db: Transaction, userId: string): Promise<boolean> {
  await deleteRecoveryCodes(db, userId);
  const rows = await statement(db, 'delete from two_factors where user_id = $1 returning user_id', [
    userId,
  ]);
  return rows.length > 0;
}
