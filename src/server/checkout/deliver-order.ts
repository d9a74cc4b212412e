// Completes a purchase by card, when the money for an order arrives or the payment ends. The packs are sold
// but stay sealed until the buyer opens them.
import { randomUUID } from 'node:crypto';
import { cardPurchase } from '#domain/ledger.ts';
import { receiptOfOrder } from '#domain/order-receipt.ts';
import { checkComplete, checkLimits, checkSinglesTaken, checkStock } from '#domain/purchase.ts';
import { assert } from '#domain/rejection.ts';
import { mailboxOf, writeTo } from '../accounts/notify.ts';
import {
  freeReservedPacks,
  insertPaidReservation,
  sellReservedPacks,
  updateReservationExpiry,
} from '../stock/reservations-queries.ts';
import { freeReservedSingles, sellSingles } from '../singles/house-cards-queries.ts';
import { listOffers } from '../catalogue/pack-types-queries.ts';
import { sellPacks } from '../stock/reserve-packs.ts';
import type { Transaction } from '#engine/database.ts';
import { postJournal } from '../ledger/post.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { receiptMail } from '../mail/templates/receipt.ts';
import type { CardPurchase, Context, Payment } from '../runtime/context.ts';
import { findOrder, markOrderPaid, type PlacedOrder } from './orders-queries.ts';
import { takeBackOrder } from './take-back-order.ts';
import { giveBackDiscountUse, useDiscount } from './discount-codes-queries.ts';

/** Implements the port for orders that are paid by card. */
export const orderByCard: CardPurchase = {
  deliver: deliverOrder,
  release: releaseOrder,
  takeBack: takeBackOrder,
  extend: ({ db }, payment) => updateReservationExpiry(db, payment.subjectId, payment.expiresAt),
};

async function deliverOrder(context: Context<Transaction>, payment: Payment): Promise<void> {
  const { db } = context;
  const [order, wasHeld, mailbox] = await Promise.all([
    findOrder(db, payment.subjectId),
    sellReservedPacks(db, payment.subjectId),
    mailboxOf(db, payment.userId),
  ]);
  assert(order !== null, 'a payment for an order has its order');
  if (!wasHeld) await sellLate(context, payment.userId, order);
  const { singles } = order;
  const id = randomUUID();
  const receipt = receiptOfOrder(order, order.lines, singles);
  const [, taken] = await Promise.all([
    markOrderPaid(db, payment.userId, order),
    sellSingles(db, order.id, singles.length),
    postJournal(db, {
      id,
      kind: 'pack_purchase',
      referenceId: order.id,
      userId: payment.userId,
      description: payment.description,
      receipt,
      transfers: cardPurchase(order.quote),
    }),
    writeTo(
      context,
      mailbox,
      'always',
      () =>
        receiptMail(
          {
            ...receipt,
            ...order.quote,
            method: 'stripe',
            id,
            isSealed: order.lines.length > 0,
            sealKinds: order.lines.map((line) => line.sealKind),
          },
          letterheadOf(context),
        ),
      `receipt ${id}`,
    ),
  ]);
  checkSinglesTaken(
    singles.map((one) => ({ ...one, price: one.unitPrice, isOnSale: true })),
    taken,
  );
}

/**
 * Sells other packs of the same types at the price that was paid, because the reserved packs are
 * already back on sale. Singles have no replacement, so they are sold only if nobody else has
 * bought them.
 */
async function sellLate(
  { db }: Context<Transaction>,
  buyerId: string,
  order: PlacedOrder,
): Promise<void> {
  const { lines: wanted } = order;
  const offers = await listOffers(
    db,
    buyerId,
    wanted.map((line) => line.packTypeId),
  );
  checkLimits(wanted, offers);
  if (order.discountCode !== null) await useDiscount(db, buyerId, order.discountCode);
  checkStock(wanted, offers);
  if (wanted.length === 0) return insertPaidReservation(db, order.id, buyerId);
  checkComplete(wanted, offers, await sellPacks(db, { reservationId: order.id, buyerId, wanted }));
}

async function releaseOrder({ db }: Context<Transaction>, payment: Payment): Promise<void> {
  const wasHeld = await freeReservedPacks(db, payment.subjectId);
  if (!wasHeld) return;
  await Promise.all([
    freeReservedSingles(db, payment.subjectId),
    giveBackDiscountUse(db, payment.subjectId),
  ]);
}
