// The operators' side of the prices.
import { COUNTED_MOST } from '#contract/paging.ts';
import type { Finish, Game } from '#domain/card.ts';
import { statement, type Database, type Transaction } from '../database/database.ts';
import type { PriceToStore } from './queries.ts';

export type PriceRunRow = {
  id: string;
  source: string;
  started_at: Date;
  finished_at: Date | null;
  cards: number;
  new_prices: number;
  held_back: number;
  error: string | null;
};

const RUN = 'id, source, started_at, finished_at, cards, new_prices, held_back, error';

/** The last refreshes of all sources, the newest first. */
export async function listPriceRuns(db: Database, limit: number): Promise<PriceRunRow[]> {
  return statement<PriceRunRow>(
    db,
    `select ${RUN} from price_runs order by started_at desc, id limit $1`,
    [limit],
  );
}

/** The newest refresh of each of some sources. */
export async function listNewestRuns(
  db: Database,
  sources: string[],
): Promise<Map<string, PriceRunRow>> {
  const rows = await statement<PriceRunRow>(
    db,
    `select r.* from unnest($1::text[]) as s (name)
     cross join lateral (
       select ${RUN} from price_runs where source = s.name order by started_at desc limit 1
     ) r`,
    [sources],
  );
  return new Map(rows.map((row) => [row.source, row]));
}

export type Freshness = {
  oldest: string | null;
  newest: string | null;
  older: number;
  unpriced: number;
  held: number;
};

/** How fresh the believed prices are, and how many wait; each count stops at COUNTED_MOST. */
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

export type HeldPriceRow = {
  card_id: string;
  card_name: string;
  game: Game;
  set_name: string;
  number: string;
  finish: Finish;
  source: string;
  observed_on: string;
  amount_minor: number;
  before_minor: number;
  before_on: string;
  currency: 'USD' | 'EUR' | 'CAD';
};

/** A page of the prices that wait for a decision, the oldest first. */
export async function listHeldPriceRows(
  db: Database,
  limit: number,
  offset: number,
): Promise<{ rows: HeldPriceRow[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    statement<HeldPriceRow>(
      db,
      `select h.card_id, c.name as card_name, s.game, s.name as set_name, c.number, c.finish, h.source,
         h.observed_on::text as observed_on, h.amount_minor, h.before_minor, h.before_on::text as before_on, h.currency
       from (
         select * from held_prices where state = 'waiting'
         order by observed_on, card_id, source limit $1 offset $2
       ) h
       join cards c on c.id = h.card_id join card_sets s on s.id = c.set_id
       order by h.observed_on, h.card_id, h.source`,
      [limit, offset],
    ),
    statement<{ total: number }>(
      db,
      `select count(*)::int as total from (select 1 from held_prices where state = 'waiting' limit ${COUNTED_MOST}) c`,
      [],
    ),
  ]);
  return { rows, total: counted!.total };
}

type HeldKey = { cardId: string; source: string; observedOn: string };

/** A price that jumped, locked until the transaction ends; null for one that nobody held. */
export async function lockHeldPrice(
  db: Transaction,
  { cardId, source, observedOn }: HeldKey,
): Promise<{ state: 'waiting' | 'accepted' | 'refused'; price: PriceToStore } | null> {
  const [row] = await statement<{
    state: 'waiting' | 'accepted' | 'refused';
    amount_minor: number;
    currency: string;
  }>(
    db,
    `select state, amount_minor, currency from held_prices
     where card_id = $1 and source = $2 and observed_on = $3 for update`,
    [cardId, source, observedOn],
  );
  if (row === undefined) return null;
  const { state, amount_minor: amountMinor, currency } = row;
  return { state, price: { cardId, source, observedOn, amountMinor, currency } };
}

/** Writes down what was decided about a price that jumped, and by whom. */
export async function updateHeldPrice(
  db: Transaction,
  { cardId, source, observedOn }: HeldKey,
  state: 'accepted' | 'refused',
  byId: string,
): Promise<void> {
  await statement(
    db,
    `update held_prices set state = $4, decided_by_id = $5, decided_at = shop_now()
     where card_id = $1 and source = $2 and observed_on = $3`,
    [cardId, source, observedOn, state, byId],
  );
}

/** Locks a card of the catalogue against other prices by hand; false for an unknown one. */
export async function lockCatalogueCard(db: Transaction, id: string): Promise<boolean> {
  const rows = await statement(db, 'select from cards where id = $1 for no key update', [id]);
  return rows.length > 0;
}

/** How many prices a card was given by hand on a day. */
export async function countPricesByHand(
  db: Database,
  cardId: string,
  day: string,
): Promise<number> {
  const [row] = await statement<{ count: number }>(
    db,
    `select count(*)::int as count from price_observations
     where card_id = $1 and observed_on = $2 and source like 'manual%'`,
    [cardId, day],
  );
  return row!.count;
}
