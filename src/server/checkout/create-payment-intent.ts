// Begins a purchase of packs by card: reserves the packs and begins the payment. `deliver-order.ts` completes the
// purchase when the money arrives.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/checkout.ts';
import type { Cents } from '#domain/money.ts';
import { checkCardTotal, checkSeenTotal } from '#domain/pricing.ts';
import {
  checkComplete,
  checkLimits,
  checkRefs,
  checkSingles,
  checkSinglesTaken,
  checkStock,
  USED_REF,
  type WantedLine,
} from '#domain/purchase.ts';
import { Rejection } from '#domain/rejection.ts';
import { checkSoldIn } from '#domain/sales-places.ts';
import { checkRegionKnown } from '#domain/tax.ts';
import { RESERVATIONS_OF_ACCOUNT, WAITS_AFTER_UNPAID_CARTS_S } from '#domain/throttle.ts';
import { consentPromptsFor, checkAndStoreConsents } from '../accounts/consents.ts';
import {
  beginOnlyPayment,
  endOpenPaymentsAtOwnWish,
  type PaymentSubject,
} from '../card-payments/begin-only-payment.ts';
import { needOpenCards, presentIntent } from '../card-payments/begin-payment.ts';
import { listOffers } from '../catalogue/pack-types-queries.ts';
import { isAnyUsed } from '../drops/tickets-queries.ts';
import { reserveSingles } from '../singles/house-cards-queries.ts';
import { reservePacks } from '../stock/reserve-packs.ts';
import type { Transaction } from '#engine/database.ts';
import { fingerprint } from '../http/fingerprint.ts';
import { throttleEvent } from '../http/throttle.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import { findCustomer } from '../card-payments/payment-methods-queries.ts';
import {
  placeOfOrder,
  prepareTaxes,
  claimPrice,
  quotePrice,
  termsOfBuyer,
  type PricedCart,
  type SaleTerms,
} from './charges.ts';
import { describeOrder } from './describe-order.ts';
import { insertSinglesOfOrder } from './order-singles-queries.ts';
import { countUnpaidCarts, insertOpenOrder } from './orders-queries.ts';
import { findDiscount, useDiscount } from './discount-codes-queries.ts';
import { readCart, readSingles } from './read-cart.ts';

/** The packs and singles that a shopper wants to buy, and the total that they saw. */
type Cart = {
  wanted: WantedLine[];
  /** The ids of the singles that the shopper wants to buy. */
  ids: string[];
  discountCode: string | null;
  amount: Cents | null;
  taxes: SaleTerms;
  /** Hashes of the buyer's secrets, one per pack. If undefined, the shop makes the secrets. */
  refs: string[] | undefined;
};

/**
 * Begins the payment of a cart. If the same cart already has an open payment, returns that payment. If the open payment
 * is for a different cart, ends it first.
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
    const { settings } = context;
    checkSoldIn(settings.salesPlaces(), taxes, settings.now().contactEmail);
    const { discountCode = null, amount = null, refs, singles: ids = [] } = input;
    checkRefs(wanted, refs);
    const begun = await beginOnlyPayment(
      context,
      {
        userId,
        purpose: 'order',
        // The fingerprint includes the customer. A payment that began before the user saved their first card can't be
        // paid with a saved card, so the user then needs another payment.
        fingerprint: fingerprint([
          wanted,
          discountCode?.toUpperCase() ?? null,
          customerId,
          ...(taxes.region === null ? [] : [taxes.region]),
          ...(taxes.asked?.place.postalCode ? [taxes.asked.place.postalCode] : []),
          ...(refs === undefined ? [] : [refs]),
          ...(ids.length === 0 ? [] : [{ singles: ids.toSorted() }]),
        ]),
        payer: { customerId },
        expects: () => totalOf(context, userId, { wanted, ids, discountCode, taxes }),
        // The total is part of the fingerprint, because prices change, and the same cart may now have another total.
        amount,
        beforeNew: async () => {
          await pauseAfterUnpaidCarts(context, userId);
          await throttleEvent(context, 'reservation', userId, RESERVATIONS_OF_ACCOUNT);
          await tellBeforeCard(context, userId, { wanted, ids, discountCode, taxes });
        },
        whenEnded: 'RESERVATION_EXPIRED',
      },
      async (inside) => {
        const subject = await reserve(inside, userId, {
          wanted,
          ids,
          discountCode,
          amount,
          taxes,
          refs,
        });
        await checkAndStoreConsents(
          inside,
          userId,
          await consentPromptsFor(inside, userId, input.region),
          input,
        );
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
 * Pauses a user whose carts were reserved for card payment and never paid. Such carts block packs for others and cost
 * the user nothing. Until the pause after the user's last such cart is over, rejects with UNPAID_CARTS.
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

type PricedWanted = Pick<Cart, 'wanted' | 'ids' | 'discountCode' | 'taxes'>;

/** If there is a tax provider, prices a cart with it before anything is reserved. */
async function tellBeforeCard(context: Context, userId: string, cart: PricedWanted): Promise<void> {
  if (cart.taxes.asked === null) return;
  await prepareTaxes(context, await toPrice(context, userId, cart), cart.taxes);
}

