// Looking at a shipment before asking for it: what it costs, and whether its cards can go.
import * as rows from '#contract/shipping.ts';
import { PAUSE_SENTENCES } from '#domain/dispute.ts';
import { CURRENCY, sum } from '#domain/money.ts';
import {
  cardsOf,
  DEFAULT_COUNTRY,
  estimatedDelivery,
  shippingFee,
  unshippableCards,
} from '#domain/shipping.ts';
import { paymentMethodsOf } from '../card-payments/begin-payment.ts';
import { findPlace } from '../accounts/users-queries.ts';
import { listOwnedCards } from '../collection/physical-cards-queries.ts';
import { verb } from '../http/verb.ts';
import { findBalance, findPause } from '../ledger/ledger-accounts-queries.ts';
import { taxOnFee } from './tax-on-fee.ts';
import { listCardsKeptForPayment } from './shipments-queries.ts';

export const calculateShippingFee = verb(
  rows.calculateShippingFee,
  async (
    { settings, now },
    _caller,
    { cardCount = 1, country = DEFAULT_COUNTRY, state = null },
  ) => {
    const { base, weight, total } = shippingFee(cardCount, country);
    const { taxes, tax, isKnown } = taxOnFee(total, { country, state }, { settings, now });
    return {
      baseFee: base,
      weightFee: weight,
      tax,
      taxes,
      needsRegion: !isKnown,
      totalFee: sum(total, tax),
      estimatedDelivery: estimatedDelivery(country),
      currency: CURRENCY,
    };
  },
);

/** Cards that can't be sent are an answer here, not a rejection. */
export const checkShippingEligibility = verb(
  rows.checkShippingEligibility,
  async (context, caller, { cardGroups }) => {
    const { db, cardProvider } = context;
    const { userId } = caller;
    const cardIds = cardsOf(cardGroups);
    const [pause, found, kept, address, balance] = await Promise.all([
      findPause(db, userId),
      listOwnedCards(db, userId, cardIds),
      listCardsKeptForPayment(db, userId),
      findPlace(db, userId),
      findBalance(db, userId),
    ]);
    // Cards locked by the caller's own card payment are free once they request again.
    const cards = found.map((card) =>
      kept.includes(card.id) ? { ...card, status: 'available' as const } : card,
    );
    const country = address.country ?? DEFAULT_COUNTRY;
    const { total } = shippingFee(cardIds.length, country);
    const { tax } = taxOnFee(total, { country, state: address.state }, context);
    const ineligibleCards = unshippableCards(cardGroups, cards);
    return {
      eligible: pause === null && ineligibleCards.length === 0,
      ineligibilityReason:
        pause === null ? reasonOf(ineligibleCards, cardIds.length) : PAUSE_SENTENCES[pause],
      ineligibleCards,
      availablePaymentMethods: paymentMethodsOf(cardProvider),
      hasInsufficientBalance: balance < sum(total, tax),
      userBalance: balance,
    };
  },
);

function reasonOf(ineligible: { reason: string }[], asked: number): string | null {
  if (ineligible.length === 0) return null;
  if (asked === 1) return ineligible[0]!.reason;
  return `${ineligible.length} of ${asked} cards are not available for shipping`;
}
