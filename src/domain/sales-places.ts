// Where the shop sells, on which terms, and where it ships (docs/product.md §20).
import type { Region } from './region.ts';
import { Rejection } from './rejection.ts';

/** A country, or a province or state of Canada or the United States, and what holds for those who live there. */
export type SalesPlace = {
  region: Region;
  isOpen: boolean;
  /** Null: what the shop's age check says for it. */
  leastAge: number | null;
  /** In how many days after paying a sealed pack is returned by button, for no reason; 0: the place gives no such right. */
  withdrawalDays: number;
  /** The languages of which the shop must have one to sell there: `en`, `fr`. */
  languages: string[];
};

export type SalesPlaces = {
  /** Whether the shop sells in every place that is not listed. In production it does not. */
  sellsElsewhere: boolean;
  places: SalesPlace[];
  /** Whether the shop ships to every country that its tariff has. */
  shipsElsewhere: boolean;
  /** Countries. Canada, and those of open places, are among them in any case. */
  shipsTo: string[];
};

/** One state of them. Versions are never changed; 0 is what holds before a server has started: nothing is closed. */
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

/** Quebec has to be served in French, which the shop has not yet. */
const QUEBEC: SalesPlace = {
  region: 'CA-QC',
  isOpen: false,
  leastAge: null,
  withdrawalDays: 0,
  languages: ['fr'],
};

/** What the first start of a server stores: production sells in Canada but for Quebec, any other shop everywhere but there. */
export function firstPlaces(isProduction: boolean): SalesPlaces {
  if (!isProduction) return { ...EVERYWHERE, places: [QUEBEC] };
  const canada = { ...QUEBEC, region: 'CA', isOpen: true, languages: ['en'] };
  return { sellsElsewhere: false, places: [canada, QUEBEC], shipsElsewhere: true, shipsTo: [] };
}

/** What is listed for a region: itself, or else its country. */
export function salesPlaceOf({ places }: SalesPlaces, region: Region): SalesPlace | null {
  const country = region.slice(0, 2);
  return (
    places.find((one) => one.region === region) ??
    places.find((one) => one.region === country) ??
    null
  );
}

/** The database says the same (`is_closed_place`). */
export function isSoldIn(settings: SalesPlaces, region: Region): boolean {
  return salesPlaceOf(settings, region)?.isOpen ?? settings.sellsElsewhere;
}

/** Whether a buyer has to say where they live before they pay. */
export function asksWhereBuyersLive({ sellsElsewhere }: SalesPlaces): boolean {
  return !sellsElsewhere;
}

/** Whether any place is closed, so that it matters where a buyer lives. */
export function isAnyClosed({ sellsElsewhere, places }: SalesPlaces): boolean {
  return !sellsElsewhere || places.some(({ isOpen }) => !isOpen);
}

const WHERE_FIRST = 'Please say where you live first: we don’t sell everywhere.';

/** Rejects with NOT_SOLD_HERE if the buyer is known to live in a closed place. */
export function checkNotClosed(settings: SalesPlaces, livesIn: Region | null): void {
  if (livesIn !== null && !isSoldIn(settings, livesIn)) throw new Rejection('NOT_SOLD_HERE');
}

/** The same before money moves: also rejects with REGION_REQUIRED while nobody knows where the buyer lives. */
export function checkSoldIn(settings: SalesPlaces, livesIn: Region | null): void {
  checkNotClosed(settings, livesIn);
  if (livesIn === null && asksWhereBuyersLive(settings)) {
    throw new Rejection('REGION_REQUIRED', WHERE_FIRST);
  }
}

/** Whether the shop ships to a country: to all of Canada, to wherever it sells, and to what is listed. */
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

/** Why no parcel goes to a country; null: parcels do. */
export function shippingProblem(settings: SalesPlaces, country: string): typeof NOT_SHIPPED | null {
  return shipsTo(settings, country) ? null : NOT_SHIPPED;
}

/** The days in which a buyer who lives somewhere may withdraw from a purchase; 0: no such right, or nobody knows where. */
export function withdrawalDaysIn(settings: SalesPlaces, livesIn: Region | null): number {
  return livesIn === null ? 0 : (salesPlaceOf(settings, livesIn)?.withdrawalDays ?? 0);
}

/** Why a place can't be saved; null: it can. */
export function salesPlaceProblem({ isOpen, languages }: SalesPlace): string | null {
  if (!isOpen || languages.some((one) => SHOP_LANGUAGES.includes(one))) return null;
  return `The shop has no ${languages.map(languageName).join(' or ') || 'language there'} yet`;
}

function languageName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
}
