import type { Registration, SupplyPlace, TaxRule, TaxSettings, TaxVersion } from '#domain/tax.ts';
import { statement, type Database, type Transaction } from '../database/database.ts';

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

const COLUMNS = `version, rule, flat_name, flat_rate::float8, elsewhere_rate::float8, packs_supplied_at, seller_region,
  registrations, pack_tax_code, parcel_tax_code, made_at`;

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

/** The newest that somebody saved, or null. */
export async function findNewestTaxes(db: Database): Promise<TaxVersion | null> {
  const [row] = await statement<TaxSettingsRow>(
    db,
    `select ${COLUMNS} from tax_settings order by version desc limit 1`,
    [],
  );
  return row === undefined ? null : versionOf(row);
}

/** Those that held at an instant; null: nobody had saved any. */
export async function findTaxesAt(db: Database, at: Date): Promise<TaxVersion | null> {
  const [row] = await statement<TaxSettingsRow>(
    db,
    `select ${COLUMNS} from tax_settings where made_at <= $1 order by version desc limit 1`,
    [at],
  );
  return row === undefined ? null : versionOf(row);
}

/** Saves a version; false where somebody else has made it already. */
export async function insertTaxes(
  db: Transaction,
  version: number,
  taxes: TaxSettings,
  madeById: string | null,
): Promise<boolean> {
  const rows = await statement(
    db,
    `insert into tax_settings (version, rule, flat_name, flat_rate, elsewhere_rate, packs_supplied_at, seller_region,
       registrations, pack_tax_code, parcel_tax_code, made_by_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (version) do nothing returning version`,
    [
      version,
      taxes.rule,
      taxes.flatName,
      taxes.flatRate,
      taxes.elsewhereRate,
      taxes.packsSuppliedAt,
      taxes.sellerRegion,
      JSON.stringify(taxes.registrations),
      taxes.packTaxCode,
      taxes.parcelTaxCode,
      madeById,
    ],
  );
  return rows.length > 0;
}
