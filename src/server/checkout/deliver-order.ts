// Buying packs by card, second half: the money for an order arrives, or the payment ends. The packs
// are sold but sealed, because the buyer opens them.
import { randomUUID } from 'node:crypto';
import { cardPurchase } from '#domain/ledger.ts';
import { receiptOfOrder } from '#domain/order-receipt.ts';
import { checkComplete, checkLimits, checkStock } from '#domain/purchase.ts';
import { assert } from '#domain/rejection.ts';
import { mailboxOf, writeTo } from '../accounts/notify.ts';
import {
  freeReservedPacks,
  sellReservedPacks,
  updateReservationExpiry,
} from '../stock/reservations-queries.ts';
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

/** The port for orders that are paid by card. */
export const orderByCard: CardPurchase = {
  deliver: deliverOrder,
  release: releaseOrder,
  takeBack: takeBackOrder,
  extend: ({ db }, payment) => updateReservationExpiry(db, payment.subjectId, payment.expiresAt),
};

async function deliverOrder(context: Context<Transaction>, payment: Payment): Promise<void> {
  const { db } = context;
  const [order, kept, mailbox] = await Promise.all([
    findOrder(db, payment.subjectId),
    sellReservedPacks(db, payment.subjectId),
    mailboxOf(db, payment.userId),
  ]);
  assert(order !== null, 'a payment for an order has its order');
  if (kept.length === 0) await sellLate(context, payment.userId, order);
  const id = randomUUID();
  const receipt = receiptOfOrder(order, order.lines);
  await Promise.all([
    markOrderPaid(db, order.id),
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
            isSealed: true,
            sealKinds: order.lines.map((line) => line.sealKind),
          },
          letterheadOf(context),
        ),
      `receipt ${id}`,
    ),
  ]);
}

/**
 * Sells other packs of the same types at the price that was paid, because the reserved packs are
 * already back on sale.
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
  checkComplete(wanted, offers, await sellPacks(db, { reservationId: order.id, buyerId, wanted }));
}

async function releaseOrder({ db }: Context<Transaction>, payment: Payment): Promise<void> {
  const hadPacks = await freeReservedPacks(db, payment.subjectId);
  if (hadPacks) await giveBackDiscountUse(db, payment.subjectId);
}
