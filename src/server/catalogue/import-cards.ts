// Putting cards and prices that a public source tells into the catalogue. Can be run again safely: a
// card is found by its source's id, a price by card, source and day.
import { randomUUID } from 'node:crypto';
import { shareHalfUp, toCents } from '#domain/money.ts';
import { statement, type Transaction } from '#engine/database.ts';
import type { ReadCard } from './import/read-card.ts';
import { settleFacts } from './pack-type-facts-queries.ts';
import { holdsFirst, insertPrices, type PriceToValue } from './prices-queries.ts';

/** CAD for one unit of each foreign currency. */
export type ExchangeRates = { usdToCad: number; eurToCad: number };

export type ImportCounts = { cards: number; newCards: number; newPrices: number };

/** The id of a set: game and code. */
export function setIdOf(card: { game: string; setCode: string }): string {
  return `${card.game}-${card.setCode}`;
}

/** Cards that go to the database together: few statements, and none of them long. */
const BATCH = 2000;

/**
 * Stores cards with their prices, inside the caller's transaction, and revalues them: the newest
 * price of each card, in CAD, rounded half up. A card without a price keeps the value it had. `show` is
 * told how many cards are done.
 */
export async function importCards(
  db: Transaction,
  cards: ReadCard[],
  rates: ExchangeRates,
  show: (done: number) => void = () => {},
): Promise<ImportCounts> {
  const counts = { cards: 0, newCards: 0, newPrices: 0 };
  for (let start = 0; start < cards.length; start += BATCH) {
    const batch = await importBatch(db, cards.slice(start, start + BATCH), rates);
    counts.cards += batch.cards;
    counts.newCards += batch.newCards;
    counts.newPrices += batch.newPrices;
    show(counts.cards);
  }
  return counts;
}

async function storeSets(db: Transaction, cards: ReadCard[]): Promise<void> {
  await statement(
    db,
    `insert into card_sets (id, game, code, name, released_on)
     select distinct on (id) * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[]) as s (id, game, code, name, released_on)
     on conflict (id) do update set name = excluded.name, released_on = coalesce(excluded.released_on, card_sets.released_on)
     where (card_sets.name, card_sets.released_on) is distinct from
       (excluded.name, coalesce(excluded.released_on, card_sets.released_on))`,
    [
      cards.map(setIdOf),
      cards.map((card) => card.game),
      cards.map((card) => card.setCode),
      cards.map((card) => card.setName),
      cards.map((card) => card.setReleasedOn),
    ],
  );
}

async function importBatch(
  db: Transaction,
  cards: ReadCard[],
  rates: ExchangeRates,
): Promise<ImportCounts> {
  await storeSets(db, cards);
  const stored = await statement<{
    id: string;
    set_id: string;
    external_id: string;
    is_new: boolean;
  }>(
    db,
    `with incoming as (
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         as c (id, set_id, external_id, name, number, rarity, native_rarity, finish, image_url)
     ), changed as (
       insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish, image_url)
       select * from incoming
       on conflict (set_id, external_id) do update set name = excluded.name, number = excluded.number,
         rarity = excluded.rarity, native_rarity = excluded.native_rarity, image_url = coalesce(excluded.image_url, cards.image_url), updated_at = shop_now()
       where (cards.name, cards.number, cards.rarity, cards.native_rarity, cards.image_url) is distinct from
         (excluded.name, excluded.number, excluded.rarity, excluded.native_rarity, coalesce(excluded.image_url, cards.image_url))
       returning id, set_id, external_id, (xmax = 0) as is_new
     )
     select * from changed
     union all
     select c.id, c.set_id, c.external_id, false from cards c
     join incoming i on i.set_id = c.set_id and i.external_id = c.external_id
     where not exists (select from changed n where n.id = c.id)`,
    [
      cards.map(() => randomUUID()),
      cards.map(setIdOf),
      cards.map((card) => card.externalId),
      cards.map((card) => card.name),
      cards.map((card) => card.number),
      cards.map((card) => card.rarity),
      cards.map((card) => card.nativeRarity),
      cards.map((card) => card.finish),
      cards.map((card) => card.imageUrl),
    ],
  );
  const idOf = new Map(stored.map((row) => [`${row.set_id} ${row.external_id}`, row.id]));
  const prices = cards.flatMap((card) =>
    card.prices.map((price) => ({
      ...price,
      cardId: idOf.get(`${setIdOf(card)} ${card.externalId}`)!,
    })),
  );
  const newPrices = await insertPrices(db, prices);
  await revalueCards(db, [...new Set(stored.map((row) => row.id))], rates);
  return {
    cards: stored.length,
    newCards: stored.filter((row) => row.is_new).length,
    newPrices,
  };
}

/** A price in CAD, rounded half up. */
export function inCad({ amount_minor: minor, currency }: PriceToValue, rates: ExchangeRates) {
  const rateOf = { USD: rates.usdToCad, EUR: rates.eurToCad, CAD: 1 };
  return shareHalfUp(toCents(minor), rateOf[currency]);
}

/** Sets the market value of cards to the price that holds today. */
export async function revalueCards(
  db: Transaction,
  cardIds: string[],
  rates: ExchangeRates,
): Promise<void> {
  const newest = await statement<PriceToValue & { card_id: string; observed_on: string }>(
    db,
    `select distinct on (card_id) card_id, amount_minor, currency, observed_on::text as observed_on
     from (
       select *, source like 'manual%' as is_manual from price_observations where card_id = any ($1::uuid[])
     ) o
     order by card_id, ${holdsFirst("(shop_now() at time zone 'utc')::date")}`,
    [cardIds],
  );
  await statement(
    db,
    `update cards c set market_value = v.value, priced_on = v.priced_on
     from unnest($1::uuid[], $2::bigint[], $3::date[]) as v (id, value, priced_on)
     where c.id = v.id and (c.market_value, c.priced_on) is distinct from (v.value, v.priced_on)`,
    [
      newest.map((price) => price.card_id),
      newest.map((price) => inCad(price, rates)),
      newest.map((price) => price.observed_on),
    ],
  );
}

/**
 * Recomputes the potential hits of every pack type: the most valuable cards, one a name, that its counted packs hold, or
 * where none are counted, that a pack can hold.
 */
export async function refreshPotentialHits(db: Transaction): Promise<void> {
  // A type without a known filling can hold every card of its sets, those that came later too.
  await statement(
    db,
    `insert into pack_type_cards (pack_type_id, card_id)
     select w.pack_type_id, c.id
     from (
       select distinct p.pack_type_id, c.set_id
       from pack_type_cards p join cards c on c.id = p.card_id join pack_types t on t.id = p.pack_type_id
       where t.odds_counted
     ) w
     join cards c on c.set_id = w.set_id
     on conflict do nothing`,
    [],
  );
  await settleFacts(db, { wait: true });
  await statement(
    db,
    `select set_possible_hits(array(
       select id from pack_types where id not in (select pack_type_id from pack_type_facts)))`,
    [],
    { writes: true },
  );
}
