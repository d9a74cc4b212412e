// Signs that a buyer lives where the shop does not sell (docs/product.md §20).
import type { Region } from './region.ts';
import { isSoldIn, type SalesPlaces } from './sales-places.ts';

/**
 * With `card`, the buyer paid with a card that was issued in a place where the shop does not sell. With `parcel`,
 * the buyer's first parcel goes to such a place.
 */
export const PLACE_QUESTION_KINDS = ['card', 'parcel'] as const;
export type PlaceQuestionKind = (typeof PLACE_QUESTION_KINDS)[number];

/**
 * Whether the shop sells in no part of the country in which a card was issued. A card names no province, so the
 * result is already false if the shop sells in one province.
 */
export function isClosedCountry(settings: SalesPlaces, country: string): boolean {
  const isOpenInPart = settings.places.some(
    ({ isOpen, region }) => isOpen && region.startsWith(country),
  );
  return !isOpenInPart && !isSoldIn(settings, country as Region);
}
