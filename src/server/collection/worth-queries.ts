// Computes the value of a user's cards and packs over time, and the cost and result of each pack type.
import type { WorthChange } from '#domain/collection-worth.ts';
import type { Cents } from '#domain/money.ts';
import { MANUAL_DAYS } from '#domain/price-guard.ts';
import { SELLBACK_RATE } from '#domain/sellback.ts';
import { statement, type Database } from '#engine/database.ts';
import { PACK_COST, PACKS_BEFORE } from './own-cards-queries.ts';

/** SQL for a user's packs, sealed and opened, with the cost of each. */
const OWN_PACKS = `select k.pack_id, k.pack_type_id, k.state <> 'opened' as is_sealed, r.paid_at, o.opened_at,
    ${PACK_COST} as cost
  from places k
  join orders r on r.id = k.reservation_id
  join order_lines l on l.order_id = r.id and l.pack_type_id = k.pack_type_id
  ${PACKS_BEFORE}
  left join openings o on o.pack_id = k.pack_id
  where k.buyer_id = $1 and k.state in ('sold', 'disputed', 'opened')`;

/** Lists the last days in UTC, including today, in the form `2026-11-21`. */
export async function listLastDays(db: Database, days: number): Promise<string[]> {
  const rows = await statement<{ date: string }>(
    db,
    `select to_char(today - back, 'YYYY-MM-DD') as date
     from (select (shop_now() at time zone 'utc')::date as today) t, generate_series($1::int - 1, 0, -1) as back`,
    [days],
  );
  return rows.map(({ date }) => date);
}

/**
 * Returns the change of the credit value of a user's cards on each day, by cards that came or went and by new prices.
 * The first day includes everything before it, and the last day uses the shop's current values. A market's price
 * applies until that market's next price. Prices rank as in `holdsFirst`: a price in dollars is used first, and one in
 * the other currency only while there is none in dollars. A manual price replaces both while it applies. A card that was
 * bought as a single counts at half of its cost at most (`most`), as when it is sold back.
 */
export async function listCardWorthChanges(
  db: Database,
  userId: string,
  [first, last]: readonly [string, string],
  rates: { usdToCad: number; eurToCad: number },
): Promise<WorthChange[]> {
  return statement<WorthChange>(
    db,
    `with stays as (
       select card_id, what, greatest(since, $2::date) as since, least(coalesce(until, 'infinity'), $3::date) as until,
         coalesce(until, 'infinity') > $3::date as is_still, most, count(*) as copies
       from (
         select p.card_id, 'here' as what, (p.opened_at at time zone 'utc')::date as since,
           (least(p.exited_at, p.shipped_at) at time zone 'utc')::date as until,
           floor(p.cost * $6::numeric) as most
         from physical_cards p where p.opened_by_id = $1
         union all
         select p.card_id, 'home', (p.shipped_at at time zone 'utc')::date, (p.exited_at at time zone 'utc')::date,
           floor(p.cost * $6::numeric)
         from physical_cards p where p.opened_by_id = $1 and p.shipped_at is not null
       ) each
       where coalesce(until, 'infinity') > greatest(since, $2::date)
       group by 1, 2, 3, 4, 5, 6
     ), told as (
       select o.*, o.source like 'manual%' as is_manual,
         round(o.amount_minor * case o.currency when 'USD' then $4::numeric when 'EUR' then $5::numeric else 1 end) as value
       from (select distinct card_id from stays) mine
       join price_observations o on o.card_id = mine.card_id and o.observed_on < $3::date
     ), of_day as (
       select distinct on (card_id, kind, observed_on) card_id, kind, observed_on, value
       from (
         select card_id, case currency when 'USD' then 'usd' else 'other' end as kind, observed_on, value, is_manual, source from told
         union all
         select card_id, 'manual', observed_on, value, is_manual, source from told where is_manual
       ) every
       order by card_id, kind, observed_on, case when is_manual then source end desc nulls last, source
     ), spans as (
       select card_id, kind, value, observed_on as since,
         coalesce(lead(observed_on) over (partition by card_id, kind order by observed_on), 'infinity') as until
       from of_day
     ), dollars as (
       select card_id, min(since) as since from spans where kind = 'usd' group by 1
     ), usual as (
       select s.card_id, s.value, s.since,
         case s.kind when 'other' then least(s.until, coalesce(d.since, 'infinity')) else s.until end as until
       from spans s left join dollars d on d.card_id = s.card_id
       where s.kind <> 'manual'
     ), by_hand as (
       select card_id, value, since, least(until, since + ${MANUAL_DAYS}) as until from spans where kind = 'manual'
     ), in_force as (
       select card_id, since, until, floor(value * $6::numeric) as credit from usual where since < until
       union all
       select card_id, since, until, floor(value * $6::numeric) from by_hand
       union all
       select u.card_id, greatest(u.since, h.since), least(u.until, h.until), -floor(u.value * $6::numeric)
       from usual u join by_hand h on h.card_id = u.card_id and u.since < h.until and h.since < u.until
     ), changes as (
       select s.what, greatest(s.since, f.since) as date, s.copies * sign(f.credit) * least(abs(f.credit), s.most) as by
       from stays s join in_force f on f.card_id = s.card_id and f.since < s.until and s.since < f.until
       union all
       select s.what, least(s.until, f.until), -s.copies * sign(f.credit) * least(abs(f.credit), s.most)
       from stays s join in_force f on f.card_id = s.card_id and f.since < s.until and s.since < f.until
       union all
       select s.what, $3::date, s.copies * least(floor(c.market_value * $6::numeric), s.most)
       from stays s join cards c on c.id = s.card_id where s.is_still
     )
     select to_char(date, 'YYYY-MM-DD') as date, what, sum(by)::bigint as by from changes group by 1, 2`,
    [userId, first, last, rates.usdToCad, rates.eurToCad, SELLBACK_RATE],
  );
}

