// Finds the tariff in effect: the one that an admin saved, or else the product's own. Each quote and page reads it from
// the database, so that a new tariff applies at once on every process.
import { DEFAULT_TARIFF, type TariffVersion } from '#domain/parcel-tariff.ts';
import type { Database } from '#engine/database.ts';
import { findTariffNow } from './parcel-tariff-queries.ts';

/** The product's tariff. It is in effect until an admin's tariff takes effect. */
export const FIRST_TARIFF: TariffVersion = {
  version: 0,
  tariff: DEFAULT_TARIFF,
  startsAt: null,
  madeAt: null,
};

export async function findCurrentTariff(db: Database): Promise<TariffVersion> {
  return (await findTariffNow(db)) ?? FIRST_TARIFF;
}
