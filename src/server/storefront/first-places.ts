// Where a shop sells before anybody has said it (docs/product.md §20): stored at the first start of a server, as the database
// keeps it too and can't know whether it is production.
import { firstPlaces } from '#domain/sales-places.ts';
import type { Database } from '#engine/database.ts';
import { findNewestPlaces, insertPlaces } from './sales-places-queries.ts';

/** Several servers may start at once: the first of them stores it. */
export async function storeFirstPlaces(db: Database, isProduction: boolean): Promise<void> {
  if ((await findNewestPlaces(db)) !== null) return;
  await insertPlaces(db, 1, firstPlaces(isProduction), null);
}
