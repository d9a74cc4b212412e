// Queries of transactions in the form that users see, and of the notes on them. A transaction is a
// journal, or a top-up or refund that is still pending.
import type { ReceiptNote } from '#domain/ledger.ts';
import type { JournalKind } from '#domain/journal-kind.ts';
import type { Cents } from '#domain/money.ts';
import type { PaymentState } from '#domain/payment.ts';
import type { RefundMethod, RefundState } from '#domain/refund.ts';
import type { TaxLine } from '#domain/tax-lines.ts';
import { type TransactionStatus, topUpStatesOf } from '#domain/transaction.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { isUpTo } from '../database/narrow.ts';

export type TransactionRow = {
  id: string;
  user_id: string;
  kind: JournalKind;
  reference_id: string;
  reference: string | null;
  description: string;
  /** The number of cards that were sold together. It is 1 for other transactions. */
  parts: number;
  /** Whether the transaction is a purchase of singles alone. */
  is_of_singles: boolean;
  amount: Cents;
  by_card: boolean;
  /** The state of a top-up's payment that has not arrived. Null if the money has moved. */
  payment_state: PaymentState | null;
  intent_id: string | null;
  /**
   * The state of a refund that the card provider has not paid, or that came back. Null if the money
   * has moved.
   */
  refund_state: RefundState | null;
  /** If a refund came back, the way in which its replacement was paid. */
  replaced_with: RefundMethod | null;
  metadata: Record<string, unknown> | null;
  created_at: Date;
  /** The time at which the transaction got its present status. */
  changed_at: Date;
  noted_at: Date | null;
};

// The amount of a journal that its user sees. This is the movement on the user's account. If there is none, it is the
// amount that the card paid (out) or got back (in). All lists and sums below use this definition. `ids` selects the
// journals.
const seenIn = (ids: string): string => `
  cross join lateral (
    select
      coalesce(
        sum(case j.user_id::text when t.credit_account_id then t.amount when t.debit_account_id then -t.amount end),
        sum(case 'house:card_clearing' when t.credit_account_id then t.amount when t.debit_account_id then -t.amount end),
        0
      )::bigint as amount,
      coalesce(bool_or('house:card_clearing' in (t.debit_account_id, t.credit_account_id)), false) as by_card
    from transfers t where t.journal_id = any (${ids})
  ) seen`;

/** SQL for the ids of all journals that were posted together with a journal. The journal itself is included. */
const TOGETHER = `
  case when j.posted_with is null then array[j.id] else array(select id from journals where posted_with = j.posted_with) end`;

/**
 * SQL that is true for the first of the journals that were posted together. This journal represents
 * all of them.
 */
const STANDS_FOR_ALL = '(j.posted_with is null or j.posted_with = j.id)';

// Whether users see a journal as a transaction. Movements within the house are hidden. A loss that was paid by bank
// transfer is hidden, too, because it moved none of the user's credits. A refund that became a debt is shown only when
// the debt is paid. The part that it took from the user's own account is shown at once.
export const VISIBLE = `(j.user_id is not null and j.kind not in ('dispute_lost', 'dispute_fee', 'dispute_fee_returned', 'debt_written_off', 'refund_debt')
  and (j.kind not in ('refund', 'take_back', 'refund_failure', 'loss') or exists (
    select from transfers t where t.journal_id = j.id
      and (j.user_id::text in (t.credit_account_id, t.debit_account_id)
        or j.kind = 'refund' and 'house:card_clearing' in (t.debit_account_id, t.credit_account_id)))))`;

/** SQL that is true for a paid refund that a bank has sent back. */
const CAME_BACK = `(j.kind = 'refund' and exists (select from refunds f where f.id = j.id and f.state = 'failed'))`;

/**
 * Refunds without a journal. Such a refund is a transaction by itself, until a journal with its id
 * replaces it.
 */
const REFUNDS_ON_THEIR_WAY = `
  from refunds f join payments y on y.id = f.payment_id where f.paid_at is null and f.replaced_by is null`;

