// The kinds of things that the operators' search finds (docs/product.md §13).
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

/** The length of the shortest text that is searched for. A single letter would find anything. */
export const DESK_SEARCH_MIN = 2;
