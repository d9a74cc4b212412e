// How the cards of a pack are fanned out. Pure.
import type { OpenedCard } from '#contract/opening.ts';
import { rarityRank } from '#domain/card.ts';

/** From the card in the middle to the outermost one, and from card to card at most. */
const SPREAD_DEGREES = 32;
const STEP_DEGREES = 9;

type Ranked = Pick<OpenedCard, 'value' | 'rarity'>;

/** By what they are worth, then by rarity: the best first. */
function ranked<Card extends Ranked>(cards: readonly Card[]): Card[] {
  return cards.toSorted(
    (one, other) => other.value - one.value || rarityRank(other.rarity) - rarityRank(one.rarity),
  );
}

export function best<Card extends Ranked>(cards: readonly Card[]): Card | undefined {
  return ranked(cards)[0];
}

/** Each card with its turn, from the outermost to the one in front; `depth` 0 is the front. The best lies in the middle. */
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
