// Buying packs by card, first half: packs are kept, the payment is begun. The second half is
// `deliver-order.ts`, whenever the money comes.
import * as rows from '#contract/checkout.ts';
import { verb } from '../http/verb.ts';
import { randomUUID } from 'node:crypto';
import type { Caller } from '#domain/access.ts';
import type { Cents } from '#domain/money.ts';
import { checkCardTotal } from '#domain/pricing.ts';
import {
  checkComplete,
  checkLimits,
  checkStock,
  priceOrder,
  type WantedLine,
} from '#domain/purchase.ts';
import { Rejection } from '#domain/rejection.ts';
import { RESERVATIONS_OF_ACCOUNT } from '#domain/throttle.ts';
import {
  needCardProvider,
  openPayment,
  presentIntent,
  type BegunPayment,
} from '../card-payments/begin-payment.ts';
import { endOpenPaymentsFor } from '../card-payments/begin-only-payment.ts';
import { endPayment } from '../card-payments/end-payment.ts';
import { insertPayment, listUndecidedPayments } from '../card-payments/payments-queries.ts';
import { listOffers } from '../catalogue/pack-types-queries.ts';
import { reservePacks } from '../catalogue/reserve-packs.ts';
import { inTransaction } from '../database/database.ts';
import { fingerprint } from '../http/fingerprint.ts';
import { throttleEvent } from '../http/throttle.ts';
import { lockAccount } from '../ledger/ledger-accounts-queries.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { describeOrder } from './describe-order.ts';
import { insertOpenOrder } from './orders-queries.ts';
import { useDiscount } from './discount-codes-queries.ts';
import { readCart } from './read-cart.ts';

/** What a shopper wants to pay for, and what they were told that it costs. */
type Cart = {
  wanted: WantedLine[];
  discountCode: string | null;
  amount: Cents | null;
  fingerprint: string;
};

// Requests of one user at the same moment find each other's payment on the second try.
const TRIES_MAX = 3;

/** The same cart gets the open payment that it has; another one ends it first. */
export const createPaymentIntent = verb(
  rows.createPaymentIntent,
  async (context, caller, input) => {
    needCardProvider(context);
    const wanted = await readCart(context.db, input.packs);
    const discountCode = input.discountCode ?? null;
    const cart: Cart = {
      wanted,
      discountCode,
      amount: input.amount ?? null,
      fingerprint: fingerprint([wanted, discountCode?.toUpperCase() ?? null]),
    };
    for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
      const open = await keepOrEndOpenPayments(context, caller.userId, cart);
      if (open !== null) return presentIntent(open);
      if (attempt === 1) {
        await throttleEvent(context, 'reservation', caller.userId, RESERVATIONS_OF_ACCOUNT);
      }
      const payment = await reserve(context, caller.userId, cart);
      if (payment === null) continue;
      const begun = await openPayment(context, payment);
      // Another cart of the same shopper came in between, and ended this one.
      if (begun === null) throw new Rejection('RESERVATION_EXPIRED');
      return presentIntent(begun);
    }
    throw new Rejection('UNAVAILABLE');
  },
);

/** What a purchase with credits does first: a shopper who changed their mind must not pay twice. */
export async function endOpenPayments(context: Context, caller: Caller): Promise<void> {
  await endOpenPaymentsFor(context, caller.userId, 'order');
}

async function keepOrEndOpenPayments(
  context: Context,
  userId: string,
  cart: Cart,
): Promise<BegunPayment | null> {
  for (const payment of await listUndecidedPayments(context.db, userId, 'order')) {
    const isSame =
      payment.fingerprint === cart.fingerprint &&
      !payment.isExpired &&
      // Prices moved since: this cart costs something else now.
      (cart.amount === null || cart.amount === payment.amount);
    if (!isSame) await endPayment(context, payment);
    else {
      const open = await openPayment(context, payment);
      if (open !== null) return open;
    }
  }
  return null;
}

/** Keeps the packs and writes order and payment, or answers null when the buyer has an open payment. */
async function reserve(context: Context, buyerId: string, cart: Cart): Promise<Payment | null> {
  return inTransaction(context.db, async (db) => {
    // Load. The account first, as in every purchase.
    const { wanted, discountCode } = cart;
    const typeIds = wanted.map((line) => line.packTypeId);
    const [, offers, undecided] = await Promise.all([
      lockAccount(db, buyerId),
      listOffers(db, buyerId, typeIds),
      listUndecidedPayments(db, buyerId, 'order'),
    ]);
    if (undecided.some((payment) => payment.state !== 'processing')) return null;
    checkLimits(wanted, offers);
    const discount = discountCode === null ? null : await useDiscount(db, discountCode);
    if (discountCode !== null && discount === null) throw new Rejection('DISCOUNT_CODE_INVALID');

    // Decide.
    const order = priceOrder(wanted, offers, discount, 'stripe', context.config);
    checkCardTotal(order.quote.total, cart.amount);
    checkStock(wanted, offers);

    // Store.
    const orderId = randomUUID();
    const { packs, expiresAt } = await reservePacks(db, {
      reservationId: orderId,
      buyerId,
      wanted,
      seconds: context.config.reservationSeconds,
    });
    checkComplete(wanted, offers, packs);
    const [, payment] = await Promise.all([
      insertOpenOrder(db, {
        ...order,
        id: orderId,
        userId: buyerId,
        method: 'stripe',
        discountCode,
      }),
      insertPayment(db, {
        userId: buyerId,
        purpose: 'order',
        subjectId: orderId,
        fingerprint: cart.fingerprint,
        amount: order.quote.total,
        description: describeOrder(wanted, offers),
        expiresAt,
      }),
    ]);
    return payment;
  });
}
