// The colour of the light for each rarity, which the floor, the rays and the slit of a torn pack have. The colours are
// only effects, because words and pips state the rarity.
import type { OpenedCard } from '#contract/opening.ts';
import { rarityRank, type Rarity } from '#domain/card.ts';
import { toCents } from '#domain/money.ts';

/** The colour of the light before the contents of a pack are known. */
export const WARM_WHITE = 'oklch(0.94 0.05 85)';

const GLOWS: Record<Rarity, string> = {
  mythic: 'oklch(0.8 0.15 66)',
  rare: 'oklch(0.68 0.15 250)',
  uncommon: 'oklch(0.66 0.2 303)',
  common: 'oklch(0.8 0.02 165)',
};

export function glowOf(rarity: Rarity): string {
  return GLOWS[rarity];
}

/** Returns the colour of the light for a pack, which is the colour of its rarest card. */
export function bestGlow(cards: readonly Pick<OpenedCard, 'rarity'>[]): string {
  const best = cards.reduce<Rarity>(
    (top, { rarity }) => (rarityRank(rarity) > rarityRank(top) ? rarity : top),
    'common',
  );
  return best === 'common' ? WARM_WHITE : GLOWS[best];
}

/** For each rank of rarity: the peak strength of the rays, and the number of sparks. */
export const RAYS_PEAK = { 1: 0, 2: 0.16, 3: 0.26, 4: 0.38 } as const;
export const SPARKS = { 1: 0, 2: 12, 3: 20, 4: 34 } as const;

/** Returns whether a card gets the stage to itself, because it is Legendary or high-value. */
export function isGreatCard(card: Pick<OpenedCard, 'rarity' | 'isHighValue'>): boolean {
  return rarityRank(card.rarity) === 4 || card.isHighValue;
}

/** The lowest market value of a rare card that the stage celebrates: CAD 1.00 (docs/product.md §14). */
const CELEBRATED_LEAST = toCents(100);

export function isCelebrated(card: Pick<OpenedCard, 'value'>): boolean {
  return card.value >= CELEBRATED_LEAST;
}

/**
 * Returns whether the stage asks, after a turn, if the owner keeps or sells the card. False if the owner no longer has
 * the card.
 */
export function isPraised(card: Pick<OpenedCard, 'rarity' | 'isHighValue' | 'status'>): boolean {
  return isRareCard(card) && card.status === 'available';
}

/** Returns whether a card is Rare, Legendary, or high-value (docs/product.md §14). */
export function isRareCard(card: Pick<OpenedCard, 'rarity' | 'isHighValue'>): boolean {
  return rarityRank(card.rarity) >= 3 || card.isHighValue;
}
