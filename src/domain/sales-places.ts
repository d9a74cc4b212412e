// Where the shop sells, on which terms, and where it ships (docs/product.md §20).
import type { Region } from './region.ts';
import { Rejection } from './rejection.ts';

/** A country, province or state, and the terms for buyers who live there. */
export type SalesPlace = {
  region: Region;
  isOpen: boolean;
  /** Least age of a buyer; null: the age of the shop's age check. */
  leastAge: number | null;
  /**
   * Days after payment in which a sealed pack can be returned by button without a reason. 0: the place gives no such
   * right.
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
 * A version of the sales places. Versions never change. Version 0, in which no place is closed, applies until a server
 * has started for the first time.
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
 * The sales places that the first start of a server stores. A production shop sells in Canada
 * except Quebec, any other shop everywhere except Quebec.
 */
export function firstPlaces(isProduction: boolean): SalesPlaces {
  if (!isProduction) return { ...EVERYWHERE, places: [QUEBEC] };
  const canada = { ...QUEBEC, region: 'CA', isOpen: true, languages: ['en'] };
  return { sellsElsewhere: false, places: [canada, QUEBEC], shipsElsewhere: true, shipsTo: [] };
}

/** The entry of a region, or else of its country; null if neither is listed. */
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

const IN_QUESTION =
  'We have a question about where you live, and can’t sell to you until it is answered. Please write to us. What you own stays yours.';

/**
 * Where a buyer lives; null: not known. `isInQuestion`: a card or a parcel suggests that the buyer lives in a closed
 * place (`place-question.ts`).
 */
export type BuyersPlace = { livesIn: Region | null; isInQuestion: boolean };

/**
 * Rejects with NOT_SOLD_HERE if the buyer is known to live in a closed place, or if an operator must first find that
 * out.
 */
export function checkNotClosed(
  settings: SalesPlaces,
  { livesIn, isInQuestion }: BuyersPlace,
): void {
  if (livesIn !== null && !isSoldIn(settings, livesIn)) throw new Rejection('NOT_SOLD_HERE');
  if (isInQuestion) throw new Rejection('NOT_SOLD_HERE', IN_QUESTION);
}

/**
 * Like {@link checkNotClosed}, before money moves: also rejects with REGION_REQUIRED if the buyer's region must be
 * known and is not.
 */
export function checkSoldIn(settings: SalesPlaces, place: BuyersPlace): void {
  checkNotClosed(settings, place);
  if (place.livesIn === null && asksWhereBuyersLive(settings)) {
    throw new Rejection('REGION_REQUIRED', WHERE_FIRST);
  }
}

/** Whether the shop ships to a country: always to Canada and to countries with an open place, and to listed ones. */
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

/** Why the shop sends no parcel to a country; null if it does. */
export function shippingProblem(settings: SalesPlaces, country: string): typeof NOT_SHIPPED | null {
  return shipsTo(settings, country) ? null : NOT_SHIPPED;
}

/** Days in which a buyer may withdraw from a purchase. 0: the place gives no such right, or is not known. */
export function withdrawalDaysIn(settings: SalesPlaces, livesIn: Region | null): number {
  return livesIn === null ? 0 : (salesPlaceOf(settings, livesIn)?.withdrawalDays ?? 0);
}

/** Why a sales place can't be saved; null if it can. */
export function salesPlaceProblem({ isOpen, languages }: SalesPlace): string | null {
  if (!isOpen || languages.some((one) => SHOP_LANGUAGES.includes(one))) return null;
  return `The shop has no ${languages.map(languageName).join(' or ') || 'language there'} yet`;
}

function languageName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
}
