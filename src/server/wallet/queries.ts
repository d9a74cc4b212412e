import type { JournalKind, ReceiptNote } from '#domain/ledger.ts';
import type { TransactionStatus } from '#domain/transaction.ts';
import { statement, type Database } from '../database/database.ts';

export type TransactionRow = {
  id: string;
  user_id: string;
  kind: JournalKind;
  reference_id: string;
  reference: string | null;
  description: string;
  amount: number;
  by_card: boolean;
  metadata: Record<string, unknown> | null;
  created_at: Date;
  noted_at: Date | null;
};

// What a journal's user sees of it: what moved on their account, or else what their card paid (out) and
// got back (in). One place says so, and every list and sum below stands on it.
const SEEN = `
  cross join lateral (
    select
      coalesce(
        sum(case j.user_id::text when t.credit_account_id then t.amount when t.debit_account_id then -t.amount end),
        sum(case 'house:card_clearing' when t.credit_account_id then t.amount when t.debit_account_id then -t.amount end),
        0
      )::bigint as amount,
      coalesce(bool_or('house:card_clearing' in (t.debit_account_id, t.credit_account_id)), false) as by_card
    from transfers t where t.journal_id = j.id
  ) seen`;

const TRANSACTION = `
  select j.id, j.user_id, j.kind, j.reference_id, j.reference, j.description, j.created_at,
    seen.amount, seen.by_card, n.metadata, n.updated_at as noted_at
  from journals j ${SEEN}
  left join transaction_notes n on n.transaction_id = j.id`;

/** The transaction of a fact; null: it has not happened. */
export async function findTransactionOf(
  db: Database,
  kind: JournalKind,
  referenceId: string,
): Promise<TransactionRow | null> {
  const [row] = await statement<TransactionRow>(
    db,
    'find_transaction_by_fact',
    `${TRANSACTION} where j.kind = $1 and j.reference_id = $2`,
    [kind, referenceId],
  );
  return row ?? null;
}

/** A transaction, whoever's it is. */
export async function findTransaction(db: Database, id: string): Promise<TransactionRow | null> {
  const [row] = await statement<TransactionRow>(
    db,
    'find_transaction',
    `${TRANSACTION} where j.id = $1`,
    [id],
  );
  return row ?? null;
}

export type TransactionFilters = {
  types: JournalKind[] | null;
  statuses: TransactionStatus[] | null;
  from: Date | null;
  to: Date | null;
};

/** A page of a user's transactions, newest first, and how many there are in all. */
export async function listTransactionsOf(
  db: Database,
  userId: string,
  filters: TransactionFilters,
  limit: number,
  offset: number,
): Promise<{ rows: TransactionRow[]; total: number }> {
  // The wire tells milliseconds, the database keeps more: the last one belongs to the range as a whole.
  const where = `where j.user_id = $1
    and ($2::text[] is null or j.kind = any ($2))
    and ($3::text[] is null or 'completed' = any ($3))
    and ($4::timestamptz is null or j.created_at >= $4)
    and ($5::timestamptz is null or j.created_at < $5::timestamptz + interval '1 millisecond')`;
  const values = [userId, filters.types, filters.statuses, filters.from, filters.to];
  const [rows, [count]] = await Promise.all([
    statement<TransactionRow>(
      db,
      'list_transactions',
      `${TRANSACTION} ${where} order by j.created_at desc, j.id desc limit $6 offset $7`,
      [...values, limit, offset],
    ),
    statement<{ total: number }>(
      db,
      'count_transactions',
      `select count(*) as total from journals j ${where}`,
      values,
    ),
  ]);
  return { rows, total: count!.total };
}

/** Writes beside a transaction, in place of what stood there. */
export async function noteTransaction(
  db: Database,
  id: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  await statement(
    db,
    'note_transaction',
    `insert into transaction_notes (transaction_id, metadata, updated_at) values ($1, $2, shop_now())
     on conflict (transaction_id) do update set metadata = excluded.metadata, updated_at = excluded.updated_at`,
    [id, metadata],
  );
}

export type ReceiptRow = { receipt: ReceiptNote | null; total: number; tax: number; fee: number };

/** What the transfers of a transaction say on its receipt, and the note that was made with them. */
export async function findReceipt(db: Database, id: string): Promise<ReceiptRow | null> {
  const [row] = await statement<ReceiptRow>(
    db,
    'find_receipt',
    `select j.receipt, coalesce(sum(t.amount), 0)::bigint as total,
       coalesce(sum(t.amount) filter (where t.credit_account_id = 'house:tax'), 0)::bigint as tax,
       coalesce(sum(t.amount) filter (where t.credit_account_id = 'house:fees'), 0)::bigint as fee
     from journals j left join transfers t on t.journal_id = j.id where j.id = $1 group by j.id`,
    [id],
  );
  return row ?? null;
}

export type DaySumRow = { date: string; kind: JournalKind; count: number; out: number; in: number };

/** What went out and came in on each of the last days of a time zone, and which days those are. */
export async function sumDays(
  db: Database,
  userId: string,
  timeZone: string,
  days: number,
): Promise<{ sums: DaySumRow[]; dates: string[] }> {
  const [dates, sums] = await Promise.all([
    statement<{ date: string }>(
      db,
      'list_last_days',
      `select to_char(day, 'YYYY-MM-DD') as date
       from (select (shop_now() at time zone $1)::date as today) t,
         generate_series(today - ($2::int - 1), today, interval '1 day') as day
       order by day`,
      [timeZone, days],
    ),
    statement<DaySumRow>(
      db,
      'sum_days',
      `select to_char(j.created_at at time zone $2, 'YYYY-MM-DD') as date, j.kind, count(*) as count,
         sum(greatest(-seen.amount, 0))::bigint as out, sum(greatest(seen.amount, 0))::bigint as in
       from journals j ${SEEN}
       where j.user_id = $1
         and j.created_at >= (((shop_now() at time zone $2)::date - ($3::int - 1))::timestamp at time zone $2)
       group by 1, 2`,
      [userId, timeZone, days],
    ),
  ]);
  return { sums, dates: dates.map((row) => row.date) };
}