/**
 * Top-ups without a journal. Such a top-up is a transaction by itself, until a journal with its id
 * replaces it.
 */
const TOP_UPS_ON_THEIR_WAY = `
  from top_ups u join payments y on y.purpose = 'top_up' and y.subject_id = u.id and y.state <> 'succeeded'`;

/**
 * SQL for the transactions whose ids the query `wanted (id)` returns. If `as` is `user`, cards that
 * were sold together become one transaction; if it is `journals`, they stay apart.
 */
export function transactionsIn(wanted: string, as: 'user' | 'journals' = 'user'): string {
  const ids = as === 'user' ? TOGETHER : 'array[j.id]';
  return `
    select e.*, n.metadata, n.updated_at as noted_at,
      e.kind = 'pack_purchase' and not exists (select from order_lines l where l.order_id = e.reference_id) as is_of_singles
    from (${wanted}) wanted
    cross join lateral (
      select j.id, j.user_id, j.kind, j.reference_id, j.reference, j.description, cardinality(${ids}) as parts,
        seen.amount, seen.by_card,
        null as payment_state, paid.intent_id, case when ${CAME_BACK} then 'failed' end as refund_state,
        (select r.method from refunds f join refunds r on r.id = f.replaced_by where f.id = j.id) as replaced_with,
        j.created_at, j.created_at as changed_at
      from journals j ${seenIn(ids)}
      left join lateral (
        select y.intent_id from payments y
        where seen.by_card and y.purpose in ('order', 'shipment', 'top_up') and y.subject_id = j.reference_id
        union all
        select y.intent_id from payments y where seen.by_card and y.id = j.reference_id
        union all
        select y.intent_id from refunds f join payments y on y.id = f.payment_id
        where seen.by_card and f.id = j.reference_id
        limit 1
      ) paid on true
      where j.id = wanted.id and ${VISIBLE}
      union all
      select u.id, u.user_id, 'credit_purchase', u.id, null, y.description, 1, u.amount, true,
        y.state, y.intent_id, null, null, u.created_at, y.updated_at ${TOP_UPS_ON_THEIR_WAY}
      where u.id = wanted.id
      union all
      select f.id, y.user_id, 'refund', f.id, null, y.description, 1, f.amount, true,
        null, y.intent_id, f.state, null, f.created_at, coalesce(f.failed_at, f.created_at) ${REFUNDS_ON_THEIR_WAY} and f.id = wanted.id
    ) e
    left join transaction_notes n on n.transaction_id = e.id`;
}

/** Finds the transaction of an event. Returns null if the event has not happened. */
export async function findTransactionOf(
  db: Database,
  kind: JournalKind,
  referenceId: string,
): Promise<TransactionRow | null> {
  const [row] = await statement<TransactionRow>(
    db,
    transactionsIn('select id from journals where kind = $1 and reference_id = $2'),
    [kind, referenceId],
  );
  return row ?? null;
}

/** Finds a transaction of any user. A sale of several cards is found by the id of any of its journals. */
export async function findTransaction(db: Database, id: string): Promise<TransactionRow | null> {
  const [row] = await statement<TransactionRow>(
    db,
    transactionsIn(
      'select coalesce((select posted_with from journals where id = $1), $1::uuid) as id',
    ),
    [id],
  );
  return row ?? null;
}

/**
 * Lists the refunds of a payment in the form that its user sees, oldest first. Leaves out refunds
 * that another refund replaced.
 */
export async function listRefundTransactions(
  db: Database,
  paymentId: string,
): Promise<TransactionRow[]> {
  return statement<TransactionRow>(
    db,
    `${transactionsIn('select id from refunds where payment_id = $1 and replaced_by is null')}
     order by e.created_at, e.id`,
    [paymentId],
  );
}

export type TransactionFilters = {
  types: JournalKind[] | null;
  statuses: TransactionStatus[] | null;
  from: Date | null;
  to: Date | null;
};

