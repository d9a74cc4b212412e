// Applies a dispute to the things that its payment bought, in the transaction that moves the dispute to its new state.
// The caller must have locked the user's account and the payment.
import { disputeOpened, disputeWon, planLoss, type Disputed } from '#domain/dispute.ts';
import type { Transfer } from '#domain/ledger.ts';
import { difference, sum, toCents, ZERO, type Cents } from '#domain/money.ts';
import { netOf } from '#domain/pricing.ts';
import { quoteNextRefund, type GivenBack } from '#domain/refund.ts';
import { assert } from '#domain/rejection.ts';
import { hasLeft } from '#domain/shipping.ts';
import { TAX_ACCOUNTS } from '#domain/tax-accounts.ts';
import { closeRefund } from '../card-payments/close-refund.ts';
import { isChargedBack } from '../card-payments/payments-queries.ts';
import {
  listRefundsOf,
  noteRefundsWait,
  sumRefundsOf,
  sumTakenBack,
  type RefundRow,
} from '../card-payments/refunds-queries.ts';
import { endRefunded } from '../card-payments/pay-refunds.ts';
import {
  listDisputedSingles,
  lockCardsOfOrder,
  markCardsDisputed,
  reclaimCardsOfOrder,
  releaseCardsOfOrder,
} from '../stock/physical-cards-queries.ts';
import {
  holdDisputedPacks,
  lockSealedPacks,
  releaseDisputedPacks,
  returnPacksToSale,
} from '../stock/places-queries.ts';
import { markSinglesRefunded } from '../checkout/order-singles-queries.ts';
import { addRefundedPacks, findOrder, type PlacedOrder } from '../checkout/orders-queries.ts';
import type { Transaction } from '#engine/database.ts';
import { postJournal } from '../ledger/post.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { cancelDisputedShipment, refundFee } from '../shipping/move-shipment.ts';
import {
  shipmentFee,
  listWaitingShipmentsOfOrder,
  lockShipment,
  shipmentTaxes,
} from '../shipping/shipments-queries.ts';
import { findTopUp } from '../wallet/top-ups-queries.ts';
import {
  findStandingOfOrder,
  insertDisputeCards,
  insertDisputeParts,
  isFeeRetained,
  sumUnclaimedLosses,
  updateDisputeState,
  type DisputeRow,
} from './disputes-queries.ts';
import { findUnrecovered } from './find-unrecovered.ts';

type Decided = { dispute: DisputeRow; owed: Payment[] };
type Lost = Decided & { closed: Cents };

/**
 * Books that the bank has taken the money of a payment. Until the bank has decided, the packs and cards that the
 * payment bought are locked.
 */
export async function openDispute(
  { db }: Context<Transaction>,
  payment: Payment,
  dispute: DisputeRow,
): Promise<void> {
  await postJournal(db, {
    kind: 'dispute_opened',
    referenceId: dispute.id,
    userId: payment.userId,
    description: payment.description,
    transfers: disputeOpened(dispute.amount),
  });
  await noteRefundsWait(db, payment.id);
  if (!isOrder(payment)) return;
  const cards = await lockCardsOfOrder(db, payment.subjectId);
  await holdDisputedPacks(db, payment.subjectId);
  await markCardsDisputed(
    db,
    cards.map((card) => card.id),
  );
  await insertDisputeCards(db, dispute.id, cards);
}

/**
 * Books that the bank has returned the money. `owed`: the payments whose fee must be refunded, because their parcel was
 * cancelled during the dispute.
 */
export async function winDispute(
  { db }: Context<Transaction>,
  payment: Payment,
  open: DisputeRow,
): Promise<Decided> {
  const won = await updateDisputeState(db, open.id, 'won');
  await postJournal(db, {
    kind: 'dispute_won',
    referenceId: won.id,
    userId: payment.userId,
    description: payment.description,
    transfers: disputeWon(won.amount),
  });
  if (payment.purpose === 'shipment') return { dispute: won, owed: await repayFee(db, payment) };
  if (!isOrder(payment)) return { dispute: won, owed: [] };
  // A payment can be disputed in parts. The packs and cards stay locked until the bank has decided all parts. If the
  // bank decides one part against the shop, the shop takes back all packs and cards.
  const standing = await findStandingOfOrder(db, payment.subjectId);
  if (standing !== null) return { dispute: won, owed: [] };
  await releaseDisputedPacks(db, payment.subjectId);
  await releaseCardsOfOrder(db, payment.subjectId);
  return { dispute: won, owed: [] };
}

