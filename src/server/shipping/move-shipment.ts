// Moves a requested shipment on. Operators pack and send the shipment. If it is cancelled instead,
// the cards and the fee are returned.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/shipping.ts';
import * as shippingAdminRows from '#contract/shipping-admin.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import type { Pause } from '#domain/dispute.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import {
  canCancelOwnShipment,
  canMoveShipment,
  shippingRefund,
  type ShipmentStatus,
} from '#domain/shipping.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { bookTakeBack } from '../card-payments/book-take-back.ts';
import { findPaymentOf, isChargedBack } from '../card-payments/payments-queries.ts';
import { insertRefund } from '../card-payments/refunds-queries.ts';
import { payRefundsNow, tellOfRefund } from '../card-payments/pay-refunds.ts';
import { markCardsDelivered, returnCardsToOwner } from '../stock/physical-cards-queries.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { asRejection } from '../http/errors.ts';
import { handler } from '../http/handler.ts';
import { postJournal } from '../ledger/post.ts';
import { lockAccountToSpend } from '../ledger/ledger-accounts-queries.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { holdIfRisky } from './check-parcel.ts';
import { findUnpicked } from './admin/packing-queries.ts';
import { mailShipmentState } from './mail-shipment-state.ts';
import { presentShipment } from './present-shipment.ts';
import {
  shipmentFee,
  findShipment,
  lockAdditions,
  lockShipment,
  paidForShipment,
  shipmentTaxes,
  updateShipmentCardsLive,
  updateShipmentState,
  type ShipmentRow,
} from './shipments-queries.ts';
import { findOwnShipment } from './show-shipments.ts';
import { describeShipment } from './take-cards.ts';

/** The reason why a parcel must wait, as operators see it. */
const WAITS: Record<Pause, string> = {
  dispute:
    'A payment of this account is disputed at the bank. Until that is decided, its parcels wait.',
  debt: 'This account owes the shop for a payment whose money went back to it. Until then its parcels wait.',
};

export const HELD =
  'This parcel is held until somebody has looked into it: see Overview, To look into';

/** The refusal for a shipment that was added to another parcel, because it can't be moved alone. */
const GOES_ALONG = 'These cards go with another parcel: move that one';

type Parcel = { carrier: string; trackingNumber: string };
type Judge = (from: ShipmentStatus) => boolean;

/** Cancels a shipment. If the shipment is already cancelled, returns it unchanged. */
export const cancelShipment = handler(rows.cancelShipment, async (context, caller, { id }) => {
  const shipment = await findOwnShipment(context, caller, id);
  return move(context, shipment, 'cancelled', null, canCancelOwnShipment, null);
});

export const moveShipment = handler(
  shippingAdminRows.moveShipment,
  async (context, caller, { id, status, carrier, trackingNumber }) => {
    const parcel =
      status === 'shipped' ? { carrier: carrier!, trackingNumber: trackingNumber! } : null;
    return moveAsOperator(context, caller, { id, status, parcel });
  },
);

/** What an operator does with a parcel. `onlyIfPicked`: it is packed only if all its cards were picked for it. */
type OperatorsMove = {
  id: string;
  status: Exclude<ShipmentStatus, 'requested' | 'lost'>;
  parcel: Parcel | null;
  onlyIfPicked?: boolean;
};

/** Moves a parcel for an operator, and logs the move. */
export async function moveAsOperator(
  context: Context,
  caller: Caller,
  { id, status, parcel, onlyIfPicked = false }: OperatorsMove,
): Promise<Reply<typeof shippingAdminRows.moveShipment>> {
  if (status === 'cancelled' && caller.isKey) {
    throw new Rejection('FORBIDDEN', 'Cancelling pays the fee back, so a person does it');
  }
  const shipment = await findShipment(context.db, id);
  if (shipment === null || shipment.requested_at === null) throw new Rejection('NOT_FOUND');
  const isAllowed: Judge = (from) => canMoveShipment(from, status);
  const moved = await move(context, shipment, status, parcel, isAllowed, caller, onlyIfPicked);
  context.log.info(
    { event: 'shipment_moved', by: caller.userId, shipmentId: id, status },
    'Operator changed the status of a shipment',
  );
  return moved;
}

/**
 * Moves the shipments one after the other. Each move has its own transaction, so that a later
 * failure doesn't undo earlier moves.
 */
export const moveShipments = handler(
  shippingAdminRows.moveShipments,
  async (context, caller, { items, status, carrier, onlyIfPicked }) => {
    const results: Reply<typeof shippingAdminRows.moveShipments>['results'] = [];
    for (const { id, trackingNumber } of items) {
      const parcel =
        status === 'shipped' ? { carrier: carrier!, trackingNumber: trackingNumber! } : null;
      const moving = () => moveAsOperator(context, caller, { id, status, parcel, onlyIfPicked });
      results.push(await outcomeOf(context, id, moving));
    }
    return { results };
  },
);

