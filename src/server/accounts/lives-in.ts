// Where a buyer lives: the address in their profile, or else what they say during the purchase
// (docs/product.md §20).
import { isAnyClosed } from '#domain/sales-places.ts';
import { regionOf, type Region } from '#domain/region.ts';
import { needsRegionOfBuyer } from '#domain/tax.ts';
import type { Context } from '../runtime/context.ts';
import { findHome } from './users-queries.ts';

type OwnHome = { region: Region | null; postalCode: string | null };

/**
 * The address in a user's profile. Null, without a query, if no tax and no closed place depends on
 * the address.
 */
export async function findOwnHome(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  userId: string,
): Promise<OwnHome | null> {
  if (!needsRegionOfBuyer(settings.taxes()) && !isAnyClosed(settings.salesPlaces())) return null;
  const home = await findHome(db, userId);
  return { region: regionOf(home), postalCode: home.postalCode };
}

/**
 * Where a buyer lives: the region of the profile, or else the region that the buyer named. Null: no
 * region is known.
 */
export function livesIn(
  home: Pick<OwnHome, 'region'> | null,
  said: Region | null | undefined,
): Region | null {
  return home?.region ?? said ?? null;
}
