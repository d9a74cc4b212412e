// The navigation state that My cards and the shipping page pass to each other, and the state of a link to an open card.
import type { CardItem } from '#contract/collection.ts';
import type { CardGroup } from '#domain/shipping.ts';
import { groupCards } from './card-groups.ts';

/** A card to ship, with the fields that its picture needs. */
export type ShippedCard = { id: string; name: string; imageUrl: string };

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be extended in another file.
  interface HistoryState {
    /** The cards for the shipping page, grouped by pack opening. */
    cardGroups?: CardGroup[];
    /** The cards to ship, with the fields that the shipping page displays. The page works without them. */
    shippedCards?: ShippedCard[];
    /** If true, My cards reloads its lists and clears the ticks. */
    refreshCards?: boolean;
    /** Cards that are shown as shipped until the lists are reloaded. */
    optimisticUpdate?: { cardIds: string[]; status: 'Shipped' };
    /** The id of the new shipment. */
    shipmentId?: string;
    /** Whether the card was opened from its list, so that the list is the previous entry of the history. */
    isOverCards?: boolean;
  }
}

/** Returns the navigation state for a link that opens a card from its list. */
export function overCards<State extends object>(before: State) {
  return { ...before, isOverCards: true };
}

/** A card for the shipping page, with the pack opening that it came from. */
type CardToShip = Pick<CardItem, 'packOpeningId'> & { card: ShippedCard };

/** Returns the navigation state for a link to /shipping. */
export function shippingState(items: readonly CardToShip[]) {
  return {
    cardGroups: groupCards(
      items.map(({ card, packOpeningId }) => ({ id: card.id, packOpeningId })),
    ),
    shippedCards: items.map(({ card: { id, name, imageUrl } }) => ({ id, name, imageUrl })),
  };
}