/**
 * Refunds the fee of a parcel that was cancelled while the bank had the fee. The reason for the cancellation was that
 * the shop had lost the dispute about the payment for the parcel's cards.
 */
async function repayFee(db: Transaction, payment: Payment): Promise<Payment[]> {
  const shipment = await lockShipment(db, payment.subjectId);
  assert(shipment !== null, 'a payment for a shipment has its shipment');
  if (payment.state !== 'succeeded' || shipment.state !== 'cancelled') return [];
  if ((await isChargedBack(db, payment.id)) || !(await isFeeRetained(db, payment.id))) return [];
  await refundFee(db, payment, shipment);
  return [payment];
}

/**
 * Books that the money is lost. `owed`: the payments whose fee must be refunded, because their parcels are stopped.
 * `closed`: the part of the payment's due refunds that the bank has paid.
 */
export async function loseDispute(
  context: Context<Transaction>,
  payment: Payment,
  open: DisputeRow,
): Promise<Lost> {
  const { db } = context;
  const owed = await stopParcels(context, payment);
  const disputed = await findDisputed(context, payment, open.id);
  const refunds = await findOwedRefunds(db, payment);
  const { transfers, covered, ...cost } = planLoss(
    payment.userId,
    open.amount,
    disputed,
    refunds.owed,
  );
  const lost = await updateDisputeState(db, open.id, 'lost', cost);
  if (isOrder(payment)) await reclaim(db, payment.subjectId);
  await postJournal(db, {
    kind: 'dispute_lost',
    referenceId: lost.id,
    userId: payment.userId,
    description: payment.description,
    transfers,
  });
  await insertDisputeParts(db, lost.id, undoneSales(transfers));
  return { dispute: lost, owed, closed: await closeDue(db, payment, refunds.due, covered) };
}

/**
 * Finds the refunds that the shop still owes. `owed`: the amount that the shop owes to the card and that no lost
 * dispute has paid. `due`: the refunds that are still to be requested. Failed refunds wait for an operator's decision.
 * Pending refunds may still fail. If a pending refund arrives, the user owes its amount.
 */
async function findOwedRefunds(
  db: Transaction,
  payment: Payment,
): Promise<{ owed: Cents; due: RefundRow[] }> {
  const refunds = (await listRefundsOf(db, payment.id)).filter((one) => one.replaced_by === null);
  const due = refunds.filter(({ state }) => state === 'due');
  const unpaid = refunds.filter(({ state }) => state !== 'paid');
  const all = sum(...unpaid.map(({ amount }) => amount));
  const paid = Math.max(0, await sumUnclaimedLosses(db, payment.id));
  return { owed: toCents(Math.max(0, all - paid)), due };
}

/** Closes due refunds, up to the amount that the bank has paid. Returns the closed amount. */
async function closeDue(
  db: Transaction,
  payment: Payment,
  due: RefundRow[],
  covered: Cents,
): Promise<Cents> {
  let left = covered;
  for (const refund of due) {
    const paid = toCents(Math.min(refund.amount, left));
    if (paid === 0) break;
    await closeRefund(db, payment, refund, paid, 'The dispute of its payment is lost');
    left = difference(left, paid);
  }
  await endRefunded(db, payment);
  return difference(covered, left);
}

const OF_SALES = ['house:sales', ...TAX_ACCOUNTS, 'house:fees', 'house:shipping'] as const;

/** The amounts of a sale that a lost dispute undoes, per account. */
function undoneSales(transfers: Transfer[]): { account: string; amount: Cents }[] {
  return OF_SALES.flatMap((account) => {
    const undone = transfers.filter(({ debit }) => debit === account);
    return undone.length === 0
      ? []
      : [{ account, amount: sum(...undone.map(({ amount }) => amount)) }];
  });
}

/** Whether a payment has paid for packs. */
function isOrder(payment: Payment): boolean {
  return payment.purpose === 'order' && payment.state === 'succeeded';
}

