// What parcels cost, as data: zones, services, weights, insurance and prices, and the rule that quotes by it
// (docs/product.md §15).
import { difference, least, sum, times, toCents, ZERO, type Cents } from './money.ts';
import { hasParts, partOf } from './region.ts';

/** One way to send a parcel to a zone. */
export type ParcelService = {
  /** What it is called for good: a parcel that waits finds its service by it, whatever its name is by then. */
  key: string;
  name: string;
  /** How long it takes, in words. */
  delivery: string;
  /** For so many cards, and for each further one. */
  baseFee: Cents;
  cardsIncluded: number;
  furtherCardFee: Cents;
  /** Grams of the heaviest parcel; null: any. */
  weightMost: number | null;
  /** The cards' market value from which it costs nothing but insurance; null: never. */
  freeFrom: Cents | null;
  /** Up to this market value it is insured at no charge. */
  coverIncluded: Cents;
  /** Up to this it can be insured. */
  coverMost: Cents;
  /** For each CAD 100.00 begun beyond what is included. */
  coverFee: Cents;
};

/** Where parcels go for the same. Without places: everywhere that no other zone names. */
export type ParcelZone = { name: string; places: string[]; services: ParcelService[] };

/** Where parcels come from, as a label and a customs form say it. */
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

/** What a customs form says of the cards. */
export type CustomsTerms = {
  description: string;
  /** Of the Harmonized System, six digits. */
  hsCode: string;
  /** Where the cards were made, ISO 3166, two letters; null: written by hand. */
  originCountry: string | null;
};

export type ParcelTariff = {
  zones: ParcelZone[];
  /** Grams of one card as it is packed, and of all that is around the cards. */
  cardGrams: number;
  packagingGrams: number;
  customs: CustomsTerms;
  /** Null: nobody has said. */
  sender: ParcelSender | null;
};

/** What prices follow from. */
export type ParcelPrices = Pick<ParcelTariff, 'zones' | 'cardGrams' | 'packagingGrams'>;

/** One state of it, from an instant on. Versions are never changed; 0 holds before anybody has saved any. */
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

/** Insurance is priced by this much of market value. */
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

/** What holds before an operator has said anything (docs/product.md §15). */
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

/** Where a parcel goes, as far as its price hangs on it. `state` is as it was typed. */
export type Destination = { country: string; state: string };

/** What is to be sent, and what it is worth. */
export type ParcelContents = { cardCount: number; marketValue: Cents };

/** `total = base + weight + insurance - reduction`. */
export type ParcelFee = {
  base: Cents;
  weight: Cents;
  insurance: Cents;
  /** What is free, and what a parcel that these cards go along with has paid. */
  reduction: Cents;
  total: Cents;
};

/** A price for a parcel by one service, with or without insurance that costs something. */
export type ParcelOffer = {
  serviceKey: string;
  serviceName: string;
  delivery: string;
  isInsured: boolean;
  /** What comes back if the parcel is lost. */
  insuredValue: Cents;
  grams: number;
  fee: ParcelFee;
};

/** The zone of a place: the one that names its part of the country, its country, or nothing. Null: none. */
export function zoneOf(
  { zones }: Pick<ParcelTariff, 'zones'>,
  { country, state }: Destination,
): ParcelZone | null {
  const part = `${country}-${partOf(country, state) ?? ''}`;
  const named = (place: string) => zones.find(({ places }) => places.includes(place));
  return named(part) ?? named(country) ?? zones.find(({ places }) => places.length === 0) ?? null;
}

/** Whether the price hangs on the part of this country, which then has to be known. */
export function needsRegion({ zones }: Pick<ParcelTariff, 'zones'>, country: string): boolean {
  return zones.some(({ places }) => places.some((place) => place.startsWith(`${country}-`)));
}

/**
 * Why no price can be told for a place, and which field of its address says so; null: one can. A zone that names a part
 * of a country is only found by a part that is known.
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
 * What a parcel of one or more cards costs, by each service that takes it, in the order of the zone; where insurance
 * costs something, once without and once with it. Nothing where no price can be told (`placeProblem`), or where the parcel
 * is too heavy for every service.
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

/** For each step that is begun beyond what is included. */
function coverPrice({ coverIncluded, coverFee }: ParcelService, insured: Cents): Cents {
  return times(coverFee, Math.ceil(Math.max(0, insured - coverIncluded) / COVER_STEP));
}

export function feeOf(parts: Omit<ParcelFee, 'total'>): ParcelFee {
  const { base, weight, insurance, reduction } = parts;
  return { ...parts, total: difference(sum(base, weight, insurance), reduction) };
}

/** What a parcel that waits was sent by, and has paid with all that was added to it. */
export type WaitingParcel = { serviceKey: string; isInsured: boolean; paid: Cents };

/**
 * What it costs to put cards into a parcel that waits: the difference between what all of it costs by the parcel's own
 * service and what was paid for it, and nothing where that is less. `contents` is all of it. Null: the service is gone, or
 * does not take so much.
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

/** Where the shop is until an operator has said where parcels come from. */
const HOME_COUNTRY = 'CA';

/** Whether a parcel to a country passes customs. */
export function isAbroad({ sender }: Pick<ParcelTariff, 'sender'>, country: string): boolean {
  return country !== (sender?.country ?? HOME_COUNTRY);
}

/** What shipping starts at: the smallest parcel to where it costs least. */
export function leastFee({ zones }: Pick<ParcelTariff, 'zones'>): Cents {
  const fees = zones.flatMap(({ services }) => services.map(({ baseFee }) => baseFee));
  return least(fees[0] ?? ZERO, ...fees);
}

/** What is wrong with a tariff as a whole, in words for who writes it; null: nothing. */
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