/** Lists a page of a user's transactions, newest first, and counts all of them. */
export async function listTransactionsOf(
  db: Database,
  userId: string,
  filters: TransactionFilters,
  limit: number,
  offset: number,
): Promise<{ rows: TransactionRow[]; total: number }> {
  // Sorts by columns of the index, so that a transaction's subject is looked up only for the rows
  // of one page.
  const all = `
    select * from (
      select j.id, j.user_id, j.kind, j.created_at from journals j
      where ($3::text[] is null or (case when ${CAME_BACK} then 'failed' else 'completed' end) = any ($3))
        and ${VISIBLE} and ${STANDS_FOR_ALL}
      union all
      select u.id, u.user_id, 'credit_purchase', u.created_at ${TOP_UPS_ON_THEIR_WAY}
      where $6::text[] is null or y.state = any ($6)
      union all
      select f.id, y.user_id, 'refund', f.created_at ${REFUNDS_ON_THEIR_WAY}
        and ($3::text[] is null or (case f.state when 'failed' then 'failed' else 'pending' end) = any ($3))
    ) a
    where user_id = $1
      and ($2::text[] is null or kind = any ($2))
      and ($4::timestamptz is null or created_at >= $4)
      and ($5::timestamptz is null or ${isUpTo('created_at', '$5')})`;
  const { types, statuses, from, to } = filters;
  const states = statuses?.flatMap(topUpStatesOf) ?? null;
  const values = [userId, types, statuses, from, to, states];
  const [rows, [count]] = await Promise.all([
    statement<TransactionRow>(
      db,
      `${transactionsIn(`${all} order by created_at desc, id desc limit $7 offset $8`)}
       order by e.created_at desc, e.id desc`,
      [...values, limit, offset],
    ),
    statement<{ total: number }>(db, `select count(*) as total from (${all}) counted`, values),
  ]);
  return { rows, total: count!.total };
}

/** Stores the notes of a transaction, in place of its earlier notes. */
export async function noteTransaction(
  db: Transaction,
  id: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  await statement(
    db,
    `insert into transaction_notes (transaction_id, metadata, updated_at) values ($1, $2, shop_now())
     on conflict (transaction_id) do update set metadata = excluded.metadata, updated_at = excluded.updated_at`,
    [id, metadata],
  );
}

export type ReceiptRow = {
  card_id: string | null;
  receipt: ReceiptNote | null;
  total: Cents;
  tax: Cents;
  /**
   * Null if there are no taxes, or if the transaction is older than tax lines. In the second case,
   * `tax` has the sum.
   */
  taxes: TaxLine[] | null;
  fee: Cents;
};

// SQL for the tax lines of a journal: those of its order or parcel, or for a refund, the part of each tax that the
// refund returned at the rates of the sale.
const TAXES_OF_RECEIPT = `
  case j.kind
    when 'pack_purchase' then (select o.taxes from orders o where o.id = j.reference_id)
    when 'shipping_fee' then (select s.taxes from shipments s where s.id = j.reference_id)
    when 'refund' then coalesce(
      (select s.taxes from shipments s where s.id = j.reference_id),
      (select s.refund_taxes from order_singles s where s.new_card_id = j.reference_id),
      (select jsonb_agg(l || jsonb_build_object('amount', p.amount) order by place)
       from refunds f join payments y on y.id = f.payment_id
       cross join lateral (
         select taxes from orders where id = y.subject_id union all select taxes from shipments where id = y.subject_id
       ) sale
       cross join lateral jsonb_array_elements(sale.taxes) with ordinality as e (l, place)
       join refund_parts p on p.refund_id = f.id and p.account = l->>'account'
       where f.id = j.reference_id))
  end`;

/** SQL for the catalogue card that a journal sold, converted, lost or returned. Null for all other journals. */
const CARD_OF_JOURNAL = `(select p.card_id from physical_cards p
  where p.id = j.reference_id and j.kind in ('card_sale', 'card_conversion', 'loss', 'refund'))`;

