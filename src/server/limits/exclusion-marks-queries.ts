// What tells an excluded person when they come again, and the accounts that look like theirs.
import type { Likeness } from '#domain/break.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** What a person can be told by. `key`: readable, so never stored. */
export type LikenessKey = { kind: Likeness; key: string };
export type Mark = { kind: Likeness; hash: Buffer };

/** What a person can be told by, and whether they have excluded themselves. */
export async function findLikenesses(
  db: Transaction,
  userId: string,
): Promise<{ keys: LikenessKey[]; isExcluded: boolean }> {
  const [keys, [row]] = await Promise.all([
    statement<LikenessKey>(db, 'select kind, key from likenesses_of($1)', [userId]),
    statement<{ excluded: boolean }>(db, 'select is_excluded($1) as excluded', [userId]),
  ]);
  return { keys, isExcluded: row!.excluded };
}

/** The mailbox of a new address, in the spelling that all spellings of it share. */
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

/** Bars an account that has a mark of an excluded person. Returns what they share, if it is new. */
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

/** Bars the other accounts that an excluded person has already. Returns the accounts that are new in the list. */
export async function barOtherAccounts(
  db: Transaction,
  excludedId: string,
): Promise<{ userId: string; why: Likeness }[]> {
  return statement(
    db,
    `with own as materialized (select kind, key from likenesses_of($1))
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

/** The excluded people whose account one looks like, while their exclusion holds. */
export async function listBarsOf(db: Database, userId: string): Promise<BarredRow[]> {
  return statement<BarredRow>(
    db,
    `select excluded_id as "excludedId", why, since, let_through_at as "letThroughAt", reason from barred_accounts
     where user_id = $1 and is_excluded(excluded_id) order by since, excluded_id, why`,
    [userId],
  );
}

/** Lets an account through that shares a home with somebody excluded. Returns how many questions that answers. */
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
