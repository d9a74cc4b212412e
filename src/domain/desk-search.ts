// The kinds of things that the operators' search finds (docs/product.md §13).
import type { Right } from './access.ts';

export const FOUND_KINDS = [
  'order',
  'person',
  'parcel',
  'transaction',
  'pack',
  'card',
  'single',
  'pack_type',
  'catalogue_card',
] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** What the search finds with each right. */
export const FOUND_WITH = {
  packing: ['parcel', 'pack', 'card', 'single'],
  support: ['order', 'transaction'],
  catalogue: ['pack_type', 'catalogue_card'],
  money: ['person'],
  owner: [],
} as const satisfies Record<Right, readonly FoundKind[]>;

/** The length of the shortest text that is searched for. A single letter would find anything. */
export const DESK_SEARCH_MIN = 2;