/** The total of a cart before anything is reserved. */
async function totalOf(context: Context, userId: string, cart: PricedWanted): Promise<Cents> {
  return (await quotePrice(context, await toPrice(context, userId, cart), cart.taxes)).quote.total;
}

async function toPrice(
  { db }: Context,
  userId: string,
  { wanted, ids, discountCode }: PricedWanted,
): Promise<PricedCart> {
  const typeIds = wanted.map((line) => line.packTypeId);
  const [offers, singles, discount] = await Promise.all([
    listOffers(db, userId, typeIds),
    readSingles(db, userId, ids),
    discountCode === null ? null : findDiscount(db, userId, discountCode),
  ]);
  return { userId, wanted, offers, singles, discount, method: 'stripe' };
}

/** Reserves the packs and stores the order. The order is paid later. */
async function reserve(
  context: Context<Transaction>,
  buyerId: string,
  { wanted, ids, discountCode, amount, taxes, refs }: Cart,
): Promise<PaymentSubject> {
  const { db, config } = context;
  // Load the offers.
  const typeIds = wanted.map((line) => line.packTypeId);
  const [offers, singles] = await Promise.all([
    listOffers(db, buyerId, typeIds),
    readSingles(db, buyerId, ids),
  ]);
  if (refs !== undefined && (await isAnyUsed(db, refs))) {
    throw new Rejection('VALIDATION_ERROR', USED_REF);
  }
  checkLimits(wanted, offers);
  checkRegionKnown(taxes);
  const discount = discountCode === null ? null : await useDiscount(db, buyerId, discountCode);

  // Decide the price.
  const orderId = randomUUID();
  const cart = { userId: buyerId, wanted, offers, singles, discount, method: 'stripe' } as const;
  const order = await claimPrice(context, orderId, cart, taxes);
  checkSeenTotal(order.quote.total, amount);
  checkCardTotal(order.quote.total);
  checkStock(wanted, offers);
  checkSingles(singles);

  // Store the order.
  const { packs, expiresAt } = await reservePacks(db, {
    reservationId: orderId,
    buyerId,
    wanted,
    seconds: config.reservationSeconds,
    refs,
  });
  checkComplete(wanted, offers, packs);
  if (singles.length > 0) {
    const houseCardIds = singles.map(({ houseCardId }) => houseCardId);
    checkSinglesTaken(singles, await reserveSingles(db, orderId, houseCardIds));
  }
  await insertOpenOrder(db, {
    ...order,
    id: orderId,
    userId: buyerId,
    method: 'stripe',
    discountCode,
    ...placeOfOrder(context, taxes),
  });
  insertSinglesOfOrder(db, orderId, order.singles);
  return {
    subjectId: orderId,
    amount: order.quote.total,
    description: describeOrder(wanted, offers, singles),
    expiresAt,
  };
}
