// Events of packs and cards in stock (docs/product.md §5 and §13).

/** The events in a physical pack's history, as operators see it. */
export const PACK_MOVES = [
  'taken_in',
  'reserved',
  'sold',
  'returned',
  'opened',
  'withdrawn',
  'put_back',
  'looked_into',
] as const;
export type PackMove = (typeof PACK_MOVES)[number];

/** The events in a card's history since its pack was opened, or since it was bought as a single. */
export const CARD_MOVES = [
  'opened',
  'bought',
  'shipment_begun',
  'shipment_requested',
  'shipment_cancelled',
  'shipped',
  'delivered',
  'expired',
  'released',
  'sold',
  'converted',
  'disputed',
  'reclaimed',
  'lost',
  'returned',
] as const;
export type CardMove = (typeof CARD_MOVES)[number];
