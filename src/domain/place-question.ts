// Signs that a buyer lives where the shop does not sell (docs/product.md §20).
import type { Region } from './region.ts';
import { isSoldIn, type SalesPlaces } from './sales-places.ts';

/** `card`: a card that was issued there paid. `parcel`: a first parcel goes there. */
export const PLACE_QUESTION_KINDS = ['card', 'parcel'] as const;
export type PlaceQuestionKind = (typeof PLACE_QUESTION_KINDS)[number];

/**
 * Whether the shop sells nowhere in the country of a card. A card names no province, so one open province is enough.
 */
export function isClosedCountry(settings: SalesPlaces, country: string): boolean {
  const isOpenInPart = settings.places.some(
    ({ isOpen, region }) => isOpen && region.startsWith(country),
  );
  return !isOpenInPart && !isSoldIn(settings, country as Region);
}
