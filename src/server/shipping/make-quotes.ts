// Makes and stores quotes for shipping some cards. There is one quote for each service to the
// place, and one for each waiting parcel of the owner that can take the cards.
import { randomUUID } from 'node:crypto';
import type { ShippingQuote } from '#contract/shipping.ts';
import { sum, type Cents } from '#domain/money.ts';
import { isChargeable } from '#domain/pricing.ts';
import {
  needsRegion,
  offerBeside,
  zoneOf,
  type Destination,
  type ParcelContents,
  type ParcelOffer,
  type TariffVersion,
} from '#domain/parcel-tariff.ts';
import { regionPartCode } from '#domain/region.ts';
import { decideShipping, type ShippingDecision } from '#domain/shipping-decision.ts';
import { paymentMethodsOf } from '../card-payments/begin-payment.ts';
import type { Context } from '../runtime/context.ts';
import type { WaitingShipment } from './shipments-queries.ts';
import { insertQuotes, type NewQuote, type StoredQuote } from './shipping-quotes-queries.ts';
import { quoteTaxOnFee } from './tax-on-fee.ts';

/** Cards of one owner, with their present values. */
export type QuotedCards = { userId: string; cards: readonly { id: string; marketValue: Cents }[] };

/** Decides whether and how the shop sends a parcel to a place, by its present settings. */
export function decideParcelTo(
  { settings, now }: Pick<Context, 'settings' | 'now'>,
  { tariff }: TariffVersion,
  place: Destination & { postalCode?: string | null },
  contents: ParcelContents,
): ShippingDecision {
  const rules = { tariff, places: settings.salesPlaces(), taxes: settings.taxes(), now: now() };
  return decideShipping(rules, place, contents);
}

export function parcelContentsOf({ cards }: Pick<QuotedCards, 'cards'>): ParcelContents {
  return { cardCount: cards.length, marketValue: sum(...cards.map((card) => card.marketValue)) };
}

/** Makes quotes for a separate parcel, one for each offer. */
export function quotesFor(
  { version }: TariffVersion,
  { offers, region }: ShippingDecision,
  { country }: Destination,
  quoted: QuotedCards,
): NewQuote[] {
  const { marketValue } = parcelContentsOf(quoted);
  return offers.map((offer) =>
    newQuote({ version, country, region }, quoted, { offer, marketValue, beside: null }),
  );
}

/**
 * Makes a quote for adding cards to a waiting parcel. Its price is the amount by which the parcel's price grows.
 * Returns null if the parcel can't take the cards.
 */
export function quoteBeside(
  tariff: TariffVersion,
  waiting: WaitingShipment,
  quoted: QuotedCards,
): NewQuote | null {
  const own = parcelContentsOf(quoted);
  const marketValue = sum(own.marketValue, waiting.marketValue);
  const contents = { cardCount: own.cardCount + waiting.cardCount, marketValue };
  const { address, id, cardCount } = waiting;
  // If a parcel was requested before tariffs had services, it counts as sent by the first service
  // of its zone.
  const serviceKey = waiting.serviceKey ?? zoneOf(tariff.tariff, address)?.services[0]?.key ?? '';
  const offer = offerBeside(tariff.tariff, address, contents, { ...waiting, serviceKey });
  if (offer === null) return null;
  const beside = { shipmentId: id, cardCount };
  const { country, state } = address;
  const region = needsRegion(tariff.tariff, country) ? regionPartCode(country, state) : null;
  return newQuote({ version: tariff.version, country, region }, quoted, {
    offer,
    marketValue,
    beside,
  });
}

function newQuote(
  { version, country, region }: { version: number; country: string; region: string | null },
  { userId, cards }: QuotedCards,
  more: { offer: ParcelOffer; marketValue: Cents; beside: NewQuote['beside'] },
): NewQuote {
  return {
    id: randomUUID(),
    userId,
    tariffVersion: version,
    country,
    region,
    cardIds: cards.map(({ id }) => id).toSorted(),
    ...more,
  };
}

/** A quote, with the place to which it applies. */
export type QuoteTo = { quote: NewQuote; place: Destination & { postalCode?: string } };

/**
 * Stores quotes, and returns them in the form that their owner sees. The quotes include the tax at
 * their destination, by the rates of the day of payment.
 */
export async function storeQuotes(
  context: Context,
  { tariff }: TariffVersion,
  quotes: QuoteTo[],
): Promise<{ stored: StoredQuote; shown: ShippingQuote }[]> {
  const methods = paymentMethodsOf(context);
  const [stored, told] = await Promise.all([
    insertQuotes(
      context.db,
      quotes.map(({ quote }) => quote),
    ),
    Promise.all(
      quotes.map(({ quote: { userId, offer }, place }) =>
        quoteTaxOnFee(context, { userId, fee: offer.fee.total }, place),
      ),
    ),
  ]);
  return stored.map((one, at) => {
    const { offer, country, region } = one;
    const { taxes, tax, isKnown } = told[at]!;
    const totalFee = sum(offer.fee.total, tax);
    const zone = zoneOf(tariff, { country, state: region ?? '' });
    return {
      stored: one,
      shown: {
        id: one.id,
        serviceKey: offer.serviceKey,
        service: offer.serviceName,
        estimatedDelivery: offer.delivery,
        isInsured: offer.isInsured,
        insuredValue: offer.insuredValue,
        fee: {
          baseFee: offer.fee.base,
          weightFee: offer.fee.weight,
          insuranceFee: offer.fee.insurance,
          reduction: offer.fee.reduction,
          tax,
          taxes,
          totalFee,
        },
        needsRegion: !isKnown,
        freeFrom: zone?.services.find(({ key }) => key === offer.serviceKey)?.freeFrom ?? null,
        paymentMethods: methods.filter((method) => method === 'balance' || isChargeable(totalFee)),
        expiresAt: one.expiresAt,
      },
    };
  });
}
