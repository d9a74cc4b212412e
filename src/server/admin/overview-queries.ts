// The state of the shop, in totals. What moved in hours that are over was added up once and kept; the rest is read from
// the ledger, and the current state from the few open rows. See choice 276.
import type { Cents } from '#domain/money.ts';
import { statement, type Database } from '../database/database.ts';

/** What moved, by the hour: as it was kept, or added up now where nothing is kept or something came in late. */
const MOVED = `
  select hour, sales, refunded, top_ups, sold_back, credits, openings from kept_hours where not is_late
  union all
  select m.* from (select hour from kept_hours where is_late) late, moved_between(late.hour, late.hour + interval '1 hour') m
  union all
  select m.* from moved_between(
    coalesce((select max(hour) + interval '1 hour' from kept_hours), '-infinity'), 'infinity') m`;

export type DayRow = {
  date: string;
  sales: Cents;
  refunded: Cents;
  top_ups: Cents;
  sold_back: Cents;
  openings: number;
};

/** What moved on each of the last days in UTC; every day is there. */
export async function listDays(db: Database, days: number): Promise<DayRow[]> {
  return statement<DayRow>(
    db,
    `with days as (
       select (shop_now() at time zone 'UTC')::date - back as day from generate_series(0, $1::int - 1) back
     ), moved as (
       select (hour at time zone 'UTC')::date as day, sum(sales) as sales, sum(refunded) as refunded,
         sum(top_ups) as top_ups, sum(sold_back) as sold_back, sum(openings) as openings
       from (${MOVED}) m
       where hour >= ((shop_now() at time zone 'UTC')::date - ($1::int - 1))::timestamp at time zone 'UTC'
       group by 1
     )
     select to_char(d.day, 'YYYY-MM-DD') as date, coalesce(m.sales, 0)::bigint as sales,
       coalesce(m.refunded, 0)::bigint as refunded, coalesce(m.top_ups, 0)::bigint as top_ups,
       coalesce(m.sold_back, 0)::bigint as sold_back, coalesce(m.openings, 0)::int as openings
     from days d left join moved m on m.day = d.day order by d.day`,
    [days],
  );
}

export type StandingRow = {
  credits_held: Cents;
  unsettled_count: number;
  unsettled_amount: Cents;
  refunds_due_count: number;
  refunds_due_amount: Cents;
  disputes_count: number;
  disputes_amount: Cents;
  packs_in_stock: number;
  cards_to_ship: number;
  prices_at: Date | null;
};

/** The current state of the shop. */
export async function findStanding(db: Database): Promise<StandingRow> {
  const [row] = await statement<StandingRow>(
    db,
    `select
       (select coalesce(sum(credits), 0)::bigint from (${MOVED}) m) as credits_held,
       u.count as unsettled_count, u.amount as unsettled_amount,
       r.count as refunds_due_count, r.amount as refunds_due_amount,
       d.count as disputes_count, d.amount as disputes_amount,
       (select coalesce(sum(packs), 0)::int from shown_changes) as packs_in_stock,
       (select count(*)::int from shipments s join shipment_cards c on c.shipment_id = s.id
        where s.state in ('requested', 'packed')) as cards_to_ship,
       (select max(finished_at) from price_runs where error is null) as prices_at
     from (
       select count(*)::int, coalesce(sum(amount), 0)::bigint as amount from payments
       where state in ('creating', 'open', 'processing', 'refund_due')
     ) u, (
       select count(*)::int, coalesce(sum(amount), 0)::bigint as amount from refunds
       where state <> 'paid' and replaced_by is null
     ) r, (
       select count(*)::int, coalesce(sum(amount), 0)::bigint as amount from disputes where state in ('inquiry', 'open')
     ) d`,
    [],
  );
  return row!;
}
