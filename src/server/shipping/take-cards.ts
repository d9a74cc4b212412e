// Takes cards into a shipment, either all of them or none. The cards are locked after the account.
import type { OwnedCard } from '#domain/card-sale.ts';
import { Rejection } from '#domain/rejection.ts';
import {
  cardIdsOfGroups,
  NO_SUCH_CARD,
  unshippableCards,
  type CardGroup,
} from '#domain/shipping.ts';
import type { Transaction } from '#engine/database.ts';
import { lockOwnedCards } from '../collection/own-cards-queries.ts';

/**
 * Locks the cards of some groups and returns them. Rejects with CARD_NOT_FOUND or
 * CARD_NOT_AVAILABLE; the rejection names the cards.
 */
export async function lockShippableCards(
  db: Transaction,
  userId: string,
  groups: CardGroup[],
): Promise<OwnedCard[]> {
  const cardIds = cardIdsOfGroups(groups);
  const cards = await lockOwnedCards(db, userId, cardIds);
  const ineligibleCards = unshippableCards(groups, cards);
  const [first] = ineligibleCards;
  if (first !== undefined) {
    const code = first.reason === NO_SUCH_CARD ? 'CARD_NOT_FOUND' : 'CARD_NOT_AVAILABLE';
    throw new Rejection(code, { sentence: first.reason, details: { ineligibleCards } });
  }
  return cards;
}

/** Describes the transaction, for example as "Shipping of 3 cards". */
export function describeShipment(cardCount: number): string {
  return cardCount === 1 ? 'Shipping of 1 card' : `Shipping of ${cardCount} cards`;
}
