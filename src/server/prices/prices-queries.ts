import { COUNTED_MOST } from '#contract/paging.ts';
import { MANUAL_DAYS, type SeenPrice } from '#domain/price-guard.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type PriceRow = {
  date: string;
  amount_minor: number;
  currency: 'USD' | 'EUR' | 'CAD';
  source: string;
};

/**
 * Lists a card's accepted prices of the last `days` days, oldest first. Also lists each market's last price from before
 * these days, because it was in force when they began.
 */
export async function listPrices(db: Database, cardId: string, days: number): Promise<PriceRow[]> {
  return statement<PriceRow>(
    db,
    `with told as (
       select *, observed_on > (shop_now() at time zone 'utc')::date - $2::int as is_recent
       from price_observations where card_id = $1
     ), shown as (
       select * from told where is_recent
       union all
       select * from (select distinct on (source) * from told where not is_recent order by source, observed_on desc) before
     )
     select observed_on::text as date, amount_minor, currency, source from shown order by observed_on, source`,
    [cardId, days],
  );
}

/**
 * SQL that orders a card's prices so that the price in force on `day` comes first. `day`: an SQL expression. A price by
 * hand wins for MANUAL_DAYS (choice 91). Without one, a price in USD wins, because the sources' own shops sell in USD.
 * Among equals, the newest price wins.
 */
export function holdsFirst(day: string): string {
  return `(is_manual and observed_on > ${day} - ${MANUAL_DAYS}) desc, (currency = 'USD') desc, observed_on desc,
    case when is_manual then source end desc nulls last, source`;
}

/** A price that may need conversion to CAD. */
export type PriceToValue = { amount_minor: number; currency: 'USD' | 'EUR' | 'CAD' };

/**
 * Returns, for each of some days (such as `2026-11-21`), the accepted price by which a card was valued. Days before the
 * card's first price are missing.
 */
export async function listPricesOn(
  db: Database,
  cardId: string,
  days: string[],
): Promise<Map<string, PriceToValue>> {
  const rows = await statement<PriceToValue & { day: string }>(
    db,
    `select d.day::text as day, o.amount_minor, o.currency from unnest($2::date[]) as d (day)
     cross join lateral (
       select amount_minor, currency from (
         select *, source like 'manual%' as is_manual from price_observations
         where card_id = $1 and observed_on <= d.day
       ) told
       order by ${holdsFirst('d.day')} limit 1
     ) o`,
    [cardId, days],
  );
  return new Map(rows.map(({ day, ...price }) => [day, price]));
}

/**
 * Like `listPricesOn`, but for several cards on one day. Cards without a price on that day or before it are missing.
 */
export async function listPricesOfDay(
  db: Database,
  cardIds: string[],
  day: string,
): Promise<Map<string, PriceToValue>> {
  const rows = await statement<PriceToValue & { card_id: string }>(
    db,
    `select c.id as card_id, o.amount_minor, o.currency from unnest($1::uuid[]) as c (id)
     cross join lateral (
       select amount_minor, currency from (
         select *, source like 'manual%' as is_manual from price_observations
         where card_id = c.id and observed_on <= $2::date
       ) told
       order by ${holdsFirst('$2::date')} limit 1
     ) o`,
    [[...new Set(cardIds)], day],
  );
  return new Map(rows.map(({ card_id: cardId, ...price }) => [cardId, price]));
}

/** A price of a card at a market on a day, in hundredths of its currency. */
export type PriceToStore = SeenPrice & { cardId: string; source: string };

/**
 * Stores accepted prices, and returns how many are new. If a price is already stored for a day, the stored price stays.
 */
export async function insertPrices(db: Transaction, prices: PriceToStore[]): Promise<number> {
  const rows = await statement(
    db,
    `insert into price_observations (card_id, source, observed_on, amount_minor, currency)
     select * from unnest($1::uuid[], $2::text[], $3::date[], $4::bigint[], $5::text[])
     on conflict do nothing returning card_id`,
    priceColumns(prices),
  );
  return rows.length;
}

export function priceColumns(prices: PriceToStore[]): unknown[] {
  return [
    prices.map((price) => price.cardId),
    prices.map((price) => price.source),
    prices.map((price) => price.observedOn),
    prices.map((price) => price.amountMinor),
    prices.map((price) => price.currency),
  ];
}

/** Returns the newest accepted price of each card at each market, by card and market. */
export async function listLastPrices(
  db: Database,
  cardIds: string[],
): Promise<Map<string, SeenPrice>> {
  const rows = await statement<{
    card_id: string;
    source: string;
    amount_minor: number;
    currency: string;
    observed_on: string;
  }>(
    db,
    `select distinct on (card_id, source) card_id, source, amount_minor, currency, observed_on::text as observed_on
     from price_observations where card_id = any ($1::uuid[])
     order by card_id, source, observed_on desc`,
    [cardIds],
  );
  return new Map(
    rows.map((row) => [
      `${row.card_id} ${row.source}`,
      { amountMinor: row.amount_minor, currency: row.currency, observedOn: row.observed_on },
    ]),
  );
}

export type Freshness = {
  oldest: string | null;
  newest: string | null;
  older: number;
  unpriced: number;
  held: number;
};

/**
 * Returns how fresh the accepted prices are, and how many prices wait for a decision. Each count stops at COUNTED_MOST.
 */
export async function findFreshness(db: Database, oldAfterDays: number): Promise<Freshness> {
  const [row] = await statement<Freshness>(
    db,
    `select (select min(priced_on)::text from cards) as oldest, (select max(priced_on)::text from cards) as newest,
       (select count(*)::int from (
         select 1 from cards where priced_on < (shop_now() at time zone 'utc')::date - $1::int limit ${COUNTED_MOST}
       ) c) as older,
       (select count(*)::int from (select 1 from cards where priced_on is null limit ${COUNTED_MOST}) c) as unpriced,
       (select count(*)::int from (select 1 from held_prices where state = 'waiting' limit ${COUNTED_MOST}) c) as held`,
    [oldAfterDays],
  );
  return row!;
}

/** Counts the prices that operators set for cards on a day. Cards without such prices are left out. */
export async function countPricesByHand(
  db: Database,
  cardIds: string[],
  day: string,
): Promise<Map<string, number>> {
  const rows = await statement<{ card_id: string; count: number }>(
    db,
    `select card_id, count(*)::int as count from price_observations
     where card_id = any ($1::uuid[]) and observed_on = $2 and source like 'manual%' group by card_id`,
    [cardIds, day],
  );
  return new Map(rows.map((row) => [row.card_id, row.count]));
}
