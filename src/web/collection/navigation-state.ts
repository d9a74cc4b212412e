// The state that My cards and the shipping page pass to each other, and the state of an open card.
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
    /** The same cards for display. The shipping page works without them. */
    shippedCards?: ShippedCard[];
    /** Tells My cards to reload its lists and clear the ticks. */
    refreshCards?: boolean;
    /** The cards to show as shipped until the lists are reloaded. */
    optimisticUpdate?: { cardIds: string[]; status: 'Shipped' };
    /** The id of the new shipment. */
    shipmentId?: string;
    /** True if the card was opened from its list. The list is then the previous entry of the history. */
    isOverCards?: boolean;
  }
}

/** Adds the state for a link that opens a card over its list. */
export function overCards<State extends object>(before: State) {
  return { ...before, isOverCards: true };
}

/** A card to pass to the shipping page, with its pack opening. */
type CardToShip = Pick<CardItem, 'packOpeningId'> & { card: ShippedCard };

/** Returns the state for a link to /shipping. */
export function shippingState(items: readonly CardToShip[]) {
  return {
    cardGroups: groupCards(
      items.map(({ card, packOpeningId }) => ({ id: card.id, packOpeningId })),
    ),
    shippedCards: items.map(({ card: { id, name, imageUrl } }) => ({ id, name, imageUrl })),
  };
}
