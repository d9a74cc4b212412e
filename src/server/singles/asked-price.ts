import type { Condition } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import type { Database } from '#engine/database.ts';
import { findLowestPrice } from './house-cards-queries.ts';
import { ruledPriceOf } from './price-by-rules.ts';

/**
 * Returns what the shop asks today for a copy of a card in a condition, before tax. That is its price by the rules, or
 * if they give none, the price of the cheapest copy on sale. Null if there is neither.
 */
export async function findAskedPrice(
  db: Database,
  cardId: string,
  condition: Condition,
): Promise<Cents | null> {
  const ruled = await ruledPriceOf(db, cardId, condition);
  return ruled ?? findLowestPrice(db, cardId, condition);
}
