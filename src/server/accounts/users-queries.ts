import { ASKED_LISTS, MAIL_LISTS, type MailList } from '#domain/mail.ts';
import type { Right, Role, Roled } from '#domain/access.ts';
import { CODE_TRIES_MAX } from '#domain/one-time-code.ts';

import { batchedStatement, statement, type Database, type Transaction } from '#engine/database.ts';
import { EACH_ID, type BatchedStatement } from '#engine/batched-statement.ts';
import type { SaleBarRow } from '../limits/breaks-queries.ts';
import { SAID, type Said } from './consents-queries.ts';
import { IS_IN_QUESTION } from './place-questions-queries.ts';

export type UserRow = {
  id: string;
  email: string;
  role: Role;
  /** The rights of a role made in this shop. Null for other roles. */
  rights: Right[] | null;
  password_hash: string;
  /** Whether an operator imported the account and its owner has not chosen a password yet. */
  awaits_password: boolean;
  email_verified_at: Date | null;
  locked_at: Date | null;
  deletion_due_at: Date | null;
  created_at: Date;
};

const staffRightsOf = (user: string) =>
  `case when ${user}.role = 'staff' then (select r.rights from staff_roles r where r.id = ${user}.staff_role_id) end`;

/** The rights of a role made in this shop, for a row of `users` with the alias `u`. */
export const STAFF_RIGHTS_OF_U = staffRightsOf('u');

const USER_COLUMNS = `id, email, role, ${staffRightsOf('users')} as rights, password_hash,
  imported_at is not null and password_changed_at is null as awaits_password, email_verified_at, locked_at,
  deletion_due_at, created_at`;

/** The admins who can sign in, as recipients of notices. */
export async function listAdmins(db: Database): Promise<{ userId: string; email: string }[]> {
  return statement(
    db,
    `select id as "userId", email from users
     where role = 'admin' and locked_at is null and erased_at is null order by created_at, id`,
    [],
  );
}

/** Whether a user has an active second factor, for a row of `users` with the alias `u`. */
export const HAS_TWO_FACTOR =
  'exists (select 1 from two_factors t where t.user_id = u.id and t.confirmed_at is not null)';

export type OperatorRow = Roled & {
  userId: string;
  email: string;
  alertsOff: string[];
  has_two_factor: boolean;
};

/** The operators who can sign in, each with the conditions whose alerts they switched off. */
export async function listOperatorRows(db: Database): Promise<OperatorRow[]> {
  return statement<OperatorRow>(
    db,
    `select u.id as "userId", u.email, u.role, ${STAFF_RIGHTS_OF_U} as rights, u.alerts_off as "alertsOff",
       ${HAS_TWO_FACTOR} as has_two_factor from users u
     where u.role <> 'user' and u.locked_at is null and u.erased_at is null order by u.created_at, u.id`,
    [],
  );
}

/** Returns the conditions whose alerts an operator switched off. */
export async function findAlertsOff(db: Database, userId: string): Promise<string[]> {
  const [row] = await statement<{ off: string[] }>(
    db,
    'select alerts_off as off from users where id = $1',
    [userId],
  );
  return row!.off;
}

/** Switches an operator's alerts of a condition on or off. */
export async function updateAlertsOff(
  db: Database,
  userId: string,
  condition: string,
  isOn: boolean,
): Promise<void> {
  await statement(
    db,
    `update users set alerts_off = array_remove(alerts_off, $2) || case when $3 then '{}'::text[] else array[$2::text] end
     where id = $1`,
    [userId, condition, isOn],
  );
}

export async function findUser(db: Database, userId: string): Promise<UserRow | null> {
  const [row] = await statement<UserRow>(db, `select ${USER_COLUMNS} from users where id = $1`, [
    userId,
  ]);
  return row ?? null;
}

/** Finds the user with an e-mail address. Upper and lower case are equal. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | null> {
  const [row] = await statement<UserRow>(
    db,
    `select ${USER_COLUMNS} from users where email = lower($1) and erased_at is null`,
    [email],
  );
  return row ?? null;
}

// Every transaction that stores something about a user takes this lock. If the account is being
// erased, the transaction waits and then finds no user. Transactions that only take this lock don't
// wait for each other.
export const BEFORE_ERASING = 'for key share';

/**
 * A user's address, with whether it is proven, whether the user wants optional mails, and where the
 * user lives.
 */
export type MailboxRow = {
  email: string;
  is_proven: boolean;
  wants_mail: boolean;
  country: string | null;
  state: string | null;
  postal_code: string | null;
  /** Whether an open question about where the user lives stops sales to them. */
  isInQuestion: boolean;
  /** For each mail list that a user may leave, whether the user has left it. */
  left: Partial<Record<MailList, boolean>>;
};

/** For each mail list, SQL that tells whether the user `u` has left the list or never joined it. */
const LEFT = MAIL_LISTS.map((list) =>
  ASKED_LISTS.has(list)
    ? `'${list}', (u.preferences->'${list}') is distinct from 'true'`
    : `'${list}', u.preferences->'${list}' = 'false'`,
).join(', ');

const MAILBOX = `
  u.email, u.email_verified_at is not null as is_proven, (u.preferences->>'emailNotifications')::boolean as wants_mail,
  u.country, u.state, u.zip_code as postal_code, ${IS_IN_QUESTION},
  jsonb_build_object(${LEFT}) as left`;

