// Buying packs by card, first half: reserves the packs and begins the payment. The second half is
// `deliver-order.ts`, when the money arrives.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/checkout.ts';
import type { Cents } from '#domain/money.ts';
import { checkCardTotal, checkSeenTotal } from '#domain/pricing.ts';
import {
  checkComplete,
  checkLimits,
  checkRefs,
  checkStock,
  USED_REF,
  type WantedLine,
} from '#domain/purchase.ts';
import { Rejection } from '#domain/rejection.ts';
import { checkSoldIn } from '#domain/sales-places.ts';
import { checkRegionKnown } from '#domain/tax.ts';
import { RESERVATIONS_OF_ACCOUNT, WAITS_AFTER_UNPAID_CARTS_S } from '#domain/throttle.ts';
import { asksFor, takeConsents } from '../accounts/consents.ts';
import {
  beginOnlyPayment,
  endOpenPaymentsAtOwnWish,
  type PaymentSubject,
} from '../card-payments/begin-only-payment.ts';
import { needOpenCards, presentIntent } from '../card-payments/begin-payment.ts';
import { listOffers } from '../catalogue/pack-types-queries.ts';
import { isAnyUsed } from '../drops/tickets-queries.ts';
import { reservePacks } from '../stock/reserve-packs.ts';
import type { Transaction } from '#engine/database.ts';
import { fingerprint } from '../http/fingerprint.ts';
import { throttleEvent } from '../http/throttle.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import { findCustomer } from '../card-payments/payment-methods-queries.ts';
import { placeOfOrder, prepareTaxes, takePrice, termsOfBuyer, type SaleTerms } from './charges.ts';
import { describeOrder } from './describe-order.ts';
import { countUnpaidCarts, insertOpenOrder } from './orders-queries.ts';
import { findDiscount, useDiscount } from './discount-codes-queries.ts';
import { readCart } from './read-cart.ts';

/** The packs that a shopper wants to buy, and the total that they saw. */
type Cart = {
  wanted: WantedLine[];
  discountCode: string | null;
  amount: Cents | null;
  taxes: SaleTerms;
  /** Hashes of the buyer's secrets, one per pack. Undefined: the shop makes the secrets. */
  refs: string[] | undefined;
};

/**
 * Begins the payment of a cart. The same cart gets its existing open payment. A different cart ends
 * that payment first.
 */
export const createPaymentIntent = handler(
  rows.createPaymentIntent,
  async (context, caller, input) => {
    needOpenCards(context);
    const { userId } = caller;
    const [wanted, customerId, taxes] = await Promise.all([
      readCart(context.db, input.packs),
      findCustomer(context.db, userId),
      termsOfBuyer(context, userId, input.region),
    ]);
    checkSoldIn(context.settings.salesPlaces(), taxes);
    const { discountCode = null, amount = null, refs } = input;
    checkRefs(wanted, refs);
    const begun = await beginOnlyPayment(
      context,
      {
        userId,
        purpose: 'order',
        // Part of the fingerprint, because a payment from before the first saved card can't be paid
        // with a saved card.
        fingerprint: fingerprint([
          wanted,
          discountCode?.toUpperCase() ?? null,
          customerId,
          ...(taxes.region === null ? [] : [taxes.region]),
          ...(taxes.asked?.place.postalCode ? [taxes.asked.place.postalCode] : []),
          ...(refs === undefined ? [] : [refs]),
        ]),
        payer: { customerId },
        // Compares the total too, because prices change and the same cart may have another total
        // now.
        amount,
        beforeNew: async () => {
          await pauseAfterUnpaidCarts(context, userId);
          await throttleEvent(context, 'reservation', userId, RESERVATIONS_OF_ACCOUNT);
          await tellBeforeCard(context, userId, { wanted, discountCode, taxes });
        },
        whenEnded: 'RESERVATION_EXPIRED',
      },
      async (inside) => {
        const subject = await reserve(inside, userId, {
          wanted,
          discountCode,
          amount,
          taxes,
          refs,
        });
        await takeConsents(inside, userId, await asksFor(inside, userId, input.region), input);
        return subject;
      },
    );
    return presentIntent(begun);
  },
);

