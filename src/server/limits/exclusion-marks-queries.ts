// Stores the marks by which the shop recognizes excluded people who come back, and the accounts that have such marks.
import type { Likeness } from '#domain/break.ts';
import { homeKey, type Home } from '#domain/home-key.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** A trait by which the shop recognizes a person. `key` is plain text, so it is never stored. */
export type LikenessKey = { kind: Likeness; key: string };
export type Mark = { kind: Likeness; hash: Buffer };

/**
 * Makes an exclusion wait for running comparisons, and a comparison for running exclusions. Otherwise neither would see
 * the rows that the other stores.
 */
export async function lockMarks(db: Transaction, by: 'exclusion' | 'comparison'): Promise<void> {
  const lock = by === 'exclusion' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await statement(db, `select ${lock}(hashtext('marks of excluded people'))`, []);
}

/**
 * SQL for whether a person paid by card or asked for a parcel. Their address is then more than one that they only typed
 * (choice 895).
 */
const LEAVES_HOME = `(exists (select from payments where user_id = $1 and card_fingerprint is not null)
  or exists (select from shipments where user_id = $1))`;

/**
 * Finds the traits by which the shop recognizes a person, and whether the person is excluded. `leavesHome`: whether an
 * exclusion of this person also marks their address. An address has two keys: the database's key finds accounts that
 * already have the address, and the key of `home-key.ts` knows more spellings.
 */
export async function findLikenesses(
  db: Transaction,
  userId: string,
): Promise<{ keys: LikenessKey[]; isExcluded: boolean; leavesHome: boolean }> {
  const [keys, homes, [row]] = await Promise.all([
    statement<LikenessKey>(db, 'select kind, key from likenesses_of($1)', [userId]),
    listHomes(db, userId),
    statement<{ isExcluded: boolean; leavesHome: boolean }>(
      db,
      `select is_excluded($1) as "isExcluded", ${LEAVES_HOME} as "leavesHome"`,
      [userId],
    ),
  ]);
  const ofHomes = new Set(homes.flatMap((home) => homeKey(home) ?? []));
  return {
    keys: [...keys, ...[...ofHomes].map((key) => ({ kind: 'home' as const, key }))],
    ...row!,
  };
}

/** Lists the homes of a person, from the person's profile and parcels. */
async function listHomes(db: Database, userId: string): Promise<Home[]> {
  return statement<Home>(
    db,
    `select full_name as name, array[address_line_1] as lines, zip_code as "postalCode", country from users where id = $1
     union select concat_ws(' ', address->>'firstName', address->>'lastName'),
       array[address->>'addressLine1', address->>'addressLine2'], address->>'postalCode', address->>'country'
     from shipments where user_id = $1 and address is not null`,
    [userId],
  );
}

/** Returns the key of the mailbox to which an address belongs. All spellings of one mailbox have the same key. */
export async function findEmailKey(db: Transaction, email: string): Promise<string> {
  const [row] = await statement<{ key: string }>(db, 'select email_key(lower($1)) as key', [email]);
  return row!.key;
}

export async function insertMarks(
  db: Transaction,
  excludedId: string,
  marks: Mark[],
): Promise<void> {
  await statement(
    db,
    `insert into exclusion_marks (excluded_id, kind, hash) select $1, w.kind, w.hash
     from unnest($2::text[], $3::bytea[]) as w (kind, hash) on conflict do nothing`,
    [excludedId, marks.map(({ kind }) => kind), marks.map(({ hash }) => hash)],
  );
}

/**
 * Bars an account that has a mark of an excluded person. Returns the shared traits for which the account was not yet
 * barred.
 */
export async function barMarkedAccount(
  db: Transaction,
  userId: string,
  marks: Mark[],
): Promise<Likeness[]> {
  const rows = await statement<{ why: Likeness }>(
    db,
    `insert into barred_accounts (user_id, excluded_id, why, since)
     select distinct $1::uuid, m.excluded_id, m.kind, shop_now()
     from unnest($2::text[], $3::bytea[]) as w (kind, hash) join exclusion_marks m on m.kind = w.kind and m.hash = w.hash
     where m.excluded_id <> $1 and is_excluded(m.excluded_id)
     on conflict do nothing returning why`,
    [userId, marks.map(({ kind }) => kind), marks.map(({ hash }) => hash)],
  );
  return rows.map(({ why }) => why);
}

