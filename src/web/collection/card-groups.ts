// Groups cards by their openings, as the shipping endpoints expect them.
import type { CardGroup } from '#domain/shipping.ts';

/** Groups cards by opening, each opening once, in the order in which the cards were chosen. */
export function groupCards(cards: readonly { id: string; packOpeningId: string }[]): CardGroup[] {
  const groups = new Map<string, string[]>();
  for (const { id, packOpeningId } of cards) {
    const cardIds = groups.get(packOpeningId);
    if (cardIds === undefined) groups.set(packOpeningId, [id]);
    else cardIds.push(id);
  }
  return Array.from(groups, ([packOpeningId, cardIds]) => ({ packOpeningId, cardIds }));
}
