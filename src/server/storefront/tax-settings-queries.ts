import type { Registration, SupplyPlace, TaxRule, TaxSettings, TaxVersion } from '#domain/tax.ts';
import type { Transaction } from '#engine/database.ts';
import { insertVersion, versionsOf } from '../database/version-queries.ts';

type TaxSettingsRow = {
  version: number;
  rule: TaxRule;
  flat_name: string;
  flat_rate: number;
  elsewhere_rate: number;
  packs_supplied_at: SupplyPlace;
  seller_region: string | null;
  registrations: Registration[];
  pack_tax_code: string;
  parcel_tax_code: string;
  made_at: Date;
};

const SELECT = `select version, rule, flat_name, flat_rate::float8, elsewhere_rate::float8, packs_supplied_at, seller_region,
  registrations, pack_tax_code, parcel_tax_code, made_at from tax_settings`;

function versionOf(row: TaxSettingsRow): TaxVersion {
  return {
    version: row.version,
    madeAt: row.made_at,
    settings: {
      rule: row.rule,
      flatName: row.flat_name,
      flatRate: row.flat_rate,
      elsewhereRate: row.elsewhere_rate,
      packsSuppliedAt: row.packs_supplied_at,
      sellerRegion: row.seller_region,
      registrations: row.registrations,
      packTaxCode: row.pack_tax_code,
      parcelTaxCode: row.parcel_tax_code,
    },
  };
}

export const { findNewest: findNewestTaxes, findAt: findTaxesAt } = versionsOf(SELECT, versionOf);

/** Saves a version. Returns false if another admin has already saved this version. */
export async function insertTaxes(
  db: Transaction,
  version: number,
  taxes: TaxSettings,
  madeById: string | null,
): Promise<boolean> {
  return insertVersion(db, 'insert into tax_settings', {
    version,
    rule: taxes.rule,
    flat_name: taxes.flatName,
    flat_rate: taxes.flatRate,
    elsewhere_rate: taxes.elsewhereRate,
    packs_supplied_at: taxes.packsSuppliedAt,
    seller_region: taxes.sellerRegion,
    registrations: JSON.stringify(taxes.registrations),
    pack_tax_code: taxes.packTaxCode,
    parcel_tax_code: taxes.parcelTaxCode,
    made_by_id: madeById,
  });
}