/**
 * Does the work for one of many parcels. Returns the failure instead of throwing it, so that the operator learns what
 * became of each parcel.
 */
export async function outcomeOf(
  { log }: Context,
  id: string,
  work: () => Promise<unknown>,
): Promise<Reply<typeof shippingAdminRows.moveShipments>['results'][number]> {
  try {
    await work();
    return { id, error: null };
  } catch (error) {
    const { code, message } = asRejection(error);
    if (code === 'SERVER_ERROR') {
      log.error(
        { event: 'request_failed', err: error, shipmentId: id },
        'Could not handle one of many shipments, the others go on',
      );
    }
    return { id, error: { code, message } };
  }
}

/**
 * Rejects if an operator can't send a parcel now. Call this before buying its label, because carriers charge for unused
 * labels too.
 */
export async function assertMaySend(context: Context, known: ShipmentRow): Promise<void> {
  await holdFirst(context, known);
  const isAllowed: Judge = (from) => canMoveShipment(from, 'shipped');
  await inTransaction(context.db, (db) => lockToMove(db, known, 'shipped', isAllowed));
}

/**
 * Holds a parcel if its owner's payments are risky. Runs in a separate transaction, because the rejection of the move
 * would undo the hold.
 */
async function holdFirst(context: Context, known: ShipmentRow): Promise<void> {
  await inTransaction(context.db, (db) => holdIfRisky({ ...context, db }, known));
}

/**
 * Locks a shipment, and rejects if it can't go to the status `to` now. A shipment that already has this status is
 * returned.
 */
async function lockToMove(
  db: Transaction,
  known: ShipmentRow,
  to: ShipmentStatus,
  isAllowed: Judge,
): Promise<ShipmentRow> {
  // Locks the account before the cards, as all transactions do, because the owner may be selling
  // some of the cards at this moment.
  const { pause } = await lockAccountToSpend(db, known.user_id);
  const shipment = (await lockShipment(db, known.id))!;
  const from = shipment.state as ShipmentStatus;
  if (from === to) return shipment;
  if (!isAllowed(from)) {
    throw new Rejection('INVALID_TRANSITION', `A shipment that is ${from} can’t become ${to}`);
  }
  if (shipment.goes_with_id !== null && to !== 'cancelled') {
    throw new Rejection('INVALID_TRANSITION', GOES_ALONG);
  }
  if (pause !== null && goesOn(to)) throw new Rejection('ACCOUNT_PAUSED', WAITS[pause]);
  if (shipment.checked_until !== null && goesOn(to)) {
    throw new Rejection('INVALID_TRANSITION', HELD);
  }
  return shipment;
}

const goesOn = (to: ShipmentStatus): boolean => to === 'packed' || to === 'shipped';

/** Moves a shipment. `operator`: the operator who does it, or null if the owner cancels. */
async function move(
  context: Context,
  known: ShipmentRow,
  to: ShipmentStatus,
  parcel: Parcel | null,
  isAllowed: Judge,
  operator: Caller | null,
  onlyIfPicked = false,
): Promise<Reply<typeof rows.cancelShipment>> {
  if (goesOn(to)) await holdFirst(context, known);
  const owed = await inTransaction(context.db, async (db): Promise<Payment[]> => {
    const shipment = await lockToMove(db, known, to, isAllowed);
    const from = shipment.state as ShipmentStatus;
    if (from === to) return [];
    // The owner may have added cards since the packer scanned the last one.
    const unpicked = onlyIfPicked && to === 'packed' ? await findUnpicked(db, known.id) : null;
    if (unpicked !== null) {
      throw new Rejection('INVALID_TRANSITION', `Card ${unpicked} is not picked yet`);
    }
    const inside = { ...context, db };
    const owed =
      to === 'cancelled'
        ? await cancel(inside, shipment, giveBack)
        : await moveOn(inside, shipment, to, parcel);
    if (operator !== null) {
      await recordAuditEntry(inside, operator, {
        action: 'move_shipment',
        subject: { kind: 'shipment', id: known.id },
        before: { status: from },
        after: { status: to, ...parcel },
      });
    }
    return owed;
  });
  if (context.cardProvider !== null) {
    for (const payment of owed) await payRefundsNow(context, payment);
  }
  const shipment = await findShipment(context.db, known.id);
  return presentShipment(context, shipment!);
}

/** Moves a parcel and all shipments in it to the parcel's next status. */
async function moveOn(
  context: Context<Transaction>,
  shipment: ShipmentRow,
  to: Exclude<ShipmentStatus, 'cancelled'>,
  parcel: Parcel | null,
): Promise<never[]> {
  const { db } = context;
  for (const one of [shipment, ...(await lockAdditions(db, shipment.id))]) {
    await updateShipmentState(db, one.id, to, parcel);
    if (to === 'delivered') await markCardsDelivered(db, cardIdsOf(one));
    await mailShipmentState(context, one.id);
  }
  return [];
}

