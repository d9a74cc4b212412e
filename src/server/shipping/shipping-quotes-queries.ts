import { feeWithTotal, type ParcelOffer } from '#domain/parcel-tariff.ts';
import type { Cents } from '#domain/money.ts';
import { QUOTE_MINUTES } from '#domain/parcel-tariff.ts';
import { statement, type Database } from '#engine/database.ts';

/** A price that the shop quoted to a user for shipping some cards. */
export type StoredQuote = {
  id: string;
  userId: string;
  tariffVersion: number;
  country: string;
  /** Null if the price doesn't depend on the region. */
  region: string | null;
  /** The ids of the cards, sorted. */
  cardIds: string[];
  /** The value of the whole parcel, which includes cards that already are in it. */
  marketValue: Cents;
  offer: ParcelOffer;
  /**
   * The waiting parcel to which the cards would be added, and the parcel's number of cards at the
   * time of the quote. Null if the quote is for a separate parcel.
   */
  beside: { shipmentId: string; cardCount: number } | null;
  expiresAt: Date;
  isExpired: boolean;
};

type QuoteRow = {
  id: string;
  user_id: string;
  tariff_version: number;
  service_key: string;
  service_name: string;
  delivery: string;
  country: string;
  region: string | null;
  card_ids: string[];
  market_value: Cents;
  grams: number;
  is_insured: boolean;
  insured_value: Cents;
  base_fee: Cents;
  weight_fee: Cents;
  insurance_fee: Cents;
  reduction: Cents;
  goes_with_id: string | null;
  beside_cards: number | null;
  expires_at: Date;
  is_expired: boolean;
};

const COLUMNS = `id, user_id, tariff_version, service_key, service_name, delivery, country, region, card_ids, market_value,
  grams, is_insured, insured_value, base_fee, weight_fee, insurance_fee, reduction, goes_with_id, beside_cards, expires_at`;

function quoteOf(row: QuoteRow): StoredQuote {
  return {
    id: row.id,
    userId: row.user_id,
    tariffVersion: row.tariff_version,
    country: row.country,
    region: row.region,
    cardIds: row.card_ids,
    marketValue: row.market_value,
    offer: {
      serviceKey: row.service_key,
      serviceName: row.service_name,
      delivery: row.delivery,
      isInsured: row.is_insured,
      insuredValue: row.insured_value,
      grams: row.grams,
      fee: feeWithTotal({
        base: row.base_fee,
        weight: row.weight_fee,
        insurance: row.insurance_fee,
        reduction: row.reduction,
      }),
    },
    beside:
      row.goes_with_id === null
        ? null
        : { shipmentId: row.goes_with_id, cardCount: row.beside_cards! },
    expiresAt: row.expires_at,
    isExpired: row.is_expired,
  };
}

export type NewQuote = Omit<StoredQuote, 'expiresAt' | 'isExpired'>;

/** Stores quotes, which are valid from now on. Returns the stored quotes in the order of `quotes`. */
export async function insertQuotes(
  db: Database,
  quotes: readonly NewQuote[],
): Promise<StoredQuote[]> {
  if (quotes.length === 0) return [];
  const rows = await statement<QuoteRow>(
    db,
    `insert into shipping_quotes (${COLUMNS})
     select r.id, r.user_id, r.tariff_version, r.service_key, r.service_name, r.delivery, r.country, r.region, r.card_ids,
       r.market_value, r.grams, r.is_insured, r.insured_value, r.base_fee, r.weight_fee, r.insurance_fee, r.reduction,
       r.goes_with_id, r.beside_cards, shop_now() + make_interval(mins => $2)
     from jsonb_populate_recordset(null::shipping_quotes, $1::jsonb) r
     returning ${COLUMNS}, false as is_expired`,
    [
      JSON.stringify(
        quotes.map(({ offer, ...quote }) => ({
          id: quote.id,
          user_id: quote.userId,
          tariff_version: quote.tariffVersion,
          service_key: offer.serviceKey,
          service_name: offer.serviceName,
          delivery: offer.delivery,
          country: quote.country,
          region: quote.region,
          card_ids: quote.cardIds,
          market_value: quote.marketValue,
          grams: offer.grams,
          is_insured: offer.isInsured,
          insured_value: offer.insuredValue,
          base_fee: offer.fee.base,
          weight_fee: offer.fee.weight,
          insurance_fee: offer.fee.insurance,
          reduction: offer.fee.reduction,
          goes_with_id: quote.beside?.shipmentId ?? null,
          beside_cards: quote.beside?.cardCount ?? null,
        })),
      ),
      QUOTE_MINUTES,
    ],
  );
  const known = new Map(rows.map((row) => [row.id, quoteOf(row)]));
  return quotes.map(({ id }) => known.get(id)!);
}

/** Finds a quote of any user, whether it has expired or not. */
export async function findQuote(db: Database, id: string): Promise<StoredQuote | null> {
  const [row] = await statement<QuoteRow>(
    db,
    `select ${COLUMNS}, expires_at < shop_now() as is_expired from shipping_quotes where id = $1`,
    [id],
  );
  return row === undefined ? null : quoteOf(row);
}

/**
 * Deletes at most `most` unused quotes that expired at least a day ago. Returns the number of
 * deleted quotes.
 */
export async function deleteOldQuotes(db: Database, most: number): Promise<number> {
  const rows = await statement(
    db,
    `delete from shipping_quotes where id in (
       select q.id from shipping_quotes q
       where q.expires_at < shop_now() - interval '1 day'
         and not exists (select from shipments s where s.quote_id = q.id)
       order by q.expires_at limit $1
     ) returning id`,
    [most],
  );
  return rows.length;
}