/** Like `listCardWorthChanges`, but for a user's sealed packs, at their cost, from the beginning. */
export async function listSealedWorthChanges(db: Database, userId: string): Promise<WorthChange[]> {
  return statement<WorthChange>(
    db,
    `select to_char(e.at at time zone 'utc', 'YYYY-MM-DD') as date, 'sealed' as what, sum(e.by)::bigint as by
     from (${OWN_PACKS}) w cross join lateral (values (w.paid_at, w.cost), (w.opened_at, -w.cost)) as e (at, by)
     where e.at is not null
     group by 1`,
    [userId],
  );
}

export type PackResultRow = {
  packTypeId: string;
  name: string;
  packs: number;
  sealedPacks: number;
  paid: Cents;
  sealed: Cents;
  soldBack: Cents;
  cardsHere: number;
  here: Cents;
  cardsHome: number;
  home: Cents;
};

/**
 * Returns what a user's packs of each type cost and what they have brought so far. The type with the highest cost comes
 * first.
 */
export async function listPackResults(db: Database, userId: string): Promise<PackResultRow[]> {
  return statement<PackResultRow>(
    db,
    `select t.id as "packTypeId", t.name, count(*) as packs, count(*) filter (where w.is_sealed) as "sealedPacks",
       sum(w.cost)::bigint as paid, coalesce(sum(w.cost) filter (where w.is_sealed), 0)::bigint as sealed,
       sum(c.sold)::bigint as "soldBack", sum(c.cards_here)::bigint as "cardsHere", sum(c.here)::bigint as here,
       sum(c.cards_home)::bigint as "cardsHome", sum(c.home)::bigint as home
     from (${OWN_PACKS}) w
     join pack_types t on t.id = w.pack_type_id
     cross join lateral (
       select coalesce(sum(p.exit_price), 0) as sold,
         count(*) filter (where p.status in ('available', 'locked')) as cards_here,
         coalesce(sum(floor(c.market_value * $2::numeric)) filter (where p.status in ('available', 'locked')), 0) as here,
         count(*) filter (where p.status in ('shipped', 'delivered')) as cards_home,
         coalesce(sum(floor(c.market_value * $2::numeric)) filter (where p.status in ('shipped', 'delivered')), 0) as home
       from physical_cards p join cards c on c.id = p.card_id where p.pack_id = w.pack_id and p.bought_as_id is null
     ) c
     group by t.id, t.name
     order by paid desc, t.name, t.id`,
    [userId, SELLBACK_RATE],
  );
}
