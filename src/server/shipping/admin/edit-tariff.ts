// Shows and saves the tariff of parcels. An admin always saves the whole tariff, and it takes
// effect at once or later (choice 330).
import * as rows from '#contract/shipping-tariff.ts';
import type { ParcelTariff, TariffVersion } from '#domain/parcel-tariff.ts';
import { checkCountry } from '../../accounts/country.ts';
import { saveVersion, type Versions } from '../../audit-log/save-version.ts';
import { handler } from '../../http/handler.ts';
import { findCurrentTariff, FIRST_TARIFF } from '../current-tariff.ts';
import { findNewestTariff, insertTariff } from '../parcel-tariff-queries.ts';

const TARIFFS: Versions<TariffVersion> = {
  findNewest: findNewestTariff,
  action: 'change_parcel_tariff',
  kind: 'parcel_tariff',
  fields: ({ tariff }) => partsOf(tariff),
};

export const showTariff = handler(rows.showTariff, async ({ db }) => {
  const [newest, current] = await Promise.all([findNewestTariff(db), findCurrentTariff(db)]);
  return { ...(newest ?? FIRST_TARIFF), holds: current.version };
});

export const saveTariff = handler(
  rows.saveTariff,
  async (context, caller, { version, startsAt, ...tariff }) => {
    checkPlaces(tariff);
    return saveVersion(context, caller, TARIFFS, {
      seen: version,
      first: FIRST_TARIFF,
      insert: (next) => insertTariff(context.db, next, tariff, startsAt, caller.userId),
      also: (after) => ({ startsAt: after.startsAt!.toISOString() }),
    });
  },
);

function checkPlaces({ zones, customs, sender }: ParcelTariff): void {
  zones.forEach(({ places }, at) => {
    for (const place of places) checkCountry(place.slice(0, 2), `zones.${at}.places`);
  });
  if (customs.originCountry !== null) checkCountry(customs.originCountry, 'customs.originCountry');
  if (sender !== null) checkCountry(sender.country, 'sender.country');
}

/**
 * The fields of a tariff, with a separate field for each zone, so that the audit entry has only the
 * zones that changed.
 */
function partsOf({ zones, ...rest }: ParcelTariff): Record<string, unknown> {
  return { ...rest, ...Object.fromEntries(zones.map((zone) => [`zone ${zone.name}`, zone])) };
}
