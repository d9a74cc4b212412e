// Applies the rules of prices to the house's cards. A card on a shelf is on sale as soon as it has a price (choice
// 956). A price that a person set by hand stays.
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
 * Prices all cards on shelves and on sale by today's rules and values. A run that ends early leaves its batches as they
 * are, and the next run, which goes through all cards again, writes only what still differs.
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

/** Prices some cards by the rules, and puts those on a shelf that have a price on sale. The caller has locked them. */
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

/** What the rules ask for a card in a condition that just came back. Null if they have no price for it. */
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