/**
 * Bars the other accounts that share a trait with an excluded person. Returns the new entries of
 * the list of barred accounts.
 */
export async function barOtherAccounts(
  db: Transaction,
  excludedId: string,
): Promise<{ userId: string; why: Likeness }[]> {
  return statement(
    db,
    `with own as materialized (select kind, key from likenesses_of($1) where kind <> 'home' or ${LEAVES_HOME})
     insert into barred_accounts (user_id, excluded_id, why, since)
     select distinct o.id, $1::uuid, o.kind, shop_now() from (
       select u.id, own.kind from own join users u on own.kind = 'email' and email_key(u.email) = own.key and u.erased_at is null
       union all select y.user_id, own.kind from own join payments y on own.kind = 'card' and y.card_fingerprint = own.key
       union all select u.id, own.kind from own join users u on own.kind = 'home' and u.erased_at is null
         and home_key(u.full_name, u.address_line_1, u.zip_code, u.country) = own.key
       -- The address alone has an index.
       union all select s.user_id, own.kind from own join shipments s on own.kind = 'home'
         and address_key(s.address->>'addressLine1', s.address->>'postalCode', s.address->>'country')
           = substr(own.key, strpos(own.key, '|') + 1)
         and home_key(concat_ws(' ', s.address->>'firstName', s.address->>'lastName'), s.address->>'addressLine1',
           s.address->>'postalCode', s.address->>'country') = own.key
     ) o where o.id <> $1
     on conflict do nothing returning user_id as "userId", why`,
    [excludedId],
  );
}

/** Deletes the marks of exclusions that have ended. Returns their number. */
export async function deleteEndedMarks(db: Database): Promise<number> {
  const rows = await statement(
    db,
    'delete from exclusion_marks where not is_excluded(excluded_id) returning kind',
    [],
  );
  return rows.length;
}

export type BarredRow = {
  excludedId: string;
  why: Likeness;
  since: Date;
  letThroughAt: Date | null;
  reason: string | null;
};

/**
 * Lists the entries that bar an account. Each is about one trait of one excluded person. Entries of exclusions that
 * have ended are left out.
 */
export async function listBarsOf(db: Database, userId: string): Promise<BarredRow[]> {
  return statement<BarredRow>(
    db,
    `select excluded_id as "excludedId", why, since, let_through_at as "letThroughAt", reason from barred_accounts
     where user_id = $1 and is_excluded(excluded_id) order by since, excluded_id, why`,
    [userId],
  );
}

export type HomeQuestionRow = { user_id: string; email: string; since: Date };

const HOME_QUESTIONS_MAX = 100;

/**
 * Lists the accounts that are barred only because of a shared home, newest first. An operator can let these accounts
 * through.
 */
export async function listHomeQuestions(db: Database): Promise<HomeQuestionRow[]> {
  return statement<HomeQuestionRow>(
    db,
    `select b.user_id, u.email, max(b.since) as since from barred_accounts b join users u on u.id = b.user_id
     where b.let_through_at is null and u.erased_at is null and is_excluded(b.excluded_id)
     group by b.user_id, u.email having bool_and(b.why = 'home')
     order by max(b.since) desc, b.user_id limit ${HOME_QUESTIONS_MAX}`,
    [],
  );
}

/**
 * Lifts the bars that an account has because it shares a home with an excluded person. Returns the
 * number of lifted bars.
 */
export async function letThrough(
  db: Transaction,
  userId: string,
  operatorId: string,
  reason: string,
): Promise<number> {
  const rows = await statement(
    db,
    `update barred_accounts set let_through_at = shop_now(), let_through_by_id = $2, reason = $3
     where user_id = $1 and why = 'home' and let_through_at is null returning excluded_id`,
    [userId, operatorId, reason],
  );
  return rows.length;
}