/** Stops parcels that contain cards of the order, unless they have left. */
async function stopParcels(context: Context<Transaction>, payment: Payment): Promise<Payment[]> {
  const { db } = context;
  if (!isOrder(payment)) return [];
  const owed: Payment[] = [];
  for (const id of await listWaitingShipmentsOfOrder(db, payment.subjectId)) {
    owed.push(...(await cancelDisputedShipment(context, id)));
  }
  return owed;
}

/** Returns the current state of what the payment bought. */
async function findDisputed(
  context: Context<Transaction>,
  payment: Payment,
  disputeId: string,
): Promise<Disputed> {
  const { db } = context;
  const unrecovered = await findUnrecovered(db, payment, disputeId);
  if (payment.state !== 'succeeded') return { purpose: 'nothing', unrecovered };
  switch (payment.purpose) {
    case 'order': {
      const order = await findOrder(db, payment.subjectId);
      assert(order !== null, 'a payment for an order has its order');
      const packs = await lockSealedPacks(db, payment.subjectId, 'disputed');
      const left = difference(payment.amount, await sumRefundsOf(db, payment.id));
      const unopened = quoteNextRefund(order.quote, order.lines, countByType(packs), left, {
        of: order.singles,
        back: await findSinglesHere(db, order),
      });
      return { purpose: 'order', unopened, gone: unrecovered };
    }
    case 'shipment': {
      const shipment = await lockShipment(db, payment.subjectId);
      assert(shipment !== null, 'a payment for a shipment has its shipment');
      const isCancelled = shipment.state === 'cancelled';
      if (isCancelled && !(await isFeeRetained(db, payment.id)))
        return { purpose: 'nothing', unrecovered };
      const isGone = hasLeft(shipment.state);
      // The parcel is cancelled without a refund of its own fee, because the bank has taken that fee. A job refunds the
      // card payments for shipments that were merged into the parcel.
      if (!isGone && !isCancelled) await cancelDisputedShipment(context, shipment.id);
      return {
        purpose: 'shipment',
        fee: isGone ? null : shipmentFee(shipment),
        taxes: shipmentTaxes(shipment),
      };
    }
    case 'top_up': {
      const topUp = await findTopUp(db, payment.subjectId);
      assert(topUp !== null, 'a payment for credits has its top-up');
      const taken = await sumTakenBack(db, payment);
      const fee = difference(topUp.fee, taken.get('house:fees') ?? ZERO);
      return { purpose: 'top_up', credits: unrecovered, fee };
    }
  }
}

/** The singles of an order that have not left the warehouse. Their sale is undone, as that of sealed packs is. */
async function findSinglesHere(
  db: Transaction,
  { id, singles }: PlacedOrder,
): Promise<(GivenBack & { newCardId: string })[]> {
  if (singles.length === 0) return [];
  const here = await listDisputedSingles(db, id);
  return singles
    .filter(({ newCardId, refunded }) => refunded === null && here.includes(newCardId))
    .map((one) => ({ houseCardId: one.houseCardId, newCardId: one.newCardId, goods: netOf(one) }));
}

/** Puts sealed packs of an order back on sale. Cards that have not left the warehouse belong to the house again. */
async function reclaim(db: Transaction, orderId: string): Promise<void> {
  const packs = await lockSealedPacks(db, orderId, 'disputed');
  await returnPacksToSale(
    db,
    packs.map((pack) => pack.id),
  );
  await addRefundedPacks(db, orderId, countByType(packs));
  const order = await findOrder(db, orderId);
  assert(order !== null, 'a payment for an order has its order');
  const singles = await findSinglesHere(db, order);
  await markSinglesRefunded(
    db,
    singles.map(({ newCardId, goods }) => ({ newCardId, goods, taxes: null, refundId: null })),
  );
  await reclaimCardsOfOrder(db, orderId);
}

function countByType(packs: { pack_type_id: string }[]): { packTypeId: string; count: number }[] {
  const types = [...new Set(packs.map((pack) => pack.pack_type_id))];
  return types.map((packTypeId) => ({
    packTypeId,
    count: packs.filter((pack) => pack.pack_type_id === packTypeId).length,
  }));
}
