// Looking at a shipment before asking for it: what it costs, and whether its cards can go.
import type { Input, Reply } from '#contract/endpoint.ts';
import type {
  calculateShippingFee as feeRow,
  checkShippingEligibility as eligibilityRow,
} from '#contract/shipping.ts';
import type { Caller } from '#domain/access.ts';
import { CURRENCY } from '#domain/money.ts';
import {
  cardsOf,
  DEFAULT_COUNTRY,
  estimatedDelivery,
  shippingFee,
  unshippableCards,
} from '#domain/shipping.ts';
import { findCountry } from '../accounts/queries.ts';
import { listOwnedCards } from '../collection/queries.ts';
import { findBalance } from '../ledger/queries.ts';
import type { Context } from '../runtime/context.ts';
import { listCardsKeptForPayment } from './queries.ts';

export async function calculateShippingFee(
  _context: Context,
  _caller: Caller,
  { cardCount = 1, country = DEFAULT_COUNTRY }: Input<typeof feeRow>,
): Promise<Reply<typeof feeRow>> {
  const { base, weight, total } = shippingFee(cardCount, country);
  return {
    baseFee: base,
    weightFee: weight,
    totalFee: total,
    estimatedDelivery: estimatedDelivery(country),
    currency: CURRENCY,
  };
}

/** Cards that can't be sent are an answer here, not a rejection. */
export async function checkShippingEligibility(
  { db, cardProvider }: Context,
  caller: Caller,
  { cardGroups }: Input<typeof eligibilityRow>,
): Promise<Reply<typeof eligibilityRow>> {
  const { userId } = caller;
  const cardIds = cardsOf(cardGroups);
  const [found, kept, country, balance] = await Promise.all([
    listOwnedCards(db, userId, cardIds),
    listCardsKeptForPayment(db, userId),
    findCountry(db, userId),
    findBalance(db, userId),
  ]);
  // What a card payment of the caller's own keeps back is free once they ask again.
  const cards = found.map((card) =>
    kept.includes(card.id) ? { ...card, status: 'available' as const } : card,
  );
  const ineligibleCards = unshippableCards(cardGroups, cards);
  return {
    eligible: ineligibleCards.length === 0,
    ineligibilityReason: reasonOf(ineligibleCards, cardIds.length),
    ineligibleCards,
    availablePaymentMethods: cardProvider === null ? ['balance'] : ['balance', 'stripe'],
    hasInsufficientBalance: balance < shippingFee(cardIds.length, country ?? DEFAULT_COUNTRY).total,
    userBalance: balance,
  };
}

function reasonOf(ineligible: { reason: string }[], asked: number): string | null {
  if (ineligible.length === 0) return null;
  if (asked === 1) return ineligible[0]!.reason;
  return `${ineligible.length} of ${asked} cards are not available for shipping`;
}
