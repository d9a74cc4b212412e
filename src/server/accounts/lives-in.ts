// Where a buyer lives: their profile says it, or else they do (docs/product.md §20).
import { isAnyClosed } from '#domain/sales-places.ts';
import { regionOf, type Region } from '#domain/region.ts';
import { needsRegionOfBuyer } from '#domain/tax.ts';
import type { Context } from '../runtime/context.ts';
import { findHome } from './users-queries.ts';

type OwnHome = { region: Region | null; postalCode: string | null };

/** The address in a profile, read only where a tax or a closed place depends on it; else null. */
export async function findOwnHome(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  userId: string,
): Promise<OwnHome | null> {
  if (!needsRegionOfBuyer(settings.taxes()) && !isAnyClosed(settings.salesPlaces())) return null;
  const home = await findHome(db, userId);
  return { region: regionOf(home), postalCode: home.postalCode };
}

/** The profile counts before what the buyer says now; null: nobody says it. */
export function livesIn(
  home: Pick<OwnHome, 'region'> | null,
  said: Region | null | undefined,
): Region | null {
  return home?.region ?? said ?? null;
}
