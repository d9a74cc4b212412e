import type { Role } from '#domain/access.ts';
import { CODE_LIFE_MINUTES, CODE_TRIES_MAX, type CodePurpose } from '#domain/one-time-code.ts';
import { SET_UP_MINUTES } from '#domain/two-factor.ts';
import { statement, type Database } from '../database/database.ts';

export type UserRow = {
  id: string;
  email: string;
  role: Role;
  password_hash: string;
  email_verified_at: Date | null;
  locked_at: Date | null;
  deletion_due_at: Date | null;
  created_at: Date;
};

const USER_COLUMNS =
  'id, email, role, password_hash, email_verified_at, locked_at, deletion_due_at, created_at';

/** Of a row of users called `u`: a second factor that is only being set up guards nothing yet. */
const HAS_TWO_FACTOR =
  'exists (select 1 from two_factors t where t.user_id = u.id and t.confirmed_at is not null)';

export async function findUser(db: Database, userId: string): Promise<UserRow | null> {
  const [row] = await statement<UserRow>(db, `select ${USER_COLUMNS} from users where id = $1`, [
    userId,
  ]);
  return row ?? null;
}

/** The user with an e-mail address, compared without case. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | null> {
  const [row] = await statement<UserRow>(
    db,
    `select ${USER_COLUMNS} from users where email = lower($1) and erased_at is null`,
    [email],
  );
  return row ?? null;
}

// Who writes something down about a person waits for the job that erases them, and then finds nobody. This
// lock is in nobody else's way.
const BEFORE_ERASING = 'for key share';

/** Where a user gets mail, and whether they want what they can do without. Null: the account is erased. */
export async function findMailbox(
  db: Database,
  userId: string,
): Promise<{ email: string; wants_mail: boolean } | null> {
  const [row] = await statement<{ email: string; wants_mail: boolean }>(
    db,
    `select email, (preferences->>'emailNotifications')::boolean as wants_mail
     from users where id = $1 and erased_at is null ${BEFORE_ERASING}`,
    [userId],
  );
  return row ?? null;
}

/** The country of a user's address, or null. */
export async function findCountry(db: Database, userId: string): Promise<string | null> {
  const [row] = await statement<{ country: string | null }>(
    db,
    'select country from users where id = $1',
    [userId],
  );
  return row?.country ?? null;
}

/** Marks a user's address as verified, if it still is the one that was proven. Answers the user. */
export async function updateToVerified(
  db: Database,
  userId: string,
  email: string,
): Promise<UserRow | null> {
  const [row] = await statement<UserRow>(
    db,
    `update users set email_verified_at = coalesce(email_verified_at, shop_now()), updated_at = shop_now()
     where id = $1 and email = $2 returning ${USER_COLUMNS}`,
    [userId, email],
  );
  return row ?? null;
}

/** Makes a user; null when the address is taken. Their ledger account comes with them. */
export async function insertUser(
  db: Database,
  user: { id: string; email: string; username: string; passwordHash: string; role: Role },
): Promise<UserRow | null> {
  const [row] = await statement<UserRow>(
    db,
    `insert into users (id, email, username, password_hash, role) values ($1, lower($2), $3, $4, $5)
     on conflict (email) do nothing returning ${USER_COLUMNS}`,
    [user.id, user.email, user.username, user.passwordHash, user.role],
  );
  return row ?? null;
}

/** Puts a new hash in the place of the one that a user was found with. */
export async function updatePasswordHash(
  db: Database,
  user: { id: string; password_hash: string },
  renewed: string,
): Promise<void> {
  await statement(db, 'update users set password_hash = $3 where id = $1 and password_hash = $2', [
    user.id,
    user.password_hash,
    renewed,
  ]);
}

/**
 * Sets a password that its owner chose, now. `provenEmail`: the address that they read a code from. False:
 * the account was erased a moment ago.
 */
export async function updatePassword(
  db: Database,
  userId: string,
  passwordHash: string,
  provenEmail: string | null,
): Promise<boolean> {
  const rows = await statement(
    db,
    `update users set password_hash = $2, password_changed_at = shop_now(), updated_at = shop_now(),
       email_verified_at = case when email = $3 then coalesce(email_verified_at, shop_now()) else email_verified_at end
     where id = $1 and erased_at is null returning id`,
    [userId, passwordHash, provenEmail],
  );
  return rows.length > 0;
}

