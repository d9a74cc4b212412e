// The tariff for parcels as data: zones, services, weights and prices. The functions compute the price of a parcel
// (docs/product.md §15).
import { difference, least, sum, times, toCents, ZERO, type Cents } from './money.ts';
import { hasParts, regionPartCode } from './region.ts';

/** One way to send a parcel to a zone. */
export type ParcelService = {
  /**
   * The permanent key of the service. A waiting parcel finds its service by this key, even if the name of the
   * service changes.
   */
  key: string;
  name: string;
  /** The delivery time, in words. */
  delivery: string;
  /** `baseFee` pays for `cardsIncluded` cards, and `furtherCardFee` for each further card. */
  baseFee: Cents;
  cardsIncluded: number;
  furtherCardFee: Cents;
  /** The maximum weight of a parcel in grams. Null if there is no limit. */
  weightMost: number | null;
  /** From this market value of the cards on, the parcel is free. Null if it is never free. */
  freeFrom: Cents | null;
  /** Insurance as 1.1.0 sold it. Version 1.1.0 reads these fields; prices no longer depend on them (choice 332). */
  coverIncluded: Cents;
  coverMost: Cents;
  coverFee: Cents;
};

/** A group of places with the same prices. A zone without places covers everywhere that no other zone names. */
export type ParcelZone = { name: string; places: string[]; services: ParcelService[] };

/** The sender's address, as on labels and customs forms. */
export type ParcelSender = {
  name: string;
  addressLine1: string;
  addressLine2: string | null;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  phone: string | null;
};

/** What customs forms say about the cards. */
export type CustomsTerms = {
  description: string;
  /** The six digits of the cards in the Harmonized System. */
  hsCode: string;
  /** The country where the cards were made (ISO 3166, two letters). Null if it is to be written by hand. */
  originCountry: string | null;
};

export type ParcelTariff = {
  zones: ParcelZone[];
  /** The weight in grams of one card with its sleeve, and of the packaging. */
  cardGrams: number;
  packagingGrams: number;
  customs: CustomsTerms;
  /** The sender's address. Null if no operator has set it. */
  sender: ParcelSender | null;
};

/** The parts of the tariff on which prices depend. */
export type ParcelPrices = Pick<ParcelTariff, 'zones' | 'cardGrams' | 'packagingGrams'>;

/** A version of the tariff. A stored version never changes. Version 0 is the default before the first save. */
export type TariffVersion = {
  version: number;
  tariff: ParcelTariff;
  startsAt: Date | null;
  madeAt: Date | null;
};

export const ZONES_MOST = 40;
export const SERVICES_MOST = 6;
export const PLACES_MOST = 250;
export const CARDS_INCLUDED_MOST = 500;
export const GRAMS_MOST = 30_000;

/** How long a quote is honoured (docs/product.md §15). */
export const QUOTE_MINUTES = 30;

function standard(baseFee: number, delivery: string): ParcelService[] {
  return [
    {
      key: 'standard',
      name: 'Standard',
      delivery,
      baseFee: toCents(baseFee),
      cardsIncluded: 5,
      furtherCardFee: toCents(15),
      weightMost: null,
      freeFrom: null,
      coverIncluded: ZERO,
      coverMost: ZERO,
      coverFee: ZERO,
    },
  ];
}

/** The tariff of a shop whose operator has saved no tariff (docs/product.md §15). */
export const DEFAULT_TARIFF: ParcelTariff = {
  zones: [
    { name: 'Canada', places: ['CA'], services: standard(800, '3-5 business days') },
    { name: 'United States', places: ['US'], services: standard(1400, '5-8 business days') },
    { name: 'Everywhere else', places: [], services: standard(2400, '10-20 business days') },
  ],
  // A card weighs 1.7 to 1.8 grams (mtginformation.com/card-weight, 1,550 cards), and lies in a sleeve.
  cardGrams: 2,
  packagingGrams: 30,
  customs: {
    description: 'Trading cards (playing cards)',
    // Heading 9504 has "playing cards", which includes card games of all kinds (US CBP, ruling HQ H331822, 2024).
    hsCode: '950440',
    originCountry: null,
  },
  sender: null,
};

/** The part of an address on which the price depends. `state` is as the user typed it. */
export type Destination = { country: string; state: string };

/** Number and market value of the cards to send. */
export type ParcelContents = { cardCount: number; marketValue: Cents };

/** `total = base + weight + insurance - reduction`. */
export type ParcelFee = {
  base: Cents;
  weight: Cents;
  insurance: Cents;
  /**
   * The part of the fee that is free. If the cards join a waiting parcel, it is the part that was already paid for
   * that parcel.
   */
  reduction: Cents;
  total: Cents;
};

/** The price of a parcel sent by one service. */
export type ParcelOffer = {
  serviceKey: string;
  serviceName: string;
  delivery: string;
  isInsured: boolean;
  /** The amount paid back if the parcel is lost. */
  insuredValue: Cents;
  grams: number;
  fee: ParcelFee;
};

/**
 * The zone that names the place's province or state. If no zone does, it is the zone that names the country, or else
 * the zone without places. Null if there is none of these.
 */
export function zoneOf(
  { zones }: Pick<ParcelTariff, 'zones'>,
  { country, state }: Destination,
): ParcelZone | null {
  const part = `${country}-${regionPartCode(country, state) ?? ''}`;
  const named = (place: string) => zones.find(({ places }) => places.includes(place));
  return named(part) ?? named(country) ?? zones.find(({ places }) => places.length === 0) ?? null;
}

