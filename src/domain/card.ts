// Names and states of cards, in the words of each screen and each public source (docs/product.md §2 and §9).

/** The four rarities from lowest to highest, as the server sends them (choice 2). */
export const RARITIES = ['common', 'uncommon', 'rare', 'mythic'] as const;
export type Rarity = (typeof RARITIES)[number];

/** Rarity names on the page where packs are opened. */
export const OPENING_RARITY = {
  common: 'Common',
  uncommon: 'Uncommon',
  rare: 'Rare',
  mythic: 'Legendary',
} as const satisfies Record<Rarity, string>;

/** Rarity names on all other screens, which show "uncommon" as "Epic". */
export const COLLECTION_RARITY = {
  common: 'Common',
  uncommon: 'Epic',
  rare: 'Rare',
  mythic: 'Legendary',
} as const satisfies Record<Rarity, string>;

/** 1 (common) to 4 (mythic). Pips, frames and foil depend on this number. */
export function rarityRank(rarity: Rarity): 1 | 2 | 3 | 4 {
  return (RARITIES.indexOf(rarity) + 1) as 1 | 2 | 3 | 4;
}

/** Rarity names that a filter accepts, from both vocabularies. */
export const RARITY_FILTERS = {
  common: 'common',
  uncommon: 'uncommon',
  epic: 'uncommon',
  rare: 'rare',
  mythic: 'mythic',
  legendary: 'mythic',
} as const satisfies Record<string, Rarity>;

/**
 * The list of cards that are on sale singly counts up to this number, which then means "this many or more". A full
 * count would take longer the more singles are on sale.
 */
export const CARDS_ON_SALE_COUNTED_MOST = 500;

export const FINISHES = ['normal', 'foil', 'reverse-foil'] as const;
export type Finish = (typeof FINISHES)[number];

/** Every finish but the normal one counts as foil. */
export function isFoil(finish: Finish): boolean {
  return finish !== 'normal';
}

export const CONDITIONS = [
  'Near Mint',
  'Lightly Played',
  'Moderately Played',
  'Heavily Played',
  'Damaged',
] as const;
export type Condition = (typeof CONDITIONS)[number];

/**
 * Statuses of a physical card from an opened pack. `reclaimed` means that the bank took back the payment for the
 * card's pack, so the card belongs to the shop again. `lost` means that the shop lost or damaged the card, or
 * recorded it wrongly, and paid its market value. `returned` means that its owner bought it as a single and returned it.
 */
export const CARD_STATUSES = [
  'available',
  'locked',
  'sold',
  'converted',
  'shipped',
  'delivered',
  'reclaimed',
  'lost',
  'returned',
] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

/**
 * The next statuses that each status allows. The database has the same steps (`allowed_steps`). A shipped card
 * becomes `locked` only for a dispute.
 */
export const CARD_STEPS: Record<CardStatus, readonly CardStatus[]> = {
  available: ['locked', 'sold', 'converted', 'shipped', 'lost', 'returned'],
  locked: ['available', 'converted', 'shipped', 'reclaimed', 'lost'],
  sold: [],
  converted: [],
  shipped: ['available', 'delivered', 'locked', 'lost'],
  delivered: ['lost'],
  reclaimed: [],
  lost: [],
  returned: [],
};

/** The events in a physical card's history. */
export const CARD_EVENTS = [
  'opened',
  'bought',
  'reminded',
  'sold',
  'converted',
  'shipped',
  'delivered',
  'reclaimed',
  'lost',
  'returned',
] as const;
export type CardEvent = (typeof CARD_EVENTS)[number];

/** Why a card is locked; other statuses have no reason. */
export const LOCK_REASONS = ['shipping_payment', 'expired', 'dispute', 'refund'] as const;
export type LockReason = (typeof LOCK_REASONS)[number];

/** How a card goes back to the shop for credits (docs/product.md §5). */
export type CardDisposal = 'sold' | 'converted';

/** Why a card that went back to the shop can't be sold. */
const GONE_SENTENCES: Record<CardDisposal, string> = {
  sold: 'This card has already been sold',
  converted: 'This card has been converted to credit',
};

/** Whether a refusal's sentence says that the card no longer belongs to its owner. */
export function saysCardIsGone(sentence: string): boolean {
  return Object.values(GONE_SENTENCES).includes(sentence);
}

/** Why a card of this status can't be sold. Null for an available card. */
export function unsellableReason(status: CardStatus): string | null {
  switch (status) {
    case 'available':
      return null;
    case 'sold':
    case 'converted':
      return GONE_SENTENCES[status];
    default:
      return 'This card is not available for sale';
  }
}