/** Whether a user's password is still this one, and keeps it so until the end of the transaction. */
export async function holdPassword(
  db: Database,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  const rows = await statement(
    db,
    'select 1 from users where id = $1 and password_hash = $2 and erased_at is null for share',
    [userId, passwordHash],
  );
  return rows.length > 0;
}

/**
 * Gives a user another address, which they have just proven. Breaks `users_email_unique` if it is taken.
 * Null: the account was erased a moment ago.
 */
export async function updateEmail(
  db: Database,
  userId: string,
  email: string,
): Promise<UserRow | null> {
  const [row] = await statement<UserRow>(
    db,
    `update users set email = lower($2), email_verified_at = shop_now(), updated_at = shop_now()
     where id = $1 and erased_at is null returning ${USER_COLUMNS}`,
    [userId, email],
  );
  return row ?? null;
}

/** Gives a user a role; false when there is no such user. */
export async function updateRole(db: Database, email: string, role: Role): Promise<boolean> {
  const rows = await statement(
    db,
    'update users set role = $2, updated_at = now() where email = lower($1) returning id',
    [email, role],
  );
  return rows.length > 0;
}

/** Begins a session; false when the account was erased a moment ago, which this waits to know. */
export async function insertSession(
  db: Database,
  session: { id: string; userId: string; userAgent: string; ip: string },
): Promise<boolean> {
  const rows = await statement(
    db,
    `insert into sessions (id, user_id, rotated_at, user_agent, ip, created_at)
     select $1, id, shop_now(), $3, $4, shop_now() from users where id = $2 and erased_at is null ${BEFORE_ERASING}
     returning id`,
    [session.id, session.userId, session.userAgent, session.ip],
  );
  return rows.length > 0;
}

/** Where a user ever signed in from. */
export async function listPlacesOfSessions(
  db: Database,
  userId: string,
): Promise<{ ip: string; user_agent: string }[]> {
  return statement(db, 'select distinct ip, user_agent from sessions where user_id = $1', [userId]);
}

/** A session that is not used for this long, or is this old, takes a new sign-in (choice 5). */
const IDLE_DAYS_MAX = 30;
const SESSION_DAYS_MAX = 90;

export type StandingSession = {
  user_id: string;
  role: Role;
  email_verified: boolean;
  has_two_factor: boolean;
};

/** The user of a session that has not ended, as they are now. */
export async function findStandingSession(
  db: Database,
  sessionId: string,
): Promise<StandingSession | null> {
  const [row] = await statement<StandingSession>(
    db,
    `select u.id as user_id, u.role, u.email_verified_at is not null as email_verified, ${HAS_TWO_FACTOR} as has_two_factor
     from sessions s join users u on u.id = s.user_id
     where s.id = $1 and s.ended_at is null and u.locked_at is null`,
    [sessionId],
  );
  return row ?? null;
}

/**
 * Moves a session on to its next refresh token, if `generation` is the newest one. False: it is not,
 * or the session has ended or was left alone for too long.
 */
export async function rotateSession(
  db: Database,
  sessionId: string,
  generation: number,
): Promise<string | null> {
  const [row] = await statement<{ user_id: string }>(
    db,
    `update sessions s set generation = generation + 1, rotated_at = shop_now()
     from users u
     where s.id = $1 and s.generation = $2 and s.ended_at is null and u.id = s.user_id and u.locked_at is null
       and s.rotated_at > shop_now() - make_interval(days => $3) and s.created_at > shop_now() - make_interval(days => $4)
     returning s.user_id`,
    [sessionId, generation, IDLE_DAYS_MAX, SESSION_DAYS_MAX],
  );
  return row?.user_id ?? null;
}

/** Seconds in which a used refresh token still answers its successor (docs/product.md §8). */
const REUSE_GRACE_S = 20;

/**
 * The user of a session whose refresh token number `generation` was used a moment ago: two tabs that
 * refresh at once are no theft.
 */
export async function findJustRotated(
  db: Database,
  sessionId: string,
  generation: number,
): Promise<string | null> {
  const [row] = await statement<{ user_id: string }>(
    db,
    `select user_id from sessions
     where id = $1 and generation = $2 + 1 and ended_at is null and rotated_at > shop_now() - make_interval(secs => $3)`,
    [sessionId, generation, REUSE_GRACE_S],
  );
  return row?.user_id ?? null;
}

