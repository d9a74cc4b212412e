// Stores prices that jumped and wait for an operator's decision.
import type { Finish } from '#domain/card.ts';
import type { GameId } from '#domain/game.ts';
import type { SeenPrice } from '#domain/price-guard.ts';
import { statement, type Transaction, type Database } from '#engine/database.ts';
import { pageOf } from '../database/page-of.ts';
import { publishEvents } from '../webhooks/publish-events.ts';
import { type PriceToStore, priceColumns } from './prices-queries.ts';

/** Stores prices that jumped. Returns how many of them are new. */
export async function insertHeldPrices(
  db: Transaction,
  runId: string,
  held: { price: PriceToStore; before: SeenPrice }[],
): Promise<number> {
  const rows = await statement<{
    card_id: string;
    source: string;
    observed_on: string;
    currency: string;
    before_minor: number;
    amount_minor: number;
  }>(
    db,
    `insert into held_prices (card_id, source, observed_on, amount_minor, currency, before_minor, before_on, run_id)
     select h.*, $8 from unnest($1::uuid[], $2::text[], $3::date[], $4::bigint[], $5::text[], $6::bigint[], $7::date[]) as h
     on conflict do nothing returning card_id, source, observed_on::text as observed_on, currency, before_minor, amount_minor`,
    [
      ...priceColumns(held.map((one) => one.price)),
      held.map((one) => one.before.amountMinor),
      held.map((one) => one.before.observedOn),
      runId,
    ],
  );
  publishEvents(
    db,
    ...rows.map((row) => ({
      type: 'price.jumped' as const,
      data: {
        cardId: row.card_id,
        market: row.source,
        observedOn: row.observed_on,
        currency: row.currency,
        beforeMinor: row.before_minor,
        afterMinor: row.amount_minor,
      },
    })),
  );
  return rows.length;
}

export type HeldPriceRow = {
  card_id: string;
  card_name: string;
  game: GameId;
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

/** Lists a page of the prices that wait for a decision, oldest first. */
export async function listHeldPriceRows(
  db: Database,
  limit: number,
  offset: number,
): Promise<{ rows: HeldPriceRow[]; total: number }> {
  const from = `from held_prices where state = 'waiting'`;
  const page = (part: string) =>
    `select h.card_id, c.name as card_name, s.game, s.name as set_name, c.number, c.finish, h.source,
       h.observed_on::text as observed_on, h.amount_minor, h.before_minor, h.before_on::text as before_on, h.currency
     from (select * ${from} order by observed_on, card_id, source ${part}) h
     join cards c on c.id = h.card_id join card_sets s on s.id = c.set_id
     order by h.observed_on, h.card_id, h.source`;
  return pageOf(db, { from, values: [], page }, limit, offset);
}

type HeldKey = { cardId: string; source: string; observedOn: string };

/** Locks a price that jumped until the transaction ends. Returns null if there is no such price. */
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

/** Records the decision about a price that jumped, and the operator who decided. */
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
