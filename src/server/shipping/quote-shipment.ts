// Previews a shipment: its price, and whether its cards can be shipped.
import * as rows from '#contract/shipping.ts';
import { PAUSE_SENTENCES } from '#domain/dispute.ts';
import { CURRENCY, sum, ZERO } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { cardIdsOfGroups, DEFAULT_COUNTRY, unshippableCards } from '#domain/shipping.ts';
import { paymentMethodsOf } from '../card-payments/begin-payment.ts';
import { checkCountry } from '../accounts/country.ts';
import { findHome } from '../accounts/users-queries.ts';
import { listOwnedCards } from '../collection/own-cards-queries.ts';
import { handler } from '../http/handler.ts';
import { findBalance, findPause } from '../ledger/ledger-accounts-queries.ts';
import { findCurrentTariff } from './current-tariff.ts';
import {
  parcelContentsOf,
  decideParcelTo,
  quoteBeside,
  quotesFor,
  storeQuotes,
} from './make-quotes.ts';
import { listCardsReservedForPayment, listWaitingShipments } from './shipments-queries.ts';
import { taxOnFee } from './tax-on-fee.ts';

/**
 * Calculates the fee by the first service of the place's zone. The cards are not known here, so their value counts as
 * zero.
 */
export const calculateShippingFee = handler(
  rows.calculateShippingFee,
  async (context, _caller, { cardCount = 1, country = DEFAULT_COUNTRY, state = '' }) => {
    const tariff = await findCurrentTariff(context.db);
    const contents = { cardCount, marketValue: ZERO };
    const decision = decideParcelTo(context, tariff, { country, state }, contents);
    const { problem } = decision;
    if (problem !== null) {
      const field = problem.field === 'cards' ? 'cardCount' : problem.field;
      throw Rejection.ofField(field, problem.message);
    }
    const offer = decision.offers[0]!;
    const { taxes, tax, isKnown } = taxOnFee(offer.fee.total, decision.taxes);
    return {
      baseFee: offer.fee.base,
      weightFee: offer.fee.weight,
      tax,
      taxes,
      needsRegion: !isKnown,
      totalFee: sum(offer.fee.total, tax),
      estimatedDelivery: offer.delivery,
      currency: CURRENCY,
    };
  },
);

/** Maximum number of waiting parcels to which the user may add the cards. */
const WAITING_MOST = 3;

/** Quotes a shipment. If cards can't be shipped, responds normally with the reasons, and does not reject. */
export const quoteShipment = handler(
  rows.quoteShipment,
  async (context, { userId }, { cardGroups, country, state, postalCode }) => {
    const { db } = context;
    checkCountry(country, 'country');
    const cardIds = cardIdsOfGroups(cardGroups);
    const [tariff, cards, waiting] = await Promise.all([
      findCurrentTariff(db),
      listOwnedCards(db, userId, cardIds),
      listWaitingShipments(db, userId, WAITING_MOST),
    ]);
    const isUnknown = unshippableCards(
      cardGroups,
      cards.map((card) => ({ ...card, status: 'available' })),
    );
    if (isUnknown.length > 0) throw new Rejection('CARD_NOT_FOUND');
    const quoted = { userId, cards };
    const place = { country, state };
    const contents = parcelContentsOf(quoted);
    const decision = decideParcelTo(context, tariff, { ...place, postalCode }, contents);
    const alone = quotesFor(tariff, decision, place, quoted).map((quote) => ({
      quote,
      place: { ...place, postalCode },
    }));
    const beside = waiting.flatMap((parcel) => {
      const quote = quoteBeside(tariff, parcel, quoted);
      return quote === null ? [] : { quote, place: parcel.address };
    });
    const told = await storeQuotes(context, tariff, [...alone, ...beside]);
    return {
      ...contents,
      quotes: told.slice(0, alone.length).map(({ shown }) => shown),
      problem: decision.problem,
      beside: told.slice(alone.length).map(({ stored, shown }) => {
        const { id, address, cardCount } = waiting.find(
          (parcel) => parcel.id === stored.beside!.shipmentId,
        )!;
        return { shipmentId: id, shippingAddress: address, cardCount, quote: shown };
      }),
    };
  },
);

/**
 * Checks whether cards can be shipped. If some can't, responds normally with the reasons, and does
 * not reject.
 */
export const checkShippingEligibility = handler(
  rows.checkShippingEligibility,
  async (context, caller, { cardGroups }) => {
    const { db } = context;
    const { userId } = caller;
    const cardIds = cardIdsOfGroups(cardGroups);
    const [pause, found, reservedIds, home, balance, tariff] = await Promise.all([
      findPause(db, userId),
      listOwnedCards(db, userId, cardIds),
      listCardsReservedForPayment(db, userId),
      findHome(db, userId),
      findBalance(db, userId),
      findCurrentTariff(db),
    ]);
    // A card that the caller's own card payment reserves counts as available, because the caller's next request ends
    // that payment.
    const cards = found.map((card) =>
      reservedIds.includes(card.id) ? { ...card, status: 'available' as const } : card,
    );
    const ineligibleCards = unshippableCards(cardGroups, cards);
    const place = { country: home.country ?? DEFAULT_COUNTRY, state: home.state ?? '' };
    const contents = { cardCount: cardIds.length, marketValue: ZERO };
    const { offers, taxes } = decideParcelTo(context, tariff, place, contents);
    const [offer] = offers;
    return {
      eligible: pause === null && ineligibleCards.length === 0,
      ineligibilityReason:
        pause === null ? reasonOf(ineligibleCards, cardIds.length) : PAUSE_SENTENCES[pause],
      ineligibleCards,
      availablePaymentMethods: paymentMethodsOf(context),
      hasInsufficientBalance:
        offer !== undefined && balance < sum(offer.fee.total, taxOnFee(offer.fee.total, taxes).tax),
      userBalance: balance,
    };
  },
);

function reasonOf(ineligible: { reason: string }[], asked: number): string | null {
  if (ineligible.length === 0) return null;
  if (asked === 1) return ineligible[0]!.reason;
  return `${ineligible.length} of ${asked} cards are not available for shipping`;
}
