// The lifecycle of a sealed pack. Also says what the shop may reveal about the pack (docs/product.md §5 and §13).

/** The maximum length of the id of a pack type, which is a slug such as `midnight-draft`. */
export const PACK_TYPE_ID_LENGTH_MAX = 80;

/** An `intake` pack was taken in before places existed. Such a pack has no place and can't be sold. */
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

/**
 * The next states that each state allows. The database has the same steps (`allowed_steps`). Only functions of the
 * database may open a pack.
 */
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
 * The public state of a pack. It hides whether somebody is about to buy the pack, and whether its payment is disputed.
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
 * Whether anybody may see the serial and certification number of a pack in this state. Both numbers are hidden while
 * the pack is sealed. If they were visible, the person who took the pack in could recognize the contents, buy many
 * packs and open the right one.
 */
export function areNumbersTold(state: PackState): boolean {
  return state === 'opened' || state === 'withdrawn';
}

/**
 * The shop counts the stock of a pack type up to this number, which then means "this many or more". Nobody buys more
 * packs at once, and a full count would take longer the more packs are in stock.
 */
export const STOCK_COUNTED_MOST = 500;

/** The highest count of the shop's public figures (docs/product.md §14). */
export const FIGURE_MOST = 10_000;

/**
 * Whether a buyer has this pack, still sealed. If so, operators see its serial only on pages that record the view.
 * The person who took the pack in knows the contents by the serial, and could tell the buyer which pack to open.
 */
export function isSomebodysSealed(state: PackState): boolean {
  return state === 'sold' || state === 'reserved' || state === 'disputed';
}
