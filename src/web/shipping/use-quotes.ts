// Loads the shop's shipping quotes for the address in the form, and holds the chosen quote.
import { quoteShipment, type ShippingQuote } from '#contract/shipping.ts';
import type { Reply } from '#contract/endpoint.ts';
import { needsRegion } from '#domain/parcel-tariff.ts';
import { regionPartCode } from '#domain/region.ts';
import type { CardGroup } from '#domain/shipping.ts';
import { useState } from 'react';
import { useConfig } from '../accounts/config.ts';
import { useAsk } from '../api/ask.ts';
import { useShippingRates } from '../catalogue/shipping-rates.ts';

/**
 * FRESH_MS: how long a quote is reused (docs/product.md §14). RENEW_MS: an open page refetches quotes at this interval,
 * because a quote expires after 30 minutes.
 */
const FRESH_MS = 5 * 60_000;
const RENEW_MS = 25 * 60_000;

/** The format of a complete US ZIP code, which determines the tax. */
const ZIP_FORM = /^\d{5}(-\d{4})?$/;

export type Quotes = Reply<typeof quoteShipment>;
export type BesideQuote = Quotes['beside'][number];

/** The user's choice: a service, or a waiting parcel to which the cards are added. */
export type Choice = { shipmentId: string } | { serviceKey: string };

export function useQuotes(
  cardGroups: CardGroup[],
  { country, state, postalCode }: { country: string; state: string; postalCode: string },
  /** Whether the cards may still be added to a waiting parcel. After a payment they may not. */
  mayJoin: boolean,
) {
  const rates = useShippingRates();
  const taxes = useConfig()?.taxes;
  const isTaxedThere = taxes?.ofParcels ?? false;
  const isByCode = taxes?.isAsked === true && country === 'US' && ZIP_FORM.test(postalCode.trim());
  // The request contains the state or province only if the price or the tax depends on it, and only if the shop knows
  // that state or province.
  const isTold = isTaxedThere || (rates !== undefined && needsRegion(rates, country));
  const told = isTold ? (regionPartCode(country, state) ?? '') : '';
  const asked = useAsk(
    quoteShipment,
    { cardGroups, country, state: told, ...(isByCode && { postalCode: postalCode.trim() }) },
    { staleTime: FRESH_MS, gcTime: FRESH_MS, refetchInterval: RENEW_MS, keepsPrevious: true },
  );
  const [choice, choose] = useState<Choice | null>(null);
  const { data } = asked;
  const beside = data === undefined || !mayJoin ? null : besideOf(data, choice);
  const quote = data === undefined ? null : (beside?.quote ?? ownQuoteOf(data, choice));
  return { asked, quote, beside, choose };
}

/** Returns the chosen waiting parcel. Without a choice, the first that costs no more than a parcel of its own (choice 1017). */
function besideOf({ beside, quotes }: Quotes, choice: Choice | null): BesideQuote | null {
  if (choice === null) {
    const alone = quotes[0]?.fee.totalFee;
    return beside.find(({ quote }) => alone === undefined || quote.fee.totalFee <= alone) ?? null;
  }
  if (!('shipmentId' in choice)) return null;
  return beside.find(({ shipmentId }) => shipmentId === choice.shipmentId) ?? null;
}

/** Returns the quote for the chosen service; if there is no such quote, the first one. Null if there are no quotes. */
function ownQuoteOf({ quotes }: Quotes, choice: Choice | null): ShippingQuote | null {
  if (choice === null || 'shipmentId' in choice) return quotes[0] ?? null;
  return quotes.find(({ serviceKey }) => serviceKey === choice.serviceKey) ?? quotes[0] ?? null;
}
