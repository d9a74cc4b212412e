// Arranges a pack's cards as a fan. The functions are pure.
import type { OpenedCard } from '#contract/opening.ts';
import { rarityRank } from '#domain/card.ts';

/** The largest angle between the middle card and an outermost card, and the largest between two neighbours. */
const SPREAD_DEGREES = 32;
const STEP_DEGREES = 9;

type Ranked = Pick<OpenedCard, 'value' | 'rarity'>;

/** Sorts cards by value. Cards of equal value are sorted by rarity. The best card comes first. */
function ranked<Card extends Ranked>(cards: readonly Card[]): Card[] {
  return cards.toSorted(
    (one, other) => other.value - one.value || rarityRank(other.rarity) - rarityRank(one.rarity),
  );
}

export function best<Card extends Ranked>(cards: readonly Card[]): Card | undefined {
  return ranked(cards)[0];
}

/**
 * Returns each card with its rotation. The best card is upright in the middle. The list is in drawing order: the
 * outermost cards come first, and the best card (`depth` 0) comes last, so that it is on top.
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
