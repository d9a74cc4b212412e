// Groups cards by the pack opening that they came from, as the shipping endpoints require.
import type { CardGroup } from '#domain/shipping.ts';

/** Groups cards by pack opening. Each opening appears once, in the order in which the cards were chosen. */
export function groupCards(cards: readonly { id: string; packOpeningId: string }[]): CardGroup[] {
  const groups = new Map<string, string[]>();
  for (const { id, packOpeningId } of cards) {
    const cardIds = groups.get(packOpeningId);
    if (cardIds === undefined) groups.set(packOpeningId, [id]);
    else cardIds.push(id);
  }
  return Array.from(groups, ([packOpeningId, cardIds]) => ({ packOpeningId, cardIds }));
}
