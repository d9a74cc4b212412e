// Groups cards by pack opening, because the shipping endpoints need this.
import type { CardGroup } from '#domain/shipping.ts';

/** Groups cards by the pack opening that they came from, in the order in which the cards were chosen. */
export function groupCards(cards: readonly { id: string; packOpeningId: string }[]): CardGroup[] {
  const groups = new Map<string, string[]>();
  for (const { id, packOpeningId } of cards) {
    const cardIds = groups.get(packOpeningId);
    if (cardIds === undefined) groups.set(packOpeningId, [id]);
    else cardIds.push(id);
  }
  return Array.from(groups, ([packOpeningId, cardIds]) => ({ packOpeningId, cardIds }));
}
