// Stores the places where a shop sells until an operator changes them (docs/product.md §20). They are stored at the
// first start of a server, because the database enforces them and can't know whether the shop is in production.
import { firstPlaces } from '#domain/sales-places.ts';
import type { Database } from '#engine/database.ts';
import { findNewestPlaces, insertPlaces } from './sales-places-queries.ts';

/**
 * Stores the first places, unless places are stored already. If several servers start at once, only the first one
 * stores them.
 */
export async function storeFirstPlaces(db: Database, isProduction: boolean): Promise<void> {
  if ((await findNewestPlaces(db)) !== null) return;
  await insertPlaces(db, 1, firstPlaces(isProduction), null);
}
