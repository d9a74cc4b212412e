import type { ParcelTariff, ParcelZone, TariffVersion } from '#domain/parcel-tariff.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { versionsOf } from '../database/version-queries.ts';

type TariffRow = {
  version: number;
  starts_at: Date;
  made_at: Date;
  card_grams: number;
  packaging_grams: number;
  customs_description: string;
  hs_code: string;
  origin_country: string | null;
  sender: ParcelTariff['sender'];
  zones: ParcelZone[];
};

const TARIFF = `select t.version, t.starts_at, t.made_at, t.card_grams, t.packaging_grams, t.customs_description, t.hs_code,
    t.origin_country, t.sender,
    (select json_agg(json_build_object('name', z.name, 'places', z.places, 'services', (
       select json_agg(json_build_object('key', s.key, 'name', s.name, 'delivery', s.delivery, 'baseFee', s.base_fee,
           'cardsIncluded', s.cards_included, 'furtherCardFee', s.further_card_fee, 'weightMost', s.weight_most,
           'freeFrom', s.free_from, 'coverIncluded', s.cover_included, 'coverMost', s.cover_most, 'coverFee', s.cover_fee)
         order by s.position)
       from parcel_services s where s.version = z.version and s.zone = z.position)) order by z.position)
     from parcel_zones z where z.version = t.version) as zones
  from parcel_tariffs t`;

function versionOf(row: TariffRow): TariffVersion {
  return {
    version: row.version,
    startsAt: row.starts_at,
    madeAt: row.made_at,
    tariff: {
      zones: row.zones,
      cardGrams: row.card_grams,
      packagingGrams: row.packaging_grams,
      customs: {
        description: row.customs_description,
        hsCode: row.hs_code,
        originCountry: row.origin_country,
      },
      sender: row.sender,
    },
  };
}

const { findNewest, findWhere } = versionsOf(TARIFF, versionOf);

/** Finds the version that was saved last. It may not be in effect yet. */
export const findNewestTariff = findNewest;

/** Finds the version in effect. Returns null if no saved version is in effect yet. */
export async function findTariffNow(db: Database): Promise<TariffVersion | null> {
  return findWhere(db, 't.starts_at <= shop_now()');
}

/**
 * Saves a version that takes effect at a given time, or at once. Returns false if another admin has
 * already saved a version with this number.
 */
export async function insertTariff(
  db: Transaction,
  version: number,
  { zones, cardGrams, packagingGrams, customs, sender }: ParcelTariff,
  startsAt: Date | null,
  madeById: string | null,
): Promise<boolean> {
  const rows = await statement(
    db,
    `insert into parcel_tariffs (version, starts_at, card_grams, packaging_grams, customs_description, hs_code,
       origin_country, sender, made_by_id)
     values ($1, coalesce(greatest($2, shop_now()), shop_now()), $3, $4, $5, $6, $7, $8, $9)
     on conflict (version) do nothing returning version`,
    [
      version,
      startsAt,
      cardGrams,
      packagingGrams,
      customs.description,
      customs.hsCode,
      customs.originCountry,
      sender === null ? null : JSON.stringify(sender),
      madeById,
    ],
  );
  if (rows.length === 0) return false;
  await statement(
    db,
    `insert into parcel_zones (version, position, name, places)
     select $1, z.at, z.zone ->> 'name', array(select jsonb_array_elements_text(z.zone -> 'places'))
     from jsonb_array_elements($2::jsonb) with ordinality as z(zone, at)`,
    [version, JSON.stringify(zones)],
  );
  await statement(
    db,
    `insert into parcel_services (version, zone, position, key, name, delivery, base_fee, cards_included, further_card_fee,
       weight_most, free_from, cover_included, cover_most, cover_fee)
     select $1, z.at, s.at, r.key, r.name, r.delivery, r."baseFee", r."cardsIncluded", r."furtherCardFee", r."weightMost",
       r."freeFrom", r."coverIncluded", r."coverMost", r."coverFee"
     from jsonb_array_elements($2::jsonb) with ordinality as z(zone, at)
     cross join jsonb_array_elements(z.zone -> 'services') with ordinality as s(service, at)
     cross join jsonb_to_record(s.service) as r(key text, name text, delivery text, "baseFee" bigint, "cardsIncluded" int,
       "furtherCardFee" bigint, "weightMost" int, "freeFrom" bigint, "coverIncluded" bigint, "coverMost" bigint, "coverFee" bigint)`,
    [version, JSON.stringify(zones)],
  );
  return true;
}
