// Handles cards of packs that their owner has not looked at (docs/product.md §5). Mails and notices count such cards
// but do not name them.
import type { Cents } from '#domain/money.ts';

/** SQL: whether the owner of card `p` has not looked at the pack from which the card came. */
export const IS_COVERED = `exists (
  select from covered_openings v join openings o on o.id = v.opening_id
  where v.user_id = p.opened_by_id and o.pack_id = p.pack_id and p.bought_as_id is null)`;

/** Returns a card for a mail. If the card is covered, its name is replaced. */
export function unnamedIfCovered<Card extends { name: string; isCovered: boolean }>(
  card: Card,
): Card {
  return card.isCovered ? { ...card, name: 'A card that you have not looked at' } : card;
}

/**
 * The catalogue ids for a notice. The named cards come first, most valuable first, and then a null for each covered
 * card, so that the notice counts it.
 */
export function cardsToName(
  cards: readonly { cardId: string; marketValue: Cents; isCovered: boolean }[],
): (string | null)[] {
  const named = cards.filter((card) => !card.isCovered);
  return [
    ...named
      .toSorted((one, other) => other.marketValue - one.marketValue)
      .map((card) => card.cardId),
    ...cards.filter((card) => card.isCovered).map(() => null),
  ];
}