/** Lists the amounts paid for cards that were sold together, in the order of the sale. */
export async function listSaleParts(
  db: Database,
  id: string,
): Promise<{ description: string; amount: Cents; card_id: string | null }[]> {
  return statement<{ description: string; amount: Cents; card_id: string | null }>(
    db,
    `select j.description, seen.amount, ${CARD_OF_JOURNAL} as card_id from journals j ${seenIn('array[j.id]')}
     where j.posted_with = $1 order by j.created_at, j.id`,
    [id],
  );
}

/** Finds the sums of a transaction's transfers and the stored lines, for the transaction's receipt. */
export async function findReceipt(db: Database, id: string): Promise<ReceiptRow | null> {
  const [row] = await statement<ReceiptRow>(
    db,
    `select j.receipt, ${CARD_OF_JOURNAL} as card_id, coalesce(sum(t.amount), 0)::bigint as total,
       coalesce(sum(t.amount) filter (where starts_with(t.credit_account_id, 'house:tax')), 0)::bigint as tax, ${TAXES_OF_RECEIPT} as taxes,
       coalesce(sum(t.amount) filter (where t.credit_account_id = 'house:fees'), 0)::bigint as fee
     from journals j left join transfers t on t.journal_id = any (${TOGETHER}) where j.id = $1 group by j.id`,
    [id],
  );
  return row ?? null;
}

export type DaySumRow = { date: string; kind: JournalKind; count: number; out: Cents; in: Cents };

/** SQL for what a user ($1) spent and received, by day in a time zone ($2) and by kind. */
const daySums = (since: string): string => `
  select to_char(j.created_at at time zone $2, 'YYYY-MM-DD') as date, j.kind,
    count(*) filter (where ${STANDS_FOR_ALL}) as count,
    sum(greatest(-seen.amount, 0))::bigint as out, sum(greatest(seen.amount, 0))::bigint as in
  from journals j ${seenIn('array[j.id]')}
  where j.user_id = $1 and ${VISIBLE} and not ${CAME_BACK} ${since}
  group by 1, 2`;

/** What a user spent and received on all days (UTC). */
export async function sumAllDays(db: Database, userId: string): Promise<DaySumRow[]> {
  return statement<DaySumRow>(db, daySums(''), [userId, 'UTC']);
}

/**
 * Sums up what a user spent and received on each of the last days in a time zone. `dates` includes
 * days without any movement.
 */
export async function sumSpendingByDay(
  db: Database,
  userId: string,
  timeZone: string,
  days: number,
): Promise<{ sums: DaySumRow[]; dates: string[] }> {
  const [dates, sums] = await Promise.all([
    statement<{ date: string }>(
      db,
      `select to_char(day, 'YYYY-MM-DD') as date
       from (select (shop_now() at time zone $1)::date as today) t,
         generate_series(today - ($2::int - 1), today, interval '1 day') as day
       order by day`,
      [timeZone, days],
    ),
    statement<DaySumRow>(
      db,
      daySums(
        'and j.created_at >= (((shop_now() at time zone $2)::date - ($3::int - 1))::timestamp at time zone $2)',
      ),
      [userId, timeZone, days],
    ),
  ]);
  return { sums, dates: dates.map((row) => row.date) };
}

/**
 * Finds the transaction of a card payment. That is the transaction of what was delivered, or else of the payment
 * itself.
 */
export async function findPaidTransactionId(
  db: Database,
  subjectId: string,
  paymentId: string,
): Promise<string | null> {
  const [row] = await statement<{ id: string }>(
    db,
    `select id from journals
     where kind in ('pack_purchase', 'shipping_fee', 'credit_purchase') and reference_id in ($1, $2)`,
    [subjectId, paymentId],
  );
  return row?.id ?? null;
}

/** Deletes operators' notes on a user's transactions. */
export async function deleteNotesOf(db: Transaction, userId: string): Promise<void> {
  await statement(
    db,
    `delete from transaction_notes where transaction_id in (
       select id from journals where user_id = $1
       union all select id from top_ups where user_id = $1
       union all select f.id from refunds f join payments y on y.id = f.payment_id where y.user_id = $1
     )`,
    [userId],
  );
}
