// The colour of the light for each rarity: on the floor, in the rays, in the slit of a torn pack. Only for effects,
// because words and pips state the rarity.
import type { OpenedCard } from '#contract/opening.ts';
import { rarityRank, type Rarity } from '#domain/card.ts';

/** The colour before the contents of a pack are known. */
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

/** The colour for a pack: that of its rarest card. */
export function bestGlow(cards: readonly Pick<OpenedCard, 'rarity'>[]): string {
  const best = cards.reduce<Rarity>(
    (top, { rarity }) => (rarityRank(rarity) > rarityRank(top) ? rarity : top),
    'common',
  );
  return best === 'common' ? WARM_WHITE : GLOWS[best];
}

/** The peak strength of the rays and the number of sparks, for each rank of rarity. */
export const RAYS_PEAK = { 1: 0, 2: 0.16, 3: 0.26, 4: 0.38 } as const;
export const SPARKS = { 1: 0, 2: 12, 3: 20, 4: 34 } as const;

/** Whether a card gets the stage to itself: Legendary, or high-value. */
export function isGreatCard(card: Pick<OpenedCard, 'rarity' | 'isHighValue'>): boolean {
  return rarityRank(card.rarity) === 4 || card.isHighValue;
}

/** Whether a card is Rare, Legendary, or high-value (docs/product.md §14). */
export function isRareCard(card: Pick<OpenedCard, 'rarity' | 'isHighValue'>): boolean {
  return rarityRank(card.rarity) >= 3 || card.isHighValue;
}
