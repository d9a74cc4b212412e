// Determines where a buyer lives: at the address in their profile, or else where they say during
// the purchase (docs/product.md §20).
import { isAnyClosed, type BuyersPlace } from '#domain/sales-places.ts';
import { regionOf, type Region } from '#domain/region.ts';
import { needsRegionOfBuyer } from '#domain/tax.ts';
import type { Context } from '../runtime/context.ts';
import { findHome } from './users-queries.ts';

/**
 * The home of a user. If `isInQuestion` is true, an open question about where the user lives stops
 * sales to them.
 */
export type OwnHome = {
  region: Region | null;
  postalCode: string | null;
  isInQuestion: boolean;
};

/** Whether any tax or closed place depends on where a buyer lives. */
export function dependsOnHome({ settings }: Pick<Context, 'settings'>): boolean {
  return needsRegionOfBuyer(settings.taxes()) || isAnyClosed(settings.salesPlaces());
}

/**
 * Returns the address in a user's profile. If no tax and no closed place depends on the address,
 * returns null without a query.
 */
export async function findOwnHome(
  context: Pick<Context, 'db' | 'settings'>,
  userId: string,
): Promise<OwnHome | null> {
  if (!dependsOnHome(context)) return null;
  const home = await findHome(context.db, userId);
  return {
    region: regionOf(home),
    postalCode: home.postalCode,
    isInQuestion: home.isInQuestion,
  };
}

/**
 * Returns where a buyer lives: the region of the profile, or else the region that the buyer named.
 * `livesIn` is null if no region is known.
 */
export function placeOfBuyer(
  home: Pick<OwnHome, 'region' | 'isInQuestion'> | null,
  said: Region | null | undefined,
): BuyersPlace {
  return { livesIn: home?.region ?? said ?? null, isInQuestion: home?.isInQuestion ?? false };
}