/** Whether the price depends on the province or state, so that the buyer must name it. */
export function needsRegion({ zones }: Pick<ParcelTariff, 'zones'>, country: string): boolean {
  return zones.some(({ places }) => places.some((place) => place.startsWith(`${country}-`)));
}

/**
 * Why a place has no price, and which field of the address causes that. Null if there is a price. If a zone names a
 * province or state of the country, `state` must be known.
 */
export function placeProblem(
  tariff: Pick<ParcelTariff, 'zones'>,
  { country, state }: Destination,
): { field: 'country' | 'state'; message: string } | null {
  if (needsRegion(tariff, country) && regionPartCode(country, state) === null) {
    const kind = country === 'CA' ? 'province or territory' : 'state';
    return { field: 'state', message: `Enter the ${kind}: what a parcel costs hangs on it` };
  }
  if (zoneOf(tariff, { country, state }) === null) {
    return { field: 'country', message: 'We don’t ship to this country' };
  }
  return null;
}

export function parcelGrams(
  { cardGrams, packagingGrams }: Pick<ParcelTariff, 'cardGrams' | 'packagingGrams'>,
  cardCount: number,
): number {
  return packagingGrams + cardGrams * cardCount;
}

/**
 * The prices of a parcel of one or more cards, one for each service of the zone that can take the parcel. Empty if
 * the place has no price (`placeProblem`), or if the parcel is too heavy for every service.
 */
export function offersFor(
  tariff: ParcelPrices,
  place: Destination,
  contents: ParcelContents,
): ParcelOffer[] {
  if (placeProblem(tariff, place) !== null) return [];
  const grams = parcelGrams(tariff, contents.cardCount);
  return zoneOf(tariff, place)!
    .services.filter(({ weightMost }) => weightMost === null || grams <= weightMost)
    .map((service) => offerOf(service, contents, grams));
}

function offerOf(
  service: ParcelService,
  { cardCount, marketValue }: ParcelContents,
  grams: number,
): ParcelOffer {
  const { baseFee, cardsIncluded, furtherCardFee, freeFrom } = service;
  const weight = times(furtherCardFee, Math.max(0, cardCount - cardsIncluded));
  const isFree = freeFrom !== null && marketValue >= freeFrom;
  return {
    serviceKey: service.key,
    serviceName: service.name,
    delivery: service.delivery,
    // Insurance would add nothing, because the shop pays the market value of every card of a lost parcel (choice 332).
    isInsured: false,
    insuredValue: ZERO,
    grams,
    fee: feeWithTotal({
      base: baseFee,
      weight,
      insurance: ZERO,
      reduction: isFree ? sum(baseFee, weight) : ZERO,
    }),
  };
}

export function feeWithTotal(parts: Omit<ParcelFee, 'total'>): ParcelFee {
  const { base, weight, insurance, reduction } = parts;
  return { ...parts, total: difference(sum(base, weight, insurance), reduction) };
}

/** A waiting parcel, with its service and all that was paid for it so far. */
export type WaitingParcel = { serviceKey: string; paid: Cents };

/**
 * The price of adding cards to a waiting parcel. It is the price of the whole parcel by the parcel's own service,
 * less what was already paid, and never below zero. `contents` has all cards of the parcel, new and old. Null if the
 * service no longer exists or can't take that many cards.
 */
export function offerBeside(
  tariff: ParcelPrices,
  place: Destination,
  contents: ParcelContents,
  { serviceKey, paid }: WaitingParcel,
): ParcelOffer | null {
  const offer = offersFor(tariff, place, contents).find((one) => one.serviceKey === serviceKey);
  if (offer === undefined) return null;
  const { fee } = offer;
  const reduction = sum(fee.reduction, least(fee.total, paid));
  return { ...offer, fee: feeWithTotal({ ...fee, reduction }) };
}

/** The shop's country, until an operator has set the sender's address. */
const HOME_COUNTRY = 'CA';

/** Whether a parcel to a country passes customs. */
export function isAbroad({ sender }: Pick<ParcelTariff, 'sender'>, country: string): boolean {
  return country !== (sender?.country ?? HOME_COUNTRY);
}

/** The price with which shipping is advertised as "from", which is the lowest base fee of all zones. */
export function leastFee({ zones }: Pick<ParcelTariff, 'zones'>): Cents {
  const fees = zones.flatMap(({ services }) => services.map(({ baseFee }) => baseFee));
  return least(fees[0] ?? ZERO, ...fees);
}

/** What is wrong with a tariff as a whole, in words for its author. Null if nothing is wrong. */
export function tariffProblem({ zones }: Pick<ParcelTariff, 'zones'>): string | null {
  const places = zones.flatMap((zone) => zone.places);
  const twice = places.find((place, at) => places.indexOf(place) !== at);
  if (twice !== undefined) return `${twice} stands in two zones`;
  if (zones.filter((zone) => zone.places.length === 0).length > 1) {
    return 'Only one zone can be everywhere else';
  }
  const unknown = places.find((place) => {
    const [country = '', part] = place.split('-');
    return part !== undefined && (!hasParts(country) || regionPartCode(country, part) !== part);
  });
  if (unknown !== undefined) return `${unknown} is no province of Canada and no state of the USA`;
  for (const { name, services } of zones) {
    const keys = services.map(({ key }) => key);
    if (new Set(keys).size < keys.length) return `${name} has two services of one key`;
  }
  return null;
}
