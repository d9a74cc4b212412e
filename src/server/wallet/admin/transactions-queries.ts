// Queries about all transactions, for operators. A statement contains only the filters in use, so
// that each combination gets its own plan and index (choice 109).
import type { OtherAccount } from '#domain/house-accounts.ts';
import type { JournalKind } from '#domain/journal-kind.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database } from '#engine/database.ts';
import { idRange } from '../../database/id-range.ts';
import { pageOf } from '../../database/page-of.ts';
import { isUpTo, narrow, withinPeriod, type Narrowed } from '../../database/narrow.ts';
import { transactionsIn, VISIBLE, type TransactionRow } from '../transactions-queries.ts';

export type BookedRow = TransactionRow & { email: string };

/** SQL for the transactions whose ids the query `wanted (id)` returns, with their users' e-mail addresses. */
function bookedIn(wanted: string): string {
  return `select x.*, u.email from (${transactionsIn(wanted, 'journals')}) x join users u on u.id = x.user_id`;
}

export type BookFilters = {
  userId: string | null;
  type: JournalKind | null;
  from: Date | null;
  to: Date | null;
};

function filtersOf({ userId, type, from, to }: BookFilters): Narrowed {
  return narrow([
    { sql: VISIBLE, value: true },
    { sql: 'j.user_id = $?', value: userId },
    // If one user is selected, the appended '' makes Postgres read all of this user's transactions.
    // An index by kind and time would also read other users' transactions, and no index has both
    // user and kind.
    { sql: userId === null ? 'j.kind = $?' : "j.kind || '' = $?", value: type },
    ...withinPeriod('j.created_at', from, to),
  ]);
}

/**
 * Lists a page of all transactions that moved money, newest first. If more than COUNTED_MOST match,
 * `total` is COUNTED_MOST.
 */
export async function listBooked(
  db: Database,
  filters: BookFilters,
  limit: number,
  offset: number,
): Promise<{ rows: BookedRow[]; total: number }> {
  const { where, values } = filtersOf(filters);
  const from = `from journals j where ${where}`;
  const page = (part: string) =>
    `${bookedIn(`select j.id ${from} order by j.created_at desc, j.id desc ${part}`)}
     order by x.created_at desc, x.id desc`;
  return pageOf(db, { from, values, page, along: 'j.created_at desc, j.id desc' }, limit, offset);
}

/**
 * Lists the next transactions of a period, oldest first. `after` is the last transaction of the
 * previous page, or null for the first page.
 */
export async function listBookedAfter(
  db: Database,
  period: { from: Date; to: Date },
  after: { at: string; id: string } | null,
  limit: number,
): Promise<(BookedRow & { cursor: string })[]> {
  return statement<BookedRow & { cursor: string }>(
    db,
    `select b.*, b.created_at::text as cursor from (${bookedIn(
      `select j.id from journals j
       where ${VISIBLE} and j.created_at >= $1 and ${isUpTo('j.created_at', '$2')}
         and (j.created_at, j.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
       order by j.created_at, j.id limit ${limit}`,
    )}) b order by b.created_at, b.id`,
    [period.from, period.to, after?.at ?? null, after?.id ?? null],
  );
}

/** A document's series and number in its printed number, such as "FF-I-000123". */
const DOCUMENT_NUMBER = /(?:^|-)([ic])-0*(\d{1,9})$/i;

/**
 * Finds transactions by the beginning of an id, by a document's number, or by the card provider's
 * number of a payment or refund. Newest first.
 */
export async function searchTransactions(
  db: Database,
  search: string,
  most: number,
): Promise<BookedRow[]> {
  const ids = idRange(search);
  const [, letter, number] = DOCUMENT_NUMBER.exec(search) ?? [];
  const [wanted, values] =
    ids !== null
      ? [
          `select id from journals j where id between $1::uuid and $2::uuid and ${VISIBLE} order by id limit ${most}`,
          [ids.from, ids.to],
        ]
      : letter !== undefined
        ? [
            'select journal_id as id from documents where series = $1 and number = $2::int',
            [letter.toLowerCase() === 'i' ? 'invoice' : 'credit_note', number],
          ]
        : search.startsWith('pi_')
          ? [
              `select j.id from payments p cross join unnest(array['pack_purchase', 'shipping_fee', 'credit_purchase']) k (kind)
               join journals j on j.kind = k.kind and j.reference_id = p.subject_id where p.intent_id = $1`,
              [search],
            ]
          : ['select id from refunds where provider_id = $1', [search]];
  return statement<BookedRow>(db, `${bookedIn(wanted)} order by x.created_at desc, x.id`, values);
}

export type AccountRow = { email: string; balance: Cents; version: number };

/** A user's account. Null if there is no such user. */
export async function findAccount(db: Database, userId: string): Promise<AccountRow | null> {
  const [row] = await statement<AccountRow>(
    db,
    `select u.email, a.balance, a.version from ledger_accounts a join users u on u.id = a.owner_id where a.owner_id = $1`,
    [userId],
  );
  return row ?? null;
}

export type EntryRow = {
  version: number;
  journal_id: string;
  kind: JournalKind;
  description: string;
  other_account: OtherAccount;
  amount: Cents;
  balance: Cents;
  created_at: Date;
};

/**
 * Lists the movements of an account from the version `first` to the version `last`, both included.
 * The newest comes first.
 */
export async function listAccountMovements(
  db: Database,
  userId: string,
  first: number,
  last: number,
): Promise<EntryRow[]> {
  return statement<EntryRow>(
    db,
    `select e.version, e.journal_id, e.amount, e.balance, e.created_at, j.kind, j.description,
       case when e.other_account like 'debt:%' then 'debt' else e.other_account end as other_account
     from (
       select credit_version as version, journal_id, debit_account_id as other_account, amount, credit_balance as balance, created_at
       from transfers where credit_account_id = $1 and credit_version between $2 and $3
       union all
       select debit_version, journal_id, credit_account_id, -amount, debit_balance, created_at
       from transfers where debit_account_id = $1 and debit_version between $2 and $3
     ) e join journals j on j.id = e.journal_id
     order by e.version desc`,
    [userId, first, last],
  );
}
