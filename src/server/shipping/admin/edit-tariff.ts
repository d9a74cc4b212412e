// What an admin says that parcels cost: seen and saved as a whole, from now or later on (choice 330).
import * as rows from '#contract/shipping-tariff.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import type { ParcelTariff } from '#domain/parcel-tariff.ts';
import { checkCountry } from '../../accounts/country.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { verb } from '../../http/verb.ts';
import { findCurrentTariff, FIRST_TARIFF } from '../current-tariff.ts';
import { findNewestTariff, insertTariff } from '../parcel-tariff-queries.ts';

export const showTariff = verb(rows.showTariff, async ({ db }) => {
  const [newest, current] = await Promise.all([findNewestTariff(db), findCurrentTariff(db)]);
  return { ...(newest ?? FIRST_TARIFF), holds: current.version };
});

export const saveTariff = verb(
  rows.saveTariff,
  async (context, caller, { version, startsAt, ...tariff }) => {
    const { db } = context;
    checkPlaces(tariff);
    const before = (await findNewestTariff(db)) ?? FIRST_TARIFF;
    const isSeen = before.version === version;
    if (!isSeen || !(await insertTariff(db, version + 1, tariff, startsAt, caller.userId)))
      throw new Rejection('CHANGED_MEANWHILE');
    const after = await findNewestTariff(db);
    assert(after !== null, 'what was saved is there');
    const [was, is] = changesOf(before.tariff, after.tariff);
    await recordAuditEntry(context, caller, {
      action: 'change_parcel_tariff',
      subject: { kind: 'parcel_tariff', id: String(after.version) },
      before: was,
      after: { ...is, startsAt: after.startsAt!.toISOString() },
    });
    return after;
  },
);

function checkPlaces({ zones, customs, sender }: ParcelTariff): void {
  zones.forEach(({ places }, at) => {
    for (const place of places) checkCountry(place.slice(0, 2), `zones.${at}.places`);
  });
  if (customs.originCountry !== null) checkCountry(customs.originCountry, 'customs.originCountry');
  if (sender !== null) checkCountry(sender.country, 'sender.country');
}

type Changes = Record<string, unknown>;

/** What differs, before and after: of the zones, those that do. */
function changesOf(before: ParcelTariff, after: ParcelTariff): [before: Changes, after: Changes] {
  const was = partsOf(before);
  const is = partsOf(after);
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  const only = (parts: Changes) =>
    Object.fromEntries(changed.map((name) => [name, parts[name] ?? null]));
  return [only(was), only(is)];
}

/** Zones by name, and the rest. */
function partsOf({ zones, ...rest }: ParcelTariff): Changes {
  return { ...rest, ...Object.fromEntries(zones.map((zone) => [`zone ${zone.name}`, zone])) };
}