export const releaseReserved = handler(
  rows.releaseReserved,
  async (context, { userId }, { purpose }) => {
    await endOpenPaymentsAtOwnWish(context, userId, purpose);
    return {};
  },
);

/**
 * Pauses a user whose carts were reserved for a card and never paid. Such carts block packs for
 * others and cost the user nothing. Rejects with UNPAID_CARTS until the pause after the user's last
 * such cart is over.
 */
async function pauseAfterUnpaidCarts(context: Context, userId: string): Promise<void> {
  if (!context.config.rateLimits) return;
  const { carts, endedSAgo } = await countUnpaidCarts(context.db, userId);
  if (carts === 0) return;
  const waits = WAITS_AFTER_UNPAID_CARTS_S;
  const leftS = Math.ceil(waits[Math.min(carts, waits.length) - 1]! - endedSAgo);
  if (leftS <= 0) return;
  const minutes = Math.ceil(leftS / 60);
  context.log.warn(
    { event: 'card_payments_paused', userId, carts },
    'Card payment refused: too many unpaid carts of this user',
  );
  throw new Rejection('UNPAID_CARTS', {
    sentence: `Your last ${carts} carts were not paid. You can pay by card again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    details: { until: new Date(context.now().getTime() + leftS * 1000).toISOString() },
    retryAfterS: leftS,
  });
}

/** Prices a cart with the tax provider, if there is one, before anything is reserved. */
async function tellBeforeCard(
  context: Context,
  userId: string,
  { wanted, discountCode, taxes }: Pick<Cart, 'wanted' | 'discountCode' | 'taxes'>,
): Promise<void> {
  if (taxes.asked === null) return;
  const { db } = context;
  const typeIds = wanted.map((line) => line.packTypeId);
  const [offers, discount] = await Promise.all([
    listOffers(db, userId, typeIds),
    discountCode === null ? null : findDiscount(db, userId, discountCode),
  ]);
  await prepareTaxes(context, { userId, wanted, offers, discount, method: 'stripe' }, taxes);
}

/** Reserves the packs and stores the order. The order is paid later. */
async function reserve(
  context: Context<Transaction>,
  buyerId: string,
  { wanted, discountCode, amount, taxes, refs }: Cart,
): Promise<PaymentSubject> {
  const { db, config } = context;
  // Load.
  const typeIds = wanted.map((line) => line.packTypeId);
  const offers = await listOffers(db, buyerId, typeIds);
  if (refs !== undefined && (await isAnyUsed(db, refs))) {
    throw new Rejection('VALIDATION_ERROR', USED_REF);
  }
  checkLimits(wanted, offers);
  checkRegionKnown(taxes);
  const discount = discountCode === null ? null : await useDiscount(db, buyerId, discountCode);

  // Decide.
  const orderId = randomUUID();
  const cart = { userId: buyerId, wanted, offers, discount, method: 'stripe' } as const;
  const order = await takePrice(context, orderId, cart, taxes);
  checkSeenTotal(order.quote.total, amount);
  checkCardTotal(order.quote.total);
  checkStock(wanted, offers);

  // Store.
  const { packs, expiresAt } = await reservePacks(db, {
    reservationId: orderId,
    buyerId,
    wanted,
    seconds: config.reservationSeconds,
    refs,
  });
  checkComplete(wanted, offers, packs);
  await insertOpenOrder(db, {
    ...order,
    id: orderId,
    userId: buyerId,
    method: 'stripe',
    discountCode,
    ...placeOfOrder(context, taxes),
  });
  return {
    subjectId: orderId,
    amount: order.quote.total,
    description: describeOrder(wanted, offers),
    expiresAt,
  };
}
