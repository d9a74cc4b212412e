// The tariff for parcels, as data: zones, services, weights, insurance and prices. Also computes the price of a
// parcel (docs/product.md §15).
import { difference, least, sum, times, toCents, ZERO, type Cents } from './money.ts';
import { hasParts, partOf } from './region.ts';

/** One way to send a parcel to a zone. */
export type ParcelService = {
  /** Permanent key of the service. A parcel that waits finds its service by the key, even if the name changes. */
  key: string;
  name: string;
  /** Delivery time, in words. */
  delivery: string;
  /** `baseFee` pays for `cardsIncluded` cards, `furtherCardFee` for each further card. */
  baseFee: Cents;
  cardsIncluded: number;
  furtherCardFee: Cents;
  /** Most grams of a parcel; null: no limit. */
  weightMost: number | null;
  /** Market value from which the parcel is free, except for insurance; null: never free. */
  freeFrom: Cents | null;
  /** Market value up to which insurance is free. */
  coverIncluded: Cents;
  /** Most market value that can be insured. */
  coverMost: Cents;
  /** Fee for each started CAD 100.00 of value above `coverIncluded`. */
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
  /** Six digits of the Harmonized System. */
  hsCode: string;
  /** Country where the cards were made (ISO 3166, two letters); null: written by hand. */
  originCountry: string | null;
};

export type ParcelTariff = {
  zones: ParcelZone[];
  /** Grams of one card with its sleeve, and grams of the packaging. */
  cardGrams: number;
  packagingGrams: number;
  customs: CustomsTerms;
  /** Null: no operator has set a sender. */
  sender: ParcelSender | null;
};

/** The parts of the tariff on which prices depend. */
export type ParcelPrices = Pick<ParcelTariff, 'zones' | 'cardGrams' | 'packagingGrams'>;

/** A version of the tariff. Versions never change. Version 0 is the default before the first save. */
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

/** Insurance is priced by steps of this market value. */
const COVER_STEP = toCents(100_00);

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

/** The tariff of a shop whose operator has saved none (docs/product.md §15). */
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
    // "Playing cards" of heading 9504: card games of all kinds (US CBP, ruling HQ H331822, 2024).
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
  /** The part that is free, or that was already paid for a waiting parcel which these cards join. */
  reduction: Cents;
  total: Cents;
};

/** The price of a parcel sent by one service, with or without paid insurance. */
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
 * The zone that names the place's province or state, or else its country, or else the zone of everywhere. Null: no
 * zone.
 */
export function zoneOf(
  { zones }: Pick<ParcelTariff, 'zones'>,
  { country, state }: Destination,
): ParcelZone | null {
  const part = `${country}-${partOf(country, state) ?? ''}`;
  const named = (place: string) => zones.find(({ places }) => places.includes(place));
  return named(part) ?? named(country) ?? zones.find(({ places }) => places.length === 0) ?? null;
}

/** Whether the price depends on the province or state, so that this must be known. */
export function needsRegion({ zones }: Pick<ParcelTariff, 'zones'>, country: string): boolean {
  return zones.some(({ places }) => places.some((place) => place.startsWith(`${country}-`)));
}

/**
 * Why a place has no price, and which field of the address causes that; null if there is a price. A zone of a
 * province or state needs a known `state`.
 */
