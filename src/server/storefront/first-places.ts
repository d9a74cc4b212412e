// The places where a new shop sells (docs/product.md §20). Stored at the first start of a server.
// The database has a default too, but doesn't know whether the shop is a demo.
import { firstPlaces } from '#domain/sales-places.ts';
import type { Database } from '#engine/database.ts';
import { findNewestPlaces, insertPlaces } from './sales-places-queries.ts';

/**
 * Stores the places if there are none. If several servers start at once, only the first one stores
 * them.
 */
export async function storeFirstPlaces(db: Database, isDemo: boolean): Promise<void> {
  if ((await findNewestPlaces(db)) !== null) return;
  await insertPlaces(db, 1, firstPlaces(isDemo), null);
}
