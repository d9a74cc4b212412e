// Reads the state of the shop, in totals. Past movements are stored as sums per day. Recent movements are read from the
// ledger, up to a limit. The current state comes from the few open rows (choice 755).
import type { Cents } from '#domain/money.ts';
import { statement, type Database } from '#engine/database.ts';

/**
 * Maximum number of recent transfers and openings that one overview adds up. One busy minute has about this many, and
 * adding them up costs no more than the rest of the overview. If there are more, the surplus is missing until the job
 * `jobs/sum-movements.ts` has summed the earlier ones.
 */
const ADDED_UP_MOST = 2_000;

type DayRow = {
  date: string;
  sales: Cents;
  refunded: Cents;
  top_ups: Cents;
  sold_back: Cents;
  openings: number;
};

type Moved = {
  /** Each of the last days in UTC. */
  days: DayRow[];
  creditsHeld: Cents;
  /** The totals leave out movements from this instant on. If null, the totals include all movements. */
  countedUntil: Date | null;
};

/** Sums what moved on each of the last `days` days in UTC, and the credits that users hold. */
export async function sumMovedByDay(db: Database, days: number): Promise<Moved> {
  const rows = await statement<DayRow & { credits_held: Cents; counted_until: Date | null }>(
    db,
    `with summed as materialized (
       select until, movement_after(until, ${ADDED_UP_MOST}) as counted_until from summed_until limit 1
     ), moved as materialized (
       select day, sales, refunded, top_ups, sold_back, credits, openings from day_sums
       union all
       select (l.happened_at at time zone 'UTC')::date, l.sales, l.refunded, l.top_ups, l.sold_back, l.credits, l.openings
       from summed s join late_movements l on l.happened_at < s.until
       union all
       select m.day, m.sales, m.refunded, m.top_ups, m.sold_back, m.credits, m.openings
       from summed s cross join lateral movements_between(s.until, coalesce(s.counted_until, 'infinity')) m
     )
     select to_char(d.day, 'YYYY-MM-DD') as date, coalesce(sum(m.sales), 0)::bigint as sales,
       coalesce(sum(m.refunded), 0)::bigint as refunded, coalesce(sum(m.top_ups), 0)::bigint as top_ups,
       coalesce(sum(m.sold_back), 0)::bigint as sold_back, coalesce(sum(m.openings), 0)::int as openings,
       (select coalesce(sum(credits), 0)::bigint from moved) as credits_held, (select counted_until from summed) as counted_until
     from (select (shop_now() at time zone 'UTC')::date - back as day from generate_series(0, $1::int - 1) back) d
     left join moved m on m.day = d.day group by d.day order by d.day`,
    [days],
  );
  const { credits_held: creditsHeld, counted_until: countedUntil } = rows[0]!;
  return { days: rows, creditsHeld, countedUntil };
}

export type StandingRow = {
  packs_in_stock: number;
  packs_waiting: number;
  cards_to_ship: number;
  prices_at: Date | null;
};

/** The current state of the shop. */
export async function findStanding(db: Database): Promise<StandingRow> {
  const [row] = await statement<StandingRow>(
    db,
    `select (select coalesce(sum(packs), 0)::int from shown_changes) as packs_in_stock,
       (select coalesce(sum(w.packs), 0)::int from pack_types t cross join lateral (
          select count(*) as packs from places l where l.pack_type_id = t.id and l.state = 'waiting'
        ) w) as packs_waiting,
       (select count(*)::int from shipments s join shipment_cards c on c.shipment_id = s.id
        where s.state in ('requested', 'packed')) as cards_to_ship,
       (select max(finished_at) from price_runs where error is null) as prices_at`,
    [],
  );
  return row!;
}
