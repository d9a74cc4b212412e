// Applies the price rules to the shop's cards. A card on a shelf goes on sale as soon as it has a price (choice 956). A
// price that an operator set by hand stays.
import type { Condition } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { FIRST_RULES, priceByRules, type CopyToPrice } from '#domain/single-price.ts';
import { inTransaction, type Database, type Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import {
  findCardToPrice,
  lockCopiesToPrice,
  putPricedOnSale,
  updateRulePrices,
  type CopyRow,
} from './price-by-rules-queries.ts';
import { findNewestRules } from './price-rules-queries.ts';

/** How many cards the job prices in one transaction. */
const BATCH = 500;

/**
 * Prices all cards on shelves and on sale by today's rules and values. If a run ends early, its finished batches stay.
 * The next run goes through all cards again, and writes only prices that still differ.
 */
export async function priceAllSingles(
  context: Context,
  signal: AbortSignal,
): Promise<{ done: number; failed: number }> {
  let done = 0;
  let after: string | null = null;
  do {
    if (signal.aborted) break;
    const from: string | null = after;
    const batch = await inTransaction(context.db, async (db) => {
      const copies = await lockCopiesToPrice(db, { after: from, limit: BATCH });
      return { changed: await priceCopies(db, copies), last: copies.at(-1) };
    });
    done += batch.changed;
    after = batch.last?.id ?? null;
  } while (after !== null);
  return { done, failed: 0 };
}

/**
 * Prices some cards by the rules. Also puts those on sale that lie on a shelf and have a price by hand. The caller has
 * locked the cards.
 */
export async function priceSomeSingles(db: Transaction, ids: string[]): Promise<void> {
  await priceCopies(db, await lockCopiesToPrice(db, { ids }));
  await putPricedOnSale(db, ids);
}

async function priceCopies(db: Transaction, copies: CopyRow[]): Promise<number> {
  if (copies.length === 0) return 0;
  const { settings } = (await findNewestRules(db)) ?? FIRST_RULES;
  const priced = copies.map((copy) => ({
    id: copy.id,
    price: priceByRules(settings.rules, copyOf(copy)),
  }));
  return updateRulePrices(db, priced);
}

function copyOf(row: Omit<CopyRow, 'id'>): CopyToPrice {
  return {
    game: row.game,
    setId: row.set_id,
    rarity: row.rarity,
    condition: row.condition,
    marketValue: row.market_value,
    ageDays: row.age_days,
  };
}

/** Returns the price by the rules for a card in a condition that has just come back, or null if the rules give none. */
export async function ruledPriceOf(
  db: Database,
  cardId: string,
  condition: Condition,
): Promise<Cents | null> {
  const [rules, card] = await Promise.all([findNewestRules(db), findCardToPrice(db, cardId)]);
  if (card === null) return null;
  return priceByRules(
    (rules ?? FIRST_RULES).settings.rules,
    copyOf({ ...card, condition, age_days: 0 }),
  );
}
