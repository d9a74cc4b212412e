// Shipping paid by card, second half: what happens when the payment arrives, and when it does not.
// The payment alone requests the shipment, so that buyers who close the page after paying still get
// their cards.
import type { Transfer } from '#domain/ledger.ts';
import { ZERO, type Cents } from '#domain/money.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import {
  canMoveShipment,
  shippingByCard,
  shippingRefund,
  type ShipmentStatus,
} from '#domain/shipping.ts';
import {
  isAnyCardLost,
  returnCardsToOwner,
  markCardsShipped,
} from '../stock/physical-cards-queries.ts';
import { lockOwnedCards } from '../collection/own-cards-queries.ts';
import type { Transaction } from '#engine/database.ts';
import { postJournal } from '../ledger/post.ts';
import type { CardPurchase, Context, Payment } from '../runtime/context.ts';
import { checkParcel } from './check-parcel.ts';
import { mailShipmentState } from './mail-shipment-state.ts';
import { cancelAdditions } from './move-shipment.ts';
import {
  feeOf,
  lockShipment,
  paidOf,
  taxesOf,
  updateShipmentCardsLive,
  updateShipmentState,
  type ShipmentRow,
} from './shipments-queries.ts';

/** The port for shipments paid by card. Their cards are reserved until the payment ends. */
export const shipmentByCard: CardPurchase = {
  deliver: deliverShipment,
  release: releaseShipment,
  takeBack: takeBackFee,
  extend: async () => {},
};

const NOT_HERE = 'This card is not available for shipping';

async function deliverShipment(context: Context<Transaction>, payment: Payment): Promise<void> {
  const { db } = context;
  const shipment = await findPaid(context, payment);
  const cardIds = shipment.cards.map((card) => card.cardId);
  if (await isAnyCardLost(db, cardIds)) throw new Rejection('CARD_NOT_AVAILABLE', NOT_HERE);
  await expectParcelWaits(db, shipment);
  if (shipment.state === 'lapsed') await takeAgain(context, payment.userId, shipment);
  await Promise.all([
    updateShipmentState(db, shipment.id, 'requested'),
    markCardsShipped(db, cardIds),
    postJournal(db, {
      kind: 'shipping_fee',
      referenceId: shipment.id,
      userId: payment.userId,
      description: payment.description,
      transfers: shippingByCard(feeOf(shipment), taxesOf(shipment)),
    }),
  ]);
  await mailShipmentState(context, shipment.id);
  const { id, goes_with_id: goesWithId, user_id: userId, address } = shipment;
  await checkParcel(context, { id, goesWithId, userId, address });
}

/** Rejects if the parcel that these cards should join is already packed or cancelled. */
async function expectParcelWaits(
  db: Transaction,
  { goes_with_id: id }: ShipmentRow,
): Promise<void> {
  if (id === null) return;
  const parcel = await lockShipment(db, id);
  if (parcel?.state !== 'requested') throw new Rejection('CARD_NOT_AVAILABLE', NOT_HERE);
}

/** Takes cards again that were released. Their owner may have sold or shipped them meanwhile. */
async function takeAgain(
  { db }: Context<Transaction>,
  userId: string,
  shipment: ShipmentRow,
): Promise<void> {
  const cards = await lockOwnedCards(
    db,
    userId,
    shipment.cards.map((card) => card.cardId),
  );
  // The shipment of an erased account has no address.
  if (shipment.address === null || cards.some((card) => card.status !== 'available')) {
    throw new Rejection('CARD_NOT_AVAILABLE', NOT_HERE);
  }
  await updateShipmentCardsLive(db, shipment.id, true);
}

async function releaseShipment(context: Context<Transaction>, payment: Payment): Promise<void> {
  const { db } = context;
  const shipment = await findPaid(context, payment);
  if (shipment.state !== 'unpaid') return;
  await Promise.all([
    updateShipmentCardsLive(db, shipment.id, false),
    returnCardsToOwner(
      db,
      shipment.cards.map((card) => card.cardId),
    ),
    updateShipmentState(db, shipment.id, 'lapsed'),
  ]);
}

/**
 * The port for refunds made outside the shop. A refund of the whole fee cancels a shipment that has
 * not left. A partial refund takes nothing back.
 */
async function takeBackFee(
  context: Context<Transaction>,
  payment: Payment,
  { amount }: { amount: Cents },
): Promise<{ transfers: Transfer[]; owed: Cents }> {
  const { db } = context;
  const shipment = await findPaid(context, payment);
  if (amount !== paidOf(shipment)) return { transfers: [], owed: ZERO };
  if (canMoveShipment(shipment.state as ShipmentStatus, 'cancelled')) {
    // The fees of added shipments that were paid by card are refunded later, by the job, because
    // this code makes no refunds itself.
    await cancelAdditions(context, shipment.id);
    await Promise.all([
      updateShipmentCardsLive(db, shipment.id, false),
      returnCardsToOwner(
        db,
        shipment.cards.map((card) => card.cardId),
      ),
    ]);
    await updateShipmentState(db, shipment.id, 'cancelled');
    await mailShipmentState(context, shipment.id);
  }
  const { userId } = payment;
  const back = shippingRefund(userId, 'stripe', feeOf(shipment), taxesOf(shipment));
  return { transfers: back, owed: ZERO };
}

async function findPaid({ db }: Context<Transaction>, payment: Payment): Promise<ShipmentRow> {
  const shipment = await lockShipment(db, payment.subjectId);
  assert(shipment !== null, 'a payment for a shipment has its shipment');
  return shipment;
}
