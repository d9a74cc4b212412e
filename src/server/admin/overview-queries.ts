// The state of the shop, in totals. Daily sums are read from the requested days; the
// current state is read from the few open rows. See choice 108.
import type { Cents } from '#domain/money.ts';
import { statement, type Database } from '../database/database.ts';

export type MoneyDayRow = {
  date: string;
  sales: Cents;
  refunded: Cents;
  top_ups: Cents;
  sold_back: Cents;
};

/** What moved on each of the last days in UTC, from the ledger. Days without a movement are left out. */
export async function sumMoneyByDay(db: Database, days: number): Promise<MoneyDayRow[]> {
  return statement<MoneyDayRow>(
    db,
    `select to_char(day, 'YYYY-MM-DD') as date, sales, refunded, top_ups, sold_back from (
       select (created_at at time zone 'UTC')::date as day,
         coalesce(sum(case 'house:sales' when credit_account_id then amount when debit_account_id then -amount end), 0)::bigint as sales,
         coalesce(sum(amount) filter (where debit_account_id = 'house:sales'), 0)::bigint as refunded,
         coalesce(sum(amount) filter (where debit_account_id = 'house:card_clearing' and credit_version is not null), 0)::bigint as top_ups,
         coalesce(sum(amount) filter (where debit_account_id = 'house:buyback'), 0)::bigint as sold_back
       from transfers
       where created_at >= ((shop_now() at time zone 'UTC')::date - ($1::int - 1))::timestamp at time zone 'UTC'
       group by 1
     ) summed order by day`,
    [days],
  );
}

/** The openings of each of the last days in UTC; every day is there. */
export async function countOpeningsByDay(
  db: Database,
  days: number,
): Promise<{ date: string; openings: number }[]> {
  return statement<{ date: string; openings: number }>(
    db,
    `select to_char(d.day, 'YYYY-MM-DD') as date, coalesce(o.openings, 0)::int as openings
     from (select (shop_now() at time zone 'UTC')::date as today) t,
       generate_series(today - ($1::int - 1), today, interval '1 day') as d(day)
     left join (
       select (opened_at at time zone 'UTC')::date as day, count(*) as openings from openings
       where opened_at >= ((shop_now() at time zone 'UTC')::date - ($1::int - 1))::timestamp at time zone 'UTC'
       group by 1
     ) o on o.day = d.day
     order by d.day`,
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
       (select coalesce(sum(balance), 0)::bigint from ledger_accounts where owner_id is not null) as credits_held,
       u.count as unsettled_count, u.amount as unsettled_amount,
       r.count as refunds_due_count, r.amount as refunds_due_amount,
       d.count as disputes_count, d.amount as disputes_amount,
       (select count(*)::int from places where state = 'available') as packs_in_stock,
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
