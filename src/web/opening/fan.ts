// The layout of a pack's cards as a fan. Pure.
import type { OpenedCard } from '#contract/opening.ts';
import { rarityRank } from '#domain/card.ts';

/** The largest angle between the middle card and an outermost card, and the largest between two neighbours. */
const SPREAD_DEGREES = 32;
const STEP_DEGREES = 9;

type Ranked = Pick<OpenedCard, 'value' | 'rarity'>;

/** Sorted by value, then by rarity: the best first. */
function ranked<Card extends Ranked>(cards: readonly Card[]): Card[] {
  return cards.toSorted(
    (one, other) => other.value - one.value || rarityRank(other.rarity) - rarityRank(one.rarity),
  );
}

export function best<Card extends Ranked>(cards: readonly Card[]): Card | undefined {
  return ranked(cards)[0];
}

/**
 * Each card with its rotation. The best card is upright in the middle. The list is in drawing order: outermost cards
 * first, the best card (`depth` 0) last and on top.
 */
export function fanOf<Card extends Ranked>(cards: readonly Card[]) {
  const sides = Math.ceil((cards.length - 1) / 2);
  const step = sides === 0 ? 0 : Math.min(STEP_DEGREES, SPREAD_DEGREES / sides);
  return ranked(cards)
    .map((card, depth) => ({
      card,
      depth,
      degrees: depth === 0 ? 0 : Math.ceil(depth / 2) * (depth % 2 === 1 ? step : -step),
    }))
    .toReversed();
}
