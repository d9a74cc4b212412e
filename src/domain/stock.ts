// The lifecycle of a sealed pack, and what may be revealed about it (docs/product.md §5 and §13).

/** A pack type's id: a slug such as `magic-mid-draft`. */
export const PACK_TYPE_ID_LENGTH_MAX = 80;

/** `intake`: came in before there were places and has none; can't be sold. */
export const PACK_STATES = [
  'intake',
  'available',
  'waiting',
  'reserved',
  'sold',
  'disputed',
  'opened',
  'withdrawn',
] as const;
export type PackState = (typeof PACK_STATES)[number];

/** What may follow which; the database has the same (`allowed_steps`). Only its own functions open a pack. */
export const PACK_STEPS: Record<PackState, readonly PackState[]> = {
  intake: [],
  available: ['reserved', 'sold', 'opened', 'waiting', 'withdrawn'],
  waiting: ['available', 'withdrawn'],
  reserved: ['available', 'waiting', 'sold'],
  sold: ['available', 'waiting', 'disputed', 'opened', 'withdrawn'],
  disputed: ['available', 'waiting', 'sold', 'withdrawn'],
  opened: [],
  withdrawn: ['available', 'waiting'],
};

export const CERTIFIED_STATES = ['in_stock', 'sold', 'opened', 'withdrawn'] as const;
export type CertifiedState = (typeof CERTIFIED_STATES)[number];

/**
 * The state of a pack as anybody may know it: not that somebody is about to buy it, or that its payment is
 * disputed.
 */
export function certifiedState(state: PackState): CertifiedState {
  switch (state) {
    case 'intake':
    case 'available':
    case 'waiting':
    case 'reserved':
      return 'in_stock';
    case 'disputed':
      return 'sold';
    default:
      return state;
  }
}

/**
 * Whether the serial and the certification number of a pack in this state may be told to anybody. Of a sealed pack
 * they would tell what it holds to who wrote its intake: they could buy many and open the right one (choice 172).
 */
export function areNumbersTold(state: PackState): boolean {
  return state === 'opened' || state === 'withdrawn';
}

/**
 * How far the shop counts the stock of a pack type: at this number it means "this many or more". Nobody buys more at
 * once, and a count of all would take longer with each pack on the shelf.
 */
export const STOCK_COUNTED_MOST = 500;

/** What the shop says of itself is counted no further (docs/product.md §14). */
export const FIGURE_MOST = 10_000;

/**
 * Whether somebody has a pack, sealed. Who wrote its intake knows what its serial holds, and could tell its buyer which of
 * their packs to open: operators see that serial only where it is recorded.
 */
export function isSomebodysSealed(state: PackState): boolean {
  return state === 'sold' || state === 'reserved' || state === 'disputed';
}