/** Ends a session. `reuse`: because one of its used tokens came back. */
export async function endSession(db: Database, sessionId: string, reuse: boolean): Promise<void> {
  await statement(
    db,
    'update sessions set ended_at = shop_now(), reuse_detected = $2 where id = $1 and ended_at is null',
    [sessionId, reuse],
  );
}

export type SessionRow = {
  id: string;
  user_agent: string;
  ip: string;
  created_at: Date;
  rotated_at: Date;
};

/** A user's sessions that can still be used, the last used first. */
export async function listStandingSessions(db: Database, userId: string): Promise<SessionRow[]> {
  return statement<SessionRow>(
    db,
    `select id, user_agent, ip, created_at, rotated_at from sessions
     where user_id = $1 and ended_at is null
       and rotated_at > shop_now() - make_interval(days => $2) and created_at > shop_now() - make_interval(days => $3)
     order by rotated_at desc, id`,
    [userId, IDLE_DAYS_MAX, SESSION_DAYS_MAX],
  );
}

/** Ends a session of a user; false when they have none such that stands. */
export async function endSessionOf(
  db: Database,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const rows = await statement(
    db,
    `update sessions set ended_at = shop_now()
     where user_id = $1 and id = $2 and ended_at is null returning id`,
    [userId, sessionId],
  );
  return rows.length > 0;
}

/** Ends all sessions of a user, but for `keptId` if there is one. Answers how many. */
export async function endSessionsOf(
  db: Database,
  userId: string,
  keptId: string | null,
): Promise<number> {
  const rows = await statement(
    db,
    `update sessions set ended_at = shop_now()
     where user_id = $1 and id is distinct from $2::uuid and ended_at is null returning id`,
    [userId, keptId],
  );
  return rows.length;
}

/** Whether a session began, with a password, within the last `minutes`. */
export async function isSessionYoung(
  db: Database,
  sessionId: string,
  minutes: number,
): Promise<boolean> {
  const rows = await statement(
    db,
    `select 1 from sessions where id = $1 and created_at > shop_now() - make_interval(mins => $2)`,
    [sessionId, minutes],
  );
  return rows.length > 0;
}

/**
 * Puts a new code in the place of a user's last one for a purpose. False, and nothing changes, within
 * `pauseS` seconds of that one.
 */
export async function replaceCode(
  db: Database,
  code: {
    userId: string;
    purpose: CodePurpose;
    email: string;
    codeHash: string;
    pauseS: number;
  },
): Promise<boolean> {
  const replaced = await statement(
    db,
    `insert into one_time_codes as c (user_id, purpose, email, code_hash, sent_at, expires_at)
     select person.id, $2, $3, $4, shop_now(), shop_now() + make_interval(mins => ${CODE_LIFE_MINUTES})
       from (select id from users where id = $1 and erased_at is null ${BEFORE_ERASING}) person
     on conflict (user_id, purpose) do update set email = excluded.email, code_hash = excluded.code_hash,
       tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at
       where c.sent_at <= shop_now() - make_interval(secs => $5)
     returning user_id`,
    [code.userId, code.purpose, code.email, code.codeHash, code.pauseS],
  );
  return replaced.length > 0;
}

/** Seconds until a user may get another code for a purpose. */
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

/** Counts a try at a code that may still be tried, and answers its hash. Null: there is none. */
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

/** Why a code can't be tried any more: too often, or else too late. Null: there is none. */
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

/** Deletes a code; false when it is not there any more. */
export async function deleteCode(
  db: Database,
  code: { userId: string; purpose: CodePurpose; codeHash: string },
): Promise<boolean> {
  const deleted = await statement(
    db,
    'delete from one_time_codes where user_id = $1 and purpose = $2 and code_hash = $3 returning user_id',
    [code.userId, code.purpose, code.codeHash],
  );
  return deleted.length > 0;
}

/** Deletes whatever codes a user has for these purposes. */
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

/** The address that a user's newest code to change it was mailed to; null: they asked for none. */
export async function findAskedEmail(db: Database, userId: string): Promise<string | null> {
  const [row] = await statement<{ email: string }>(
    db,
    `select email from one_time_codes where user_id = $1 and purpose = 'change_email'`,
    [userId],
  );
  return row?.email ?? null;
}