/**
 * Returns a shipment's fee to its payer. The result is the card payment that must be refunded, or null if there is
 * none.
 */
type GiveBack = (context: Context<Transaction>, shipment: ShipmentRow) => Promise<Payment | null>;

/**
 * Cancels a parcel. The shipments that were added to it are cancelled before the parcel, because
 * their fees were only the difference to the fee of the whole parcel.
 */
async function cancel(
  context: Context<Transaction>,
  shipment: ShipmentRow,
  giveBackOf: GiveBack,
): Promise<Payment[]> {
  const owed = await cancelAdditions(context, shipment.id);
  const own = await giveBackOf(context, shipment);
  await updateShipmentState(context.db, shipment.id, 'cancelled');
  await mailShipmentState(context, shipment.id);
  return own === null ? owed : [...owed, own];
}

/**
 * Cancels the shipments in a cancelled parcel, and returns the payments that must be refunded. If
 * the caller can't refund them at once, the job `reconcile-payments` does.
 */
export async function cancelAdditions(
  context: Context<Transaction>,
  id: string,
): Promise<Payment[]> {
  const owed: Payment[] = [];
  for (const addition of await lockAdditions(context.db, id)) {
    owed.push(...(await cancel(context, addition, giveBackUnlessDisputed)));
  }
  return owed;
}

/**
 * Returns the cards to their owner, and the fee to the balance or card from which it was paid. If it was paid by card,
 * returns the card payment that must be refunded.
 */
async function giveBack(
  context: Context<Transaction>,
  shipment: ShipmentRow,
): Promise<Payment | null> {
  const { db } = context;
  const { user_id: userId, payment_method: method } = shipment;
  const payment = method === 'balance' ? null : await findPaymentOf(db, 'shipment', shipment.id);
  assert(payment !== null || method === 'balance', 'a card shipment has its payment');
  // Rejects if the bank has taken the fee back, because the bank then decides who gets it.
  if (payment !== null && (await isChargedBack(db, payment.id))) throw new Rejection('DISPUTED');
  await letCardsGo(context, shipment);
  if (payment === null && shipmentFee(shipment) > 0) {
    const id = randomUUID();
    const description = describeShipment(shipment.cards.length);
    await postJournal(db, {
      id,
      kind: 'refund',
      referenceId: shipment.id,
      userId,
      description,
      transfers: shippingRefund(userId, method, shipmentFee(shipment), shipmentTaxes(shipment)),
    });
    const refund = { id, amount: paidForShipment(shipment) };
    await tellOfRefund(context, { userId, description }, refund, 'balance');
  }
  if (payment !== null) await refundFee(db, payment, shipment);
  return payment;
}

/** Refunds the fee of a cancelled parcel, with its tax, to the card from which it was paid. */
export async function refundFee(
  db: Transaction,
  payment: Payment,
  shipment: ShipmentRow,
): Promise<void> {
  const refundId = await insertRefund(
    db,
    payment.id,
    paidForShipment(shipment),
    'Shipment cancelled',
  );
  const back = shippingRefund(
    payment.userId,
    'stripe',
    shipmentFee(shipment),
    shipmentTaxes(shipment),
  );
  await bookTakeBack(db, payment, refundId, back);
}

async function letCardsGo({ db }: Context<Transaction>, shipment: ShipmentRow): Promise<void> {
  await Promise.all([
    updateShipmentCardsLive(db, shipment.id, false),
    returnCardsToOwner(db, cardIdsOf(shipment)),
  ]);
}

/** Like `giveBack`, but leaves the fee alone if the bank has already taken it back. */
async function giveBackUnlessDisputed(
  context: Context<Transaction>,
  shipment: ShipmentRow,
): Promise<Payment | null> {
  const own = await findPaymentOf(context.db, 'shipment', shipment.id);
  return own !== null && (await isChargedBack(context.db, own.id))
    ? letCardsGo(context, shipment).then(() => null)
    : giveBack(context, shipment);
}

/**
 * Cancels the parcel of a payment that is disputed at the bank, with the shipments in it, unless the parcel has left.
 * Runs inside the caller's transaction, which must have locked the owner's account. Does nothing if the parcel is
 * already cancelled. Returns the payments that must be refunded.
 */
export async function cancelDisputedShipment(
  context: Context<Transaction>,
  id: string,
): Promise<Payment[]> {
  const shipment = await lockShipment(context.db, id);
  assert(shipment !== null, 'a parcel that is still here exists');
  return shipment.state === 'cancelled' ? [] : cancel(context, shipment, giveBackUnlessDisputed);
}

function cardIdsOf(shipment: ShipmentRow): string[] {
  return shipment.cards.map((card) => card.cardId);
}