export function placeProblem(
  tariff: Pick<ParcelTariff, 'zones'>,
  { country, state }: Destination,
): { field: 'country' | 'state'; message: string } | null {
  if (needsRegion(tariff, country) && partOf(country, state) === null) {
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
 * The prices of a parcel of one or more cards, by each service of the zone that takes it. If insurance costs
 * something, each service is listed without and with it. Empty if the place has no price (`placeProblem`), or if the
 * parcel is too heavy for every service.
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
    .flatMap((service) => {
      const plain = offerOf(service, contents, grams, false);
      const canInsure =
        service.coverMost > service.coverIncluded && contents.marketValue > service.coverIncluded;
      return canInsure ? [plain, offerOf(service, contents, grams, true)] : [plain];
    });
}

function offerOf(
  service: ParcelService,
  { cardCount, marketValue }: ParcelContents,
  grams: number,
  isInsured: boolean,
): ParcelOffer {
  const { baseFee, cardsIncluded, furtherCardFee, freeFrom, coverIncluded, coverMost } = service;
  const weight = times(furtherCardFee, Math.max(0, cardCount - cardsIncluded));
  const insuredValue = least(marketValue, isInsured ? coverMost : coverIncluded);
  const insurance = isInsured ? coverPrice(service, insuredValue) : ZERO;
  const isFree = freeFrom !== null && marketValue >= freeFrom;
  return {
    serviceKey: service.key,
    serviceName: service.name,
    delivery: service.delivery,
    isInsured,
    insuredValue,
    grams,
    fee: feeOf({
      base: baseFee,
      weight,
      insurance,
      reduction: isFree ? sum(baseFee, weight) : ZERO,
    }),
  };
}

/** Fee for each started step of value above `coverIncluded`. */
function coverPrice({ coverIncluded, coverFee }: ParcelService, insured: Cents): Cents {
  return times(coverFee, Math.ceil(Math.max(0, insured - coverIncluded) / COVER_STEP));
}

export function feeOf(parts: Omit<ParcelFee, 'total'>): ParcelFee {
  const { base, weight, insurance, reduction } = parts;
  return { ...parts, total: difference(sum(base, weight, insurance), reduction) };
}

/** A waiting parcel: its service, and all that was paid for it so far. */
export type WaitingParcel = { serviceKey: string; isInsured: boolean; paid: Cents };

/**
 * The price of adding cards to a waiting parcel: the price of the whole parcel by its own service,
 * less what was already paid, and never below zero. `contents`: all cards of the parcel, new and
 * old. Null: its service no longer exists or can't take that many cards.
 */
export function offerBeside(
  tariff: ParcelPrices,
  place: Destination,
  contents: ParcelContents,
  { serviceKey, isInsured, paid }: WaitingParcel,
): ParcelOffer | null {
  const offers = offersFor(tariff, place, contents).filter((one) => one.serviceKey === serviceKey);
  const offer = offers.find((one) => one.isInsured === isInsured) ?? offers[0];
  if (offer === undefined) return null;
  const { fee } = offer;
  const reduction = sum(fee.reduction, least(fee.total, paid));
  return { ...offer, fee: feeOf({ ...fee, reduction }) };
}

/** The shop's country, until an operator has set the sender's address. */
const HOME_COUNTRY = 'CA';

/** Whether a parcel to a country passes customs. */
export function isAbroad({ sender }: Pick<ParcelTariff, 'sender'>, country: string): boolean {
  return country !== (sender?.country ?? HOME_COUNTRY);
}

/** The price "from" which shipping is advertised: the lowest base fee of all zones. */
export function leastFee({ zones }: Pick<ParcelTariff, 'zones'>): Cents {
  const fees = zones.flatMap(({ services }) => services.map(({ baseFee }) => baseFee));
  return least(fees[0] ?? ZERO, ...fees);
}

/** What is wrong with a tariff as a whole, in words for its author; null if nothing is. */
export function tariffProblem({ zones }: Pick<ParcelTariff, 'zones'>): string | null {
  const places = zones.flatMap((zone) => zone.places);
  const twice = places.find((place, at) => places.indexOf(place) !== at);
  if (twice !== undefined) return `${twice} stands in two zones`;
  if (zones.filter((zone) => zone.places.length === 0).length > 1) {
    return 'Only one zone can be everywhere else';
  }
  const unknown = places.find((place) => {
    const [country = '', part] = place.split('-');
    return part !== undefined && (!hasParts(country) || partOf(country, part) !== part);
  });
  if (unknown !== undefined) return `${unknown} is no province of Canada and no state of the USA`;
  for (const { name, services } of zones) {
    const keys = services.map(({ key }) => key);
    if (new Set(keys).size < keys.length) return `${name} has two services of one key`;
    const wrong = services.find(({ coverIncluded, coverMost }) => coverMost < coverIncluded);
    if (wrong) return `${wrong.name} in ${name} insures less than its price includes`;
  }
  return null;
}
