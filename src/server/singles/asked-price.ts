import type { Condition } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import type { Database } from '#engine/database.ts';
import { findLowestPrice } from './house-cards-queries.ts';
import { ruledPriceOf } from './price-by-rules.ts';

/**
 * What the shop asks today for a copy of a card in a condition, before tax: by its rules, or if they have no price for
 * it, as for the cheapest one on sale. Null if it asks for none.
 */
export async function findAskedPrice(
  db: Database,
  cardId: string,
  condition: Condition,
): Promise<Cents | null> {
  const ruled = await ruledPriceOf(db, cardId, condition);
  return ruled ?? findLowestPrice(db, cardId, condition);
}
