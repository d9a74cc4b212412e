import { SET_UP_MINUTES } from '#domain/two-factor.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type TwoFactorRow = { sealed_secret: string; is_confirmed: boolean; is_too_old: boolean };

/** A user's second factor, whether it guards already or is being set up. */
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

/** Keeps the secret of a set-up, in the place of one before it. False: a second factor guards already. */
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

/** Turns a set-up on, if it still has the secret that was proven; its code is used up. */
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

/** Uses the code of a time step up; false when it, or that of a later one, was used before. */
export async function useStep(db: Database, userId: string, step: number): Promise<boolean> {
  const rows = await statement(
    db,
    `update two_factors set last_step = $2
     where user_id = $1 and confirmed_at is not null and (last_step is null or last_step < $2) returning user_id`,
    [userId, step],
  );
  return rows.length > 0;
}

/** Uses a recovery code up; returns how many are left, null when it was used or is none. */
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

/** Gives a user these recovery codes and no others. */
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
 * Takes the second factor away that was put on an account whose address nobody has proven: whoever did so may be
 * anybody. False: there was none, or the address is proven.
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

/** Takes a user's second factor away, with its recovery codes. False: there was none. */
export async function deleteTwoFactor(db: Transaction, userId: string): Promise<boolean> {
  await deleteRecoveryCodes(db, userId);
  const rows = await statement(db, 'delete from two_factors where user_id = $1 returning user_id', [
    userId,
  ]);
  return rows.length > 0;
}
