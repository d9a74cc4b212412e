import type { Cents } from '#domain/money.ts';
import type { TaxedGoods, TaxPlace } from '#domain/tax.ts';
import type { TaxLine } from '#domain/tax-lines.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import type { RecordedSale, TaxResult } from '../runtime/tax-provider.ts';

/** The request for a calculation. Equal requests share one calculation until a sale uses it. */
export type Calculated = {
  userId: string;
  sells: TaxedGoods;
  taxable: Cents;
  taxCode: string;
  place: TaxPlace;
};

const SAME = `user_id = $1 and sells = $2 and taxable = $3 and tax_code = $4 and region = $5
  and postal_code is not distinct from $6 and sale_id is null`;

const valuesOf = ({ userId, sells, taxable, taxCode, place }: Calculated) => [
  userId,
  sells,
  taxable,
  taxCode,
  place.region,
  place.postalCode,
];

/** Returns the taxes quoted for this request, or null unless such a quote is valid for at least one more minute. */
export async function findTaxQuote(db: Database, asked: Calculated): Promise<TaxLine[] | null> {
  const [row] = await statement<{ taxes: TaxLine[] }>(
    db,
    `select taxes from tax_calculations where ${SAME} and good_until > shop_now() + interval '1 minute'
     order by made_at desc limit 1`,
    valuesOf(asked),
  );
  return row?.taxes ?? null;
}

/**
 * Stores a quote. `goodS`: the seconds for which a sale may use the quote. If the provider's calculation expires
 * earlier, so does the quote.
 */
export async function insertTaxQuote(
  db: Database,
  asked: Calculated,
  { id, lines, tax, lastsS }: TaxResult,
  goodS: number,
): Promise<void> {
  await statement(
    db,
    `insert into tax_calculations (user_id, sells, taxable, tax_code, region, postal_code, provider_id, tax, taxes,
       good_until, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, shop_now() + least($10::int, $11::int) * interval '1 second',
       shop_now() + $11::int * interval '1 second')`,
    [...valuesOf(asked), id, tax, JSON.stringify(lines), goodS, lastsS],
  );
}

/** Claims the quote for a sale. Returns null if there is no quote, or if it has expired. */
export async function claimStoredQuote(
  db: Transaction,
  asked: Calculated,
  saleId: string,
): Promise<TaxLine[] | null> {
  const [row] = await statement<{ taxes: TaxLine[] }>(
    db,
    `update tax_calculations set sale_id = $7 where id = (
       select id from tax_calculations where ${SAME} and good_until > shop_now()
       order by made_at desc limit 1 for update skip locked
     ) returning taxes`,
    [...valuesOf(asked), saleId],
  );
  return row?.taxes ?? null;
}

/**
 * Returns the postal code with which a sale's taxes were calculated, or null if there was no code or no calculation.
 */
export async function findPostalCodeOfSale(db: Database, saleId: string): Promise<string | null> {
  const [row] = await statement<{ postal_code: string | null }>(
    db,
    'select postal_code from tax_calculations where sale_id = $1',
    [saleId],
  );
  return row?.postal_code ?? null;
}

/** A paid sale that has not been reported to the provider. */
export type UnrecordedSale = { id: string; provider_id: string; sale_id: string };

const UNRECORDED = `from tax_calculations c
  left join orders o on c.sells = 'packs' and o.id = c.sale_id
  left join shipments s on c.sells = 'parcel' and s.id = c.sale_id
  where c.sale_id is not null and c.recorded_as is null and coalesce(o.paid_at, s.requested_at) is not null`;

/**
 * Lists the unreported sales, oldest first. Sales that have expired at the provider are left out, because an operator
 * must handle them.
 */
export async function listUnrecordedSales(db: Database, most: number): Promise<UnrecordedSale[]> {
  return statement<UnrecordedSale>(
    db,
    `select c.id, c.provider_id, c.sale_id ${UNRECORDED} and c.expires_at > shop_now() order by c.made_at limit $1`,
    [most],
  );
}

/** Marks a sale as reported, and deletes its postal code, which is no longer needed. */
export async function markSaleRecorded(
  db: Database,
  id: string,
  { id: recordedAs, lineItem }: RecordedSale,
): Promise<void> {
  await statement(
    db,
    `update tax_calculations set recorded_as = $2, line_item = $3, recorded_at = shop_now(), postal_code = null
     where id = $1 and recorded_as is null`,
    [id, recordedAs, lineItem],
  );
}

/** Counts the reported sales and refunds, and the sales that wait for their report. */
export async function countRecords(
  db: Database,
): Promise<{ recorded: number; waiting: number; waiting_since: Date | null; reversed: number }> {
  const [row] = await statement<{
    recorded: number;
    waiting: number;
    waiting_since: Date | null;
    reversed: number;
  }>(
    db,
    `select (select count(*) from tax_calculations where recorded_as is not null) as recorded,
       count(*) as waiting, min(coalesce(o.paid_at, s.requested_at)) as waiting_since,
       (select count(*) from tax_reversals) as reversed ${UNRECORDED}`,
    [],
  );
  return row!;
}

/** Deletes up to `most` unused calculations whose quote expired at least a day ago. Returns how many it deleted. */
export async function deleteUnusedTaxQuotes(db: Database, most: number): Promise<number> {
  const rows = await statement(
    db,
    `delete from tax_calculations where id in (
       select c.id from tax_calculations c
       left join orders o on c.sells = 'packs' and o.id = c.sale_id
       left join shipments s on c.sells = 'parcel' and s.id = c.sale_id
       where c.recorded_as is null and c.good_until < shop_now() - interval '1 day'
         -- Money may come late: who may still be paid by it keeps it to its end.
         and (c.sale_id is null or c.expires_at < shop_now() and coalesce(o.paid_at, s.requested_at) is null)
       order by c.good_until limit $1
     ) returning id`,
    [most],
  );
  return rows.length;
}

/** Deletes the postal codes of a deleted account. The account's calculations stay. */
export async function forgetPostalCodes(db: Transaction, userId: string): Promise<void> {
  await statement(
    db,
    'update tax_calculations set postal_code = null where user_id = $1 and postal_code is not null',
    [userId],
  );
}
