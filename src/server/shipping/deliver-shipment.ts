// The second half of shipping paid by card: what happens when the payment arrives, or ends without money. The arriving
// payment itself requests the shipment, so that buyers who close the page after the payment still get their cards.
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
  shipmentFee,
  lockShipment,
  paidForShipment,
  shipmentTaxes,
  updateShipmentCardsLive,
  updateShipmentState,
  type ShipmentRow,
} from './shipments-queries.ts';

/** The port for shipments that are paid by card. Their cards are reserved until the payment ends. */
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
      transfers: shippingByCard(shipmentFee(shipment), shipmentTaxes(shipment)),
    }),
  ]);
  await mailShipmentState(context, shipment.id);
  const { id, goes_with_id: goesWithId, user_id: userId, address } = shipment;
  await checkParcel(context, { id, goesWithId, userId, address });
}

/**
 * Rejects if the parcel that these cards should join is no longer waiting, because it is packed or
 * cancelled.
 */
async function expectParcelWaits(
  db: Transaction,
  { goes_with_id: id }: ShipmentRow,
): Promise<void> {
  if (id === null) return;
  const parcel = await lockShipment(db, id);
  if (parcel?.state !== 'requested') throw new Rejection('CARD_NOT_AVAILABLE', NOT_HERE);
}

/**
 * Claims cards again that were released before the payment arrived. Rejects if their owner has sold or shipped any of
 * them meanwhile.
 */
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
  // The address is null if the account is erased.
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
 * The port's function for refunds of a shipping fee that were made outside the shop. If the whole fee was refunded,
 * cancels the shipment unless it has left. If a part was refunded, takes nothing back.
 */
async function takeBackFee(
  context: Context<Transaction>,
  payment: Payment,
  { amount }: { amount: Cents },
): Promise<{ transfers: Transfer[]; owed: Cents }> {
  const { db } = context;
  const shipment = await findPaid(context, payment);
  if (amount !== paidForShipment(shipment)) return { transfers: [], owed: ZERO };
  if (canMoveShipment(shipment.state as ShipmentStatus, 'cancelled')) {
    // This function makes no refunds. If the fee of an added shipment was paid by card, a job refunds that fee later.
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
  const back = shippingRefund(userId, 'stripe', shipmentFee(shipment), shipmentTaxes(shipment));
  return { transfers: back, owed: ZERO };
}

async function findPaid({ db }: Context<Transaction>, payment: Payment): Promise<ShipmentRow> {
  const shipment = await lockShipment(db, payment.subjectId);
  assert(shipment !== null, 'a payment for a shipment has its shipment');
  return shipment;
}
