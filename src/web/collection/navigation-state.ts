// The state that My cards passes to the shipping page and receives from it, and its note about an open card.
import type { CardItem } from '#contract/collection.ts';
import type { CardGroup } from '#domain/shipping.ts';
import { groupCards } from './card-groups.ts';

/** A card to ship, with the fields that its picture needs. */
export type ShippedCard = { id: string; name: string; imageUrl: string };

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface HistoryState {
    /** The cards of the shipping page, by opening. */
    cardGroups?: CardGroup[];
    /** The same cards for display; the page works without them. */
    shippedCards?: ShippedCard[];
    /** My cards reloads its lists and clears the ticks. */
    refreshCards?: boolean;
    /** The new status of these cards, shown until the lists are reloaded. */
    optimisticUpdate?: { cardIds: string[]; status: 'Shipped' };
    /** The shipment that contains them. */
    shipmentId?: string;
    /** The open card was opened from its list, which is the previous history entry. */
    isOverCards?: boolean;
  }
}

/** For the link that opens a card over its list. */
export function overCards<State extends object>(before: State) {
  return { ...before, isOverCards: true };
}

/** A card to pass to the shipping page. */
type CardToShip = Pick<CardItem, 'packOpeningId'> & { card: ShippedCard };

/** The state that a link to /shipping passes on. */
export function shippingState(items: readonly CardToShip[]) {
  return {
    cardGroups: groupCards(
      items.map(({ card, packOpeningId }) => ({ id: card.id, packOpeningId })),
    ),
    shippedCards: items.map(({ card: { id, name, imageUrl } }) => ({ id, name, imageUrl })),
  };
}