/** Finds a user's mailbox. Returns null if the account is erased. */
export async function findMailbox(db: Transaction, userId: string): Promise<MailboxRow | null> {
  const [row] = await batchedStatement<MailboxRow, string>(db, MAILBOXES, userId);
  return row ?? null;
}

const OF_EACH_USER = `from users u where u.id = w.id and u.erased_at is null limit 1 ${BEFORE_ERASING}`;

const MAILBOXES: BatchedStatement<string> = {
  text: `select w.at, u.* from ${EACH_ID} cross join lateral (select ${MAILBOX} ${OF_EACH_USER}) u`,
  valuesOf: (userIds) => [userIds],
};

/**
 * `bar` tells why nothing may be sold to the buyer. `packs_left` is the number of packs that the
 * buyer may still buy under a limit that they set themselves, or null if they set no limit.
 */
type BuyerRow = MailboxRow & { bar: SaleBarRow; packs_left: number | null };

const MAY_BUY = `sale_bar(u.id) as bar, (
  select l.amount - (select packs from spent_within(u.id)) from own_limits l
  where l.user_id = u.id and l.kind = 'packs' and l.amount is not null
) as packs_left`;

const BUYERS: BatchedStatement<string> = {
  text: `select w.at, u.* from ${EACH_ID} cross join lateral (select ${MAILBOX}, ${MAY_BUY} ${OF_EACH_USER}) u`,
  valuesOf: (userIds) => [userIds],
};

/**
 * Finds a buyer's mailbox, and the reasons and limits that keep the buyer from buying. Returns null
 * if the account is erased.
 */
export async function findBuyer(db: Transaction, userId: string): Promise<BuyerRow | null> {
  const [row] = await batchedStatement<BuyerRow, string>(db, BUYERS, userId);
  return row ?? null;
}

const ASKED_BUYERS: BatchedStatement<string> = {
  text: `select w.at, u.* from ${EACH_ID} cross join lateral (select ${MAILBOX}, ${MAY_BUY}, ${SAID} ${OF_EACH_USER}) u`,
  valuesOf: (userIds) => [userIds],
};

/** Like `findBuyer`, but also reads the buyer's consents and confirmed age. */
export async function findAskedBuyer(
  db: Transaction,
  userId: string,
): Promise<(BuyerRow & Said) | null> {
  const [row] = await batchedStatement<BuyerRow & Said, string>(db, ASKED_BUYERS, userId);
  return row ?? null;
}

type Home = {
  country: string | null;
  state: string | null;
  postalCode: string | null;
  isInQuestion: boolean;
};

/**
 * The parts of a user's address that decide prices and taxes, as far as the user has entered them.
 */
export async function findHome(db: Database, userId: string): Promise<Home> {
  const [row] = await statement<Home>(
    db,
    `select u.country, u.state, u.zip_code as "postalCode", ${IS_IN_QUESTION} from users u where u.id = $1`,
    [userId],
  );
  return row ?? { country: null, state: null, postalCode: null, isInQuestion: false };
}

/**
 * Marks a user's address as verified, and returns the user. Returns null if the address is no
 * longer the one that was proven.
 */
export async function markEmailVerified(
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

/**
 * Creates a user; a trigger creates the user's ledger account. `isVerified` means that the operator
 * of the shop vouches for the address. Returns null if the address is taken.
 */
export async function insertUser(
  db: Database,
  user: {
    id: string;
    email: string;
    username: string;
    passwordHash: string;
    role: Role;
    isVerified: boolean;
  },
): Promise<UserRow | null> {
  const [row] = await statement<UserRow>(
    db,
    `insert into users (id, email, username, password_hash, role, email_verified_at)
     values ($1, lower($2), $3, $4, $5, case when $6 then shop_now() end)
     on conflict (email) do nothing returning ${USER_COLUMNS}`,
    [user.id, user.email, user.username, user.passwordHash, user.role, user.isVerified],
  );
  return row ?? null;
}

/** Replaces a user's password hash, unless the stored hash is no longer the one that was read. */
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
 * Sets a password that the owner has just chosen. `provenEmail` is the address that the owner
 * proved with a mailed code; it becomes verified. It is null if no code was used. Returns false if
 * the account was just erased.
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

/**
 * Whether a user still has this password hash. If the user has it, locks the user until the end of
 * the transaction.
 */
export async function lockUserWithPassword(
  db: Transaction,
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
 * Changes a user's address to an address that the user has just proven. Violates
 * `users_email_unique` if another user has the address. Returns null if the account was just
 * erased.
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

/** Gives a user a role that every shop has. Returns false if there is no such user. */
export async function updateRole(db: Database, email: string, role: Role): Promise<boolean> {
  const rows = await statement(
    db,
    `with ended as (delete from staff_invitations where email = lower($1))
     update users set role = $2, staff_role_id = null, updated_at = shop_now() where email = lower($1) returning id`,
    [email, role],
  );
  return rows.length > 0;
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

/** A user's shipping address. If `fullName` or `phoneNumber` is undefined, its stored value does not change. */
export type Address = {
  fullName: string | undefined;
  phoneNumber: string | null | undefined;
  addressLine1: string;
  city: string;
  state: string;
  zipCode: string;
  country: string;
};

/** Replaces a user's address. Returns false if the account was just erased. */
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