export type SecurityRow = {
  password_changed_at: Date | null;
  has_two_factor: boolean;
  recovery_codes_left: number;
  pending_email: string | null;
};

export async function findSecurity(db: Database, userId: string): Promise<SecurityRow | null> {
  const [row] = await statement<SecurityRow>(
    db,
    `select u.password_changed_at, ${HAS_TWO_FACTOR} as has_two_factor,
       (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null) as recovery_codes_left,
       (select c.email from one_time_codes c where c.user_id = u.id and c.purpose = 'change_email'
          and c.expires_at > shop_now() and c.tries < ${CODE_TRIES_MAX}) as pending_email
     from users u where u.id = $1`,
    [userId],
  );
  return row ?? null;
}

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
export async function updateToConfirmed(
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

/** Uses a recovery code up; answers how many are left, null when it was used or is none. */
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
  db: Database,
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

async function deleteRecoveryCodes(db: Database, userId: string): Promise<void> {
  await statement(db, 'delete from recovery_codes where user_id = $1', [userId]);
}

/** Takes a user's second factor away, with its recovery codes. False: there was none. */
export async function deleteTwoFactor(db: Database, userId: string): Promise<boolean> {
  await deleteRecoveryCodes(db, userId);
  const rows = await statement(db, 'delete from two_factors where user_id = $1 returning user_id', [
    userId,
  ]);
  return rows.length > 0;
}

/** What a user chose, as the API writes it (docs/product.md §8). */
export type Preferences = {
  packRecommendations: boolean;
  emailNotifications: boolean;
  smsNotifications: boolean;
  autoConvertExpiredCards: boolean;
  preferredCategories: string[];
  currency: 'CAD';
  language: 'en';
};

export type SettingsRow = {
  preferences: Preferences;
  full_name: string | null;
  username: string;
  phone_number: string | null;
  auto_ship_threshold: number | null;
  default_shipping_method: 'standard';
  privacy_level: 'private' | 'friends' | 'public';
  has_two_factor: boolean;
};

const SETTINGS_COLUMNS = `preferences, full_name, username, phone_number, auto_ship_threshold,
  default_shipping_method, privacy_level, ${HAS_TWO_FACTOR} as has_two_factor`;

export async function findSettings(db: Database, userId: string): Promise<SettingsRow | null> {
  const [row] = await statement<SettingsRow>(
    db,
    `select ${SETTINGS_COLUMNS} from users u where id = $1`,
    [userId],
  );
  return row ?? null;
}

/**
 * Changes the preferences that are given, in one statement: two tabs don't undo each other. Null: the
 * account was erased a moment ago.
 */
export async function updatePreferences(
  db: Database,
  userId: string,
  changes: { [Key in keyof Preferences]?: Preferences[Key] | undefined },
): Promise<SettingsRow | null> {
  const [row] = await statement<SettingsRow>(
    db,
    `update users u set preferences = preferences || $2::jsonb, updated_at = now()
     where id = $1 and erased_at is null returning ${SETTINGS_COLUMNS}`,
    [userId, JSON.stringify(changes)],
  );
  return row ?? null;
}

export type SettingsChanges = {
  fullName?: string | null | undefined;
  username?: string | undefined;
  phoneNumber?: string | null | undefined;
  autoShipThreshold?: number | null | undefined;
  defaultShippingMethod?: string | undefined;
  privacyLevel?: string | undefined;
};

/** Changes the settings that are given; null clears one. Answers null as `updatePreferences` does. */
export async function updateSettings(
  db: Database,
  userId: string,
  changes: SettingsChanges,
): Promise<SettingsRow | null> {
  // A key that is there is a change, be it to null.
  const [row] = await statement<SettingsRow>(
    db,
    `update users u set
       full_name = case when $2::jsonb ? 'fullName' then $2::jsonb->>'fullName' else full_name end,
       username = coalesce($2::jsonb->>'username', username),
       phone_number = case when $2::jsonb ? 'phoneNumber' then $2::jsonb->>'phoneNumber' else phone_number end,
       auto_ship_threshold = case when $2::jsonb ? 'autoShipThreshold'
         then ($2::jsonb->>'autoShipThreshold')::bigint else auto_ship_threshold end,
       default_shipping_method = coalesce($2::jsonb->>'defaultShippingMethod', default_shipping_method),
       privacy_level = coalesce($2::jsonb->>'privacyLevel', privacy_level),
       updated_at = now()
     where id = $1 and erased_at is null returning ${SETTINGS_COLUMNS}`,
    [userId, JSON.stringify(changes)],
  );
  return row ?? null;
}

/** Where a person's parcels go. `fullName` and `phoneNumber` undefined: they stay as they are. */
export type Address = {
  fullName: string | undefined;
  phoneNumber: string | null | undefined;
  addressLine1: string;
  city: string;
  state: string;
  zipCode: string;
  country: string;
};

/** Puts an address in the place of the one before; false when the account was erased a moment ago. */
export async function updateAddress(
  db: Database,
  userId: string,
  address: Address,
): Promise<boolean> {
  const rows = await statement(
    db,
    `update users set full_name = coalesce($2, full_name),
       phone_number = case when $3 then $4 else phone_number end,
       address_line_1 = $5, city = $6, state = $7, zip_code = $8, country = $9, updated_at = shop_now()
     where id = $1 and erased_at is null returning id`,
    [
      userId,
      address.fullName ?? null,
      address.phoneNumber !== undefined,
      address.phoneNumber ?? null,
      address.addressLine1,
      address.city,
      address.state,
      address.zipCode,
      address.country,
    ],
  );
  return rows.length > 0;
}

/** Sets the day of an account's end, `days` from now. Null: it is set already. */
export async function updateToLeaving(
  db: Database,
  userId: string,
  days: number,
): Promise<Date | null> {
  const [row] = await statement<{ deletion_due_at: Date }>(
    db,
    `update users set deletion_due_at = shop_now() + make_interval(days => $2), updated_at = shop_now()
     where id = $1 and deletion_due_at is null and erased_at is null returning deletion_due_at`,
    [userId, days],
  );
  return row?.deletion_due_at ?? null;
}

/** The day on which an account ends; null: it stays. */
export async function findDeletionDue(db: Database, userId: string): Promise<Date | null> {
  const [row] = await statement<{ deletion_due_at: Date | null }>(
    db,
    'select deletion_due_at from users where id = $1',
    [userId],
  );
  return row?.deletion_due_at ?? null;
}

/** An account that was to end stays; false when it was not, or has ended. */
export async function updateToStaying(db: Database, userId: string): Promise<boolean> {
  const rows = await statement(
    db,
    `update users set deletion_due_at = null, updated_at = shop_now()
     where id = $1 and deletion_due_at is not null and erased_at is null returning id`,
    [userId],
  );
  return rows.length > 0;
}

/** The accounts whose day has come, longest ago first. */
export async function listAccountsToErase(db: Database): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    'select id from users where deletion_due_at <= shop_now() and erased_at is null order by deletion_due_at',
    [],
  );
  return rows.map((row) => row.id);
}

