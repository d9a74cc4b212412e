// The first half of shipping paid by card: reserves the cards and begins the payment. When the
// payment arrives, `deliver-shipment.ts` does the second half.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/shipping.ts';
import type { Input } from '#contract/endpoint.ts';
import { sum } from '#domain/money.ts';
import { checkCardTotal } from '#domain/pricing.ts';
import { SHIPPING_PAYMENT_MINUTES } from '#domain/shipping.ts';
import { checkCountry } from '../accounts/country.ts';
import { beginOnlyPayment, type PaymentSubject } from '../card-payments/begin-only-payment.ts';
import { needOpenCards, presentIntent } from '../card-payments/begin-payment.ts';
import { holdCardsForPayment } from '../stock/physical-cards-queries.ts';
import type { Transaction } from '#engine/database.ts';
import { fingerprint } from '../http/fingerprint.ts';
import { handler } from '../http/handler.ts';
import { compareWithExcluded } from '../limits/exclusion-marks.ts';
import type { Context } from '../runtime/context.ts';
import { findCustomer } from '../card-payments/payment-methods-queries.ts';
import { insertShipment } from './shipments-queries.ts';
import { prepareTax } from './prepare-tax.ts';
import { taxToPay } from './tax-on-fee.ts';
import { describeShipment, lockShippableCards } from './take-cards.ts';
import { findSeenQuote, takeQuote } from './take-quote.ts';

type ShipmentRequest = Input<typeof rows.createShippingPaymentIntent>;

/**
 * Begins the payment. If the user has an open payment for these cards and this place, returns it.
 * If the user has another open payment for a shipment, ends it first.
 */
export const createShippingPaymentIntent = handler(
  rows.createShippingPaymentIntent,
  async (context, caller, request) => {
    needOpenCards(context);
    checkCountry(request.shippingAddress.country, 'shippingAddress.country');
    const { userId } = caller;
    const customerId = await findCustomer(context.db, userId);
    const begun = await beginOnlyPayment(
      context,
      {
        userId,
        purpose: 'shipment',
        expects: null,
        fingerprint: fingerprintOf(request, customerId),
        payer: { customerId },
        beforeNew: () => prepareTax(context, userId, request),
      },
      (inside) => reserveCards(inside, userId, request),
    );
    return presentIntent(begun);
  },
);

/**
 * Returns the fingerprint of a request. It includes `customerId`, because a payment that began
 * before the user saved a card can't be paid with a saved card.
 */
function fingerprintOf(
  { cardGroups, shippingAddress, quoteId = null }: ShipmentRequest,
  customerId: string | null,
): string {
  const cards = cardGroups.flatMap(({ packOpeningId, cardIds }) =>
    cardIds.map((cardId) => `${packOpeningId} ${cardId}`),
  );
  return fingerprint([
    [...new Set(cards)].toSorted(),
    Object.entries(shippingAddress),
    customerId,
    ...(quoteId === null ? [] : [quoteId]),
  ]);
}

async function reserveCards(
  context: Context<Transaction>,
  userId: string,
  request: ShipmentRequest,
): Promise<PaymentSubject> {
  const { db } = context;
  const seen = await findSeenQuote(db, userId, request.quoteId);
  const cards = await lockShippableCards(db, userId, request.cardGroups);
  const address = seen?.parcelAddress ?? request.shippingAddress;
  const quote = await takeQuote(context, seen, { userId, cards }, address);
  const shipmentId = randomUUID();
  const paying = { userId, fee: quote.offer.fee.total, shipmentId };
  const { tax, ...ofFee } = await taxToPay(context, paying, address);
  const total = sum(quote.offer.fee.total, tax);
  checkCardTotal(total);
  const cardIds = cards.map(({ id }) => id);
  const [createdAt] = await Promise.all([
    insertShipment(db, {
      id: shipmentId,
      userId,
      state: 'unpaid',
      paymentMethod: 'stripe',
      quote,
      ...ofFee,
      address,
      cardIds,
    }),
    holdCardsForPayment(db, cardIds),
  ]);
  await compareWithExcluded(context, userId);
  return {
    subjectId: shipmentId,
    amount: total,
    description: describeShipment(cardIds.length),
    expiresAt: new Date(createdAt.getTime() + SHIPPING_PAYMENT_MINUTES * 60_000),
  };
}
