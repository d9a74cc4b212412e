// What My cards passes to the shipping page, and what it gets back; and what it notes of a card that is open.
import type { CardItem } from '#contract/collection.ts';
import type { CardGroup } from '#domain/shipping.ts';
import { groupCards } from './card-groups.ts';

/** A card that is to be shipped, as far as its picture needs. */
export type ShippedCard = { id: string; name: string; imageUrl: string };

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface HistoryState {
    /** The cards that /shipping is about, by opening. */
    cardGroups?: CardGroup[];
    /** The same cards for the eye; the page does without. */
    shippedCards?: ShippedCard[];
    /** My cards loads its lists again, with nothing ticked. */
    refreshCards?: boolean;
    /** What these cards have become, shown until the lists are here. */
    optimisticUpdate?: { cardIds: string[]; status: 'Shipped' };
    /** The shipment that they are in. */
    shipmentId?: string;
    /** The card that is open was opened from its list, which is the step before. */
    isOverCards?: boolean;
  }
}

/** For the link that opens a card over its list. */
export function overCards<State extends object>(before: State) {
  return { ...before, isOverCards: true };
}

/** A card on the way to the shipping page. */
type CardToShip = Pick<CardItem, 'packOpeningId'> & { card: ShippedCard };

/** What a link to /shipping passes along. */
export function shippingState(items: readonly CardToShip[]) {
  return {
    cardGroups: groupCards(
      items.map(({ card, packOpeningId }) => ({ id: card.id, packOpeningId })),
    ),
    shippedCards: items.map(({ card: { id, name, imageUrl } }) => ({ id, name, imageUrl })),
  };
}
