// Imports cards and prices of a public source into the catalogue. An import can be repeated safely, because cards are
// identified by the source's id, and prices by card, source and day.
import { shareHalfUp, toCents } from '#domain/money.ts';
import { statement, type Transaction } from '#engine/database.ts';
import type { ReadCard } from '../catalogue/import/read-card.ts';
import { setIdOf, storeCards, storeMarketValues } from '../catalogue/store-cards-queries.ts';
import { holdsFirst, insertPrices, type PriceToValue } from './prices-queries.ts';

/** CAD for one unit of each foreign currency. */
export type ExchangeRates = { usdToCad: number; eurToCad: number };

export type ImportCounts = { cards: number; newCards: number; newPrices: number };

/** Number of cards per statement, which keeps both the number of statements and their duration low. */
const BATCH = 2000;

/**
 * Stores cards and their prices inside the caller's transaction. Then sets each card's market value to its price in
 * force, in CAD and rounded half up. A card without a price keeps its value. `show` is called with the number of cards
 * that are done.
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

async function importBatch(
  db: Transaction,
  cards: ReadCard[],
  rates: ExchangeRates,
): Promise<ImportCounts> {
  const stored = await storeCards(db, cards);
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

/** Converts a price to CAD, rounded half up. */
export function inCad({ amount_minor: minor, currency }: PriceToValue, rates: ExchangeRates) {
  const rateOf = { USD: rates.usdToCad, EUR: rates.eurToCad, CAD: 1 };
  return shareHalfUp(toCents(minor), rateOf[currency]);
}

/** Sets the market value of cards to their price in force today. */
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
  await storeMarketValues(
    db,
    newest.map((price) => ({
      cardId: price.card_id,
      value: inCad(price, rates),
      pricedOn: price.observed_on,
    })),
  );
}