/**
 * Locks an account whose day has come, so that nobody signs in or keeps it meanwhile, and answers its
 * address. Null: it was kept, or is erased.
 */
export async function lockAccountToErase(db: Database, userId: string): Promise<string | null> {
  const [row] = await statement<{ email: string }>(
    db,
    `select email from users
     where id = $1 and deletion_due_at <= shop_now() and erased_at is null for update`,
    [userId],
  );
  return row?.email ?? null;
}

/**
 * Takes everything about the person out of a user, their sessions, codes and second factor. What stays
 * is an id for the books to hang on. Nobody can sign in to it: see `findUserByEmail`.
 */
export async function eraseUser(db: Database, userId: string): Promise<void> {
  await Promise.all([
    statement(
      db,
      `update users set email = 'erased-' || id || '@erased.invalid', username = 'erased', password_hash = 'erased',
         role = 'user', email_verified_at = null, password_changed_at = null, full_name = null,
         phone_number = null, address_line_1 = null, city = null, state = null, zip_code = null, country = null,
         preferences = default, auto_ship_threshold = null, default_shipping_method = default,
         privacy_level = default, erased_at = shop_now(), updated_at = shop_now()
       where id = $1`,
      [userId],
    ),
    statement(
      db,
      `update sessions set ended_at = coalesce(ended_at, shop_now()), user_agent = '', ip = '' where user_id = $1`,
      [userId],
    ),
    statement(db, 'delete from one_time_codes where user_id = $1', [userId]),
    statement(db, 'delete from two_factors where user_id = $1', [userId]),
    statement(db, 'delete from recovery_codes where user_id = $1', [userId]),
  ]);
}
