// What a card is, in the words of each screen and of each public source (docs/product.md §2 and §9).

/** The three games, as data, query and command line write them. */
export const GAMES = ['magic', 'pokemon', 'yugioh'] as const;
export type Game = (typeof GAMES)[number];

/** The games' full names: labels only. */
export const GAME_NAMES: Record<Game, string> = {
  magic: 'Magic: The Gathering',
  pokemon: 'Pokemon',
  yugioh: 'Yu-Gi-Oh!',
};

/** The four rarities in rising order; what the server sends (choice 2). */
export const RARITIES = ['common', 'uncommon', 'rare', 'mythic'] as const;
export type Rarity = (typeof RARITIES)[number];

/** The word of the opening page. */
export const OPENING_RARITY = {
  common: 'Common',
  uncommon: 'Uncommon',
  rare: 'Rare',
  mythic: 'Legendary',
} as const satisfies Record<Rarity, string>;

/** The word of every other screen: the collection calls uncommon Epic. */
export const COLLECTION_RARITY = {
  common: 'Common',
  uncommon: 'Epic',
  rare: 'Rare',
  mythic: 'Legendary',
} as const satisfies Record<Rarity, string>;

/** 1 (common) to 4 (mythic): pips, frames and foil follow it. */
export function rarityRank(rarity: Rarity): 1 | 2 | 3 | 4 {
  return (RARITIES.indexOf(rarity) + 1) as 1 | 2 | 3 | 4;
}

/** The rarity names a filter accepts: either vocabulary. */
export const RARITY_FILTERS = {
  common: 'common',
  uncommon: 'uncommon',
  epic: 'uncommon',
  rare: 'rare',
  mythic: 'mythic',
  legendary: 'mythic',
} as const satisfies Record<string, Rarity>;

export const FINISHES = ['normal', 'foil', 'reverse-foil'] as const;
export type Finish = (typeof FINISHES)[number];

/** Foil means every finish that is not normal. */
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
 * The statuses of a physical card that somebody has opened. `reclaimed`: the payment for its pack was taken back at
 * the bank, and the card is the house's again.
 */
export const CARD_STATUSES = [
  'available',
  'locked',
  'sold',
  'converted',
  'shipped',
  'delivered',
  'reclaimed',
] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

/** What may follow which; the database has the same (`allowed_steps`). One that was shipped is locked for a dispute alone. */
export const CARD_STEPS: Record<CardStatus, readonly CardStatus[]> = {
  available: ['locked', 'sold', 'converted', 'shipped'],
  locked: ['available', 'converted', 'shipped', 'reclaimed'],
  sold: [],
  converted: [],
  shipped: ['available', 'delivered', 'locked'],
  delivered: [],
  reclaimed: [],
};

/** The events in a physical card's history. */
export const CARD_EVENTS = [
  'opened',
  'reminded',
  'sold',
  'converted',
  'shipped',
  'delivered',
  'reclaimed',
] as const;
export type CardEvent = (typeof CARD_EVENTS)[number];

/** Why a card is locked; null for every other status. */
export const LOCK_REASONS = ['shipping_payment', 'expired', 'dispute', 'refund'] as const;
export type LockReason = (typeof LOCK_REASONS)[number];

/** How a card goes back to the house for credits (docs/product.md §5). */
export type CardDisposal = 'sold' | 'converted';

/** What is said of a card that went back to the house. */
const GONE_SENTENCES: Record<CardDisposal, string> = {
  sold: 'This card has already been sold',
  converted: 'This card has been converted to credit',
};

/** Whether a refusal to sell a card says that it is no longer its owner's. */
export function saysCardIsGone(sentence: string): boolean {
  return Object.values(GONE_SENTENCES).includes(sentence);
}

/** Only available cards can be sold or shipped; the sentence says why another one can't be sold. */
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
