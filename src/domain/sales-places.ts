// Says where the shop sells, on which terms, and where it ships (docs/product.md §20).
import type { Region } from './region.ts';
import { Rejection } from './rejection.ts';

/** A country, province or state, and the terms for buyers who live there. */
export type SalesPlace = {
  region: Region;
  isOpen: boolean;
  /** The minimum age of a buyer. Null if it is the age in the shop's age check. */
  leastAge: number | null;
  /**
   * The number of days after payment in which a sealed pack can be returned by button without a reason. 0 if the
   * place gives no such right.
   */
  withdrawalDays: number;
  /** Languages, such as `en` and `fr`. The shop must have at least one of them to sell there. */
  languages: string[];
};

export type SalesPlaces = {
  /** Whether the shop sells in every place that is not listed. In production it does not. */
  sellsElsewhere: boolean;
  places: SalesPlace[];
  /** Whether the shop ships to every country that its tariff has. */
  shipsElsewhere: boolean;
  /** Countries to which the shop ships, in addition to Canada and the countries of open places. */
  shipsTo: string[];
};

/**
 * A version of the sales places. A stored version never changes. Version 0, in which no place is closed, applies
 * until a server has started for the first time.
 */
export type SalesPlacesVersion = { version: number; settings: SalesPlaces; madeAt: Date | null };

/** The languages of the shop's own pages and texts. */
export const SHOP_LANGUAGES: readonly string[] = ['en'];
export const LANGUAGE_FORM = /^[a-z]{2}$/;
export const PLACES_MAX = 300;
export const WITHDRAWAL_DAYS_MAX = 60;

export const EVERYWHERE: SalesPlaces = {
  sellsElsewhere: true,
  places: [],
  shipsElsewhere: true,
  shipsTo: [],
};

/** Quebec is closed, because the law there demands French, which the shop does not have yet. */
const QUEBEC: SalesPlace = {
  region: 'CA-QC',
  isOpen: false,
  leastAge: null,
  withdrawalDays: 0,
  languages: ['fr'],
};

/**
 * The sales places that the first start of a server stores. A production shop sells in Canada except Quebec. Any
 * other shop sells everywhere except in Quebec.
 */
export function firstPlaces(isProduction: boolean): SalesPlaces {
  if (!isProduction) return { ...EVERYWHERE, places: [QUEBEC] };
  const canada = { ...QUEBEC, region: 'CA', isOpen: true, languages: ['en'] };
  return { sellsElsewhere: false, places: [canada, QUEBEC], shipsElsewhere: true, shipsTo: [] };
}

/** The entry of a region, or else of its country. Null if neither is listed. */
export function salesPlaceOf({ places }: SalesPlaces, region: Region): SalesPlace | null {
  const country = region.slice(0, 2);
  return (
    places.find((one) => one.region === region) ??
    places.find((one) => one.region === country) ??
    null
  );
}

/** Whether the shop sells in a region. The database has the same rule (`is_closed_place`). */
export function isSoldIn(settings: SalesPlaces, region: Region): boolean {
  return salesPlaceOf(settings, region)?.isOpen ?? settings.sellsElsewhere;
}

/** Whether buyers must say where they live before they pay. */
export function asksWhereBuyersLive({ sellsElsewhere }: SalesPlaces): boolean {
  return !sellsElsewhere;
}

/** Whether any place is closed, so that the shop must know where buyers live. */
export function isAnyClosed({ sellsElsewhere, places }: SalesPlaces): boolean {
  return !sellsElsewhere || places.some(({ isOpen }) => !isOpen);
}

const WHERE_FIRST = 'Please say where you live first: we don’t sell everywhere.';

/** The sentence for a buyer whose place is in question. `contact` is where the buyer can answer. */
const inQuestion = (contact: string) =>
  `We have a question about where you live, and can’t sell to you until it is answered. Please write to us: ${contact}. What you own stays yours.`;

/**
 * Where a buyer lives. Null if that is not known. `isInQuestion` is true if a card or a parcel suggests that the
 * buyer lives in a closed place (`place-question.ts`).
 */
export type BuyersPlace = { livesIn: Region | null; isInQuestion: boolean };

/**
 * Rejects with NOT_SOLD_HERE if the buyer is known to live in a closed place. Also rejects if an operator must first
 * find out where the buyer lives.
 */
export function checkNotClosed(
  settings: SalesPlaces,
  { livesIn, isInQuestion }: BuyersPlace,
  contact: string,
): void {
  if (livesIn !== null && !isSoldIn(settings, livesIn)) throw new Rejection('NOT_SOLD_HERE');
  if (!isInQuestion) return;
  throw new Rejection('NOT_SOLD_HERE', { sentence: inQuestion(contact), details: { contact } });
}

/**
 * Like {@link checkNotClosed}, for the moment before money moves. Also rejects with REGION_REQUIRED if the buyer's
 * region must be known and is not known.
 */
export function checkSoldIn(settings: SalesPlaces, place: BuyersPlace, contact: string): void {
  checkNotClosed(settings, place, contact);
  if (place.livesIn === null && asksWhereBuyersLive(settings)) {
    throw new Rejection('REGION_REQUIRED', WHERE_FIRST);
  }
}

/**
 * Whether the shop ships to a country. It always ships to Canada, to countries with an open place, and to listed
 * countries.
 */
function shipsTo(settings: SalesPlaces, country: string): boolean {
  const { shipsElsewhere, places } = settings;
  return (
    shipsElsewhere ||
    country === 'CA' ||
    settings.shipsTo.includes(country) ||
    places.some(({ isOpen, region }) => isOpen && region.slice(0, 2) === country)
  );
}

const NOT_SHIPPED = { field: 'country', message: 'We don’t ship to this country' } as const;

/** Why the shop sends no parcel to a country. Null if the shop ships there. */
export function shippingProblem(settings: SalesPlaces, country: string): typeof NOT_SHIPPED | null {
  return shipsTo(settings, country) ? null : NOT_SHIPPED;
}

/**
 * The number of days in which a buyer may withdraw from a purchase. 0 if the buyer's place gives no such right, or
 * is not known.
 */
export function withdrawalDaysIn(settings: SalesPlaces, livesIn: Region | null): number {
  return livesIn === null ? 0 : (salesPlaceOf(settings, livesIn)?.withdrawalDays ?? 0);
}

/** Why a sales place can't be saved. Null if it can be saved. */
export function salesPlaceProblem({ isOpen, languages }: SalesPlace): string | null {
  if (!isOpen || languages.some((one) => SHOP_LANGUAGES.includes(one))) return null;
  return `The shop has no ${languages.map(languageName).join(' or ') || 'language there'} yet`;
}

function languageName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
}
