// What parcels cost at this moment: what an admin saved and has begun, or what the product says. Asked where something is
// quoted or shown, so a new one holds at once on every process.
import { DEFAULT_TARIFF, type TariffVersion } from '#domain/parcel-tariff.ts';
import type { Database } from '#engine/database.ts';
import { findTariffNow } from './parcel-tariff-queries.ts';

/** What holds until an admin has saved something. */
export const FIRST_TARIFF: TariffVersion = {
  version: 0,
  tariff: DEFAULT_TARIFF,
  startsAt: null,
  madeAt: null,
};

export async function findCurrentTariff(db: Database): Promise<TariffVersion> {
  return (await findTariffNow(db)) ?? FIRST_TARIFF;
}
