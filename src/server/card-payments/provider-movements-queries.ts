import { randomUUID } from 'node:crypto';
import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import type { CardMovement } from '../runtime/card-provider.ts';

// The provider dates a movement when it happens, but may report it a little later. So each read
// overlaps the previous read.
const OVERLAP = '3 days';

/**
 * Returns the time from which to ask the provider for movements. Earlier movements are already
 * stored, or are older than the shop.
 */
export async function findMovementsSince(db: Database): Promise<Date> {
  const [row] = await statement<{ since: Date }>(
    db,
    `select coalesce((select max(moved_at) from provider_movements), (select min(created_at) from payments),
       shop_now()) - interval '${OVERLAP}' as since`,
    [],
  );
  return row!.since;
}

/** Stores movements. Returns those that were new, with their ids in the shop, oldest first. */
export async function insertMovements(
  db: Transaction,
  movements: CardMovement[],
  isAgreed: (movement: CardMovement) => boolean,
): Promise<(CardMovement & { ownId: string })[]> {
  const rows = await statement<{ id: string; provider_id: string }>(
    db,
    `insert into provider_movements (id, provider_id, category, amount, fee, source_id, intent_id, moved_at, taken_in_at, agreed_at)
     select m.*, shop_now(), case when agreed then shop_now() end
     from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::timestamptz[]) as
       m (id, provider_id, category, amount, fee, source_id, intent_id, moved_at)
     join unnest($2::text[], $9::boolean[]) as a (provider_id, agreed) using (provider_id)
     on conflict (provider_id) do nothing returning id, provider_id`,
    [
      movements.map(() => randomUUID()),
      movements.map((one) => one.id),
      movements.map((one) => one.category),
      movements.map((one) => one.amount),
      movements.map((one) => one.fee),
      movements.map((one) => one.sourceId),
      movements.map((one) => one.intentId),
      movements.map((one) => one.at),
      movements.map(isAgreed),
    ],
  );
  const ids = new Map(rows.map((row) => [row.provider_id, row.id]));
  return movements.flatMap((one) => {
    const ownId = ids.get(one.id);
    return ownId === undefined ? [] : [{ ...one, ownId }];
  });
}

export type ComparedMovement = {
  id: string;
  provider_id: string;
  category: string;
  amount: Cents;
  intent_id: string | null;
  payment_id: string | null;
  /** The movement's amount in the books. Null if the books don't have the movement. */
  booked: Cents | null;
};

/**
 * SQL for the amount that a journal moves into the card clearing account. It is negative if the
 * journal moves money out of the account.
 */
const CLEARED = `sum(case when t.debit_account_id = 'house:card_clearing' then t.amount else -t.amount end)::bigint`;

/**
 * Lists movements that don't match the books yet, each with its amount in the books, oldest first.
 * All movements of a dispute count together, because some of them cancel each other. Movements that
 * an operator has investigated come after all others, because they may never match.
 */
export async function compareMovements(db: Database, limit: number): Promise<ComparedMovement[]> {
  return statement<ComparedMovement>(
    db,
    `select m.id, m.provider_id, m.category, m.intent_id, y.id as payment_id,
       case when m.category in ('dispute', 'dispute_reversal') then d.moved else m.amount end as amount,
       case m.category
         when 'charge' then charged.amount
         when 'refund' then refunded.amount
         when 'refund_failure' then returned.amount
         when 'dispute' then d.booked
         when 'dispute_reversal' then d.booked
       end as booked
     from (
       select o.* from provider_movements o where o.agreed_at is null
       order by exists (select from money_questions q where q.subject = o.provider_id and q.closed_by_id is not null),
         o.moved_at, o.id limit $1
     ) m
     left join payments y on y.intent_id = m.intent_id
     left join lateral (
       select ${CLEARED} as amount from journals j
       join transfers t on t.journal_id = j.id and t.debit_account_id = 'house:card_clearing'
       where m.category = 'charge' and j.kind in ('pack_purchase', 'shipping_fee', 'credit_purchase')
         and j.reference_id in (y.subject_id, y.id)
     ) charged on true
     left join lateral (
       select -f.amount as amount from refunds f where m.category = 'refund' and f.provider_id = m.source_id
     ) refunded on true
     left join lateral (
       select f.amount from refunds f
       where m.category = 'refund_failure' and f.provider_id = m.source_id and f.state = 'failed'
     ) returned on true
     left join lateral (
       select (select sum(amount - fee)::bigint from provider_movements o where o.source_id = m.source_id) as moved,
         ${CLEARED} as booked
       from disputes d
       join journals j on j.kind in ('dispute_opened', 'dispute_won', 'dispute_fee', 'dispute_fee_returned')
         and j.reference_id = any (array(select d.id union all select f.id from dispute_fees f where f.dispute_id = d.id))
       join transfers t on t.journal_id = j.id and 'house:card_clearing' in (t.debit_account_id, t.credit_account_id)
       where m.category in ('dispute', 'dispute_reversal') and d.provider_id = m.source_id
     ) d on true
     order by m.moved_at, m.id`,
    [limit],
  );
}

export async function markMovementsAgreed(db: Transaction, ids: string[]): Promise<void> {
  await statement(
    db,
    'update provider_movements set agreed_at = shop_now() where id = any ($1::uuid[]) and agreed_at is null',
    [ids],
  );
}

export type MissingRow = { subject: string; payment_id: string; amount: Cents };

// Earlier runs compared the entries older than this. If the provider has reported no movement for
// an entry, an open question keeps the entry in the comparison until the movement appears.
const LOOKBACK = '40 days';

/**
 * Lists charges and refunds in the books for which the provider has reported no movement. Entries
 * from before the first reported movement are left out. `graceHours` is the number of hours that a
 * report may take.
 */
export async function listMissingMovements(
  db: Database,
  graceHours: number,
): Promise<MissingRow[]> {
  return statement<MissingRow>(
    db,
    `with told as (select min(moved_at) as first from provider_movements),
     span as (
       select greatest(first, shop_now() - interval '${LOOKBACK}') as begins,
         shop_now() - make_interval(hours => $1) as ends from told
     ),
     asked as (select subject from money_questions where kind = 'not_at_provider' and closed_at is null),
     charged as (
       select y.* from span join payments y on y.updated_at between begins and ends and y.created_at >= begins
       union
       select y.* from payments y join asked on asked.subject = y.intent_id
     ),
     refunded as (
       select f.* from span join refunds f on f.paid_at between begins and ends
       union
       select f.* from refunds f join asked on asked.subject = f.provider_id
     )
     select y.intent_id as subject, y.id as payment_id, y.amount from charged y
     where y.state in ('succeeded', 'refund_due', 'refunded') and y.intent_id is not null
       and not exists (select from provider_movements m where m.intent_id = y.intent_id and m.category = 'charge')
     union all
     select f.provider_id, f.payment_id, -f.amount from refunded f
     where f.method = 'card' and f.provider_id is not null
       and not exists (select from provider_movements m where m.source_id = f.provider_id and m.category = 'refund')`,
    [graceHours],
  );
}
