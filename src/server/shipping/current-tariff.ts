// The current tariff of parcels: the one that an admin saved and that is in effect, or the
// product's. It is read from the database for each quote or page, so a new one applies at once on
// every process.
import { DEFAULT_TARIFF, type TariffVersion } from '#domain/parcel-tariff.ts';
import type { Database } from '#engine/database.ts';
import { findTariffNow } from './parcel-tariff-queries.ts';

/** In force until an admin saves one. */
export const FIRST_TARIFF: TariffVersion = {
  version: 0,
  tariff: DEFAULT_TARIFF,
  startsAt: null,
  madeAt: null,
};

export async function findCurrentTariff(db: Database): Promise<TariffVersion> {
  return (await findTariffNow(db)) ?? FIRST_TARIFF;
}
