// What a dispute does to what its payment bought, inside the transaction that moves it on, with the user's
// account and the payment locked.
import { disputeOpened, disputeWon, planLoss, type Disputed } from '#domain/dispute.ts';
import type { Transfer } from '#domain/ledger.ts';
import { difference, sum, ZERO, type Cents } from '#domain/money.ts';
import { quoteNextRefund } from '#domain/refund.ts';
import { assert } from '#domain/rejection.ts';
import { isDisputed } from '../card-payments/payments-queries.ts';
import { sumRefundsOf } from '../card-payments/refunds-queries.ts';
import {
  lockCardsOfOrder,
  markCardsDisputed,
  reclaimCardsOfOrder,
  releaseCardsOfOrder,
} from '../catalogue/physical-cards-queries.ts';
import {
  holdDisputedPacks,
  lockDisputedPacks,
  releaseDisputedPacks,
  returnPacksToSale,
} from '../catalogue/physical-packs-queries.ts';
import { addRefundedPacks, findOrder } from '../checkout/orders-queries.ts';
import type { Transaction } from '../database/database.ts';
import { postJournal } from '../ledger/post.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { cancelDisputedShipment, refundFee } from '../shipping/move-shipment.ts';
import { feeOf, listWaitingShipmentsOfOrder, lockShipment } from '../shipping/shipments-queries.ts';
import { findTopUp } from '../wallet/top-ups-queries.ts';
import {
  findStandingOfOrder,
  insertDisputeCards,
  insertDisputeParts,
  isFeeKept,
  sumDebtsOf,
  sumGone,
  updateDisputeState,
  type DisputeRow,
} from './disputes-queries.ts';

type Decided = { dispute: DisputeRow; owed: Payment[] };

/** The bank has taken the money: nothing that it paid for leaves until it has decided. */
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
  if (!isOrder(payment)) return;
  const cards = await lockCardsOfOrder(db, payment.subjectId);
  await holdDisputedPacks(db, payment.subjectId);
  await markCardsDisputed(
    db,
    cards.map((card) => card.id),
  );
  await insertDisputeCards(db, dispute.id, cards);
}

/** The money is back. `owed`: the payment of a parcel that was cancelled meanwhile, and whose fee goes back. */
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
  // A payment can be disputed in parts: the last decision lets go, and one that is lost takes all.
  const standing = await findStandingOfOrder(db, payment.subjectId);
  if (standing !== null) return { dispute: won, owed: [] };
  await releaseDisputedPacks(db, payment.subjectId);
  await releaseCardsOfOrder(db, payment.subjectId);
  return { dispute: won, owed: [] };
}

/** While the bank had its fee, its parcel was cancelled, because the payment for its cards was lost. */
async function repayFee(db: Transaction, payment: Payment): Promise<Payment[]> {
  const shipment = await lockShipment(db, payment.subjectId);
  assert(shipment !== null, 'a payment for a shipment has its shipment');
  if (payment.state !== 'succeeded' || shipment.state !== 'cancelled') return [];
  if ((await isDisputed(db, payment.id)) || !(await isFeeKept(db, payment.id))) return [];
  await refundFee(db, payment, feeOf(shipment));
  return [payment];
}

/** The money is gone. `owed`: payments of parcels that don't leave now, and whose fee goes back. */
export async function loseDispute(
  context: Context<Transaction>,
  payment: Payment,
  open: DisputeRow,
): Promise<Decided> {
  const { db } = context;
  const owed = await stopParcels(context, payment);
  const disputed = await findDisputed(context, payment);
  const { transfers, ...cost } = planLoss(payment.userId, open.amount, disputed);
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
  return { dispute: lost, owed };
}

const OF_SALES = ['house:sales', 'house:tax', 'house:fees', 'house:shipping'] as const;

/** What a loss undoes of a sale, by account. */
function undoneSales(transfers: Transfer[]): { account: string; amount: Cents }[] {
  return OF_SALES.flatMap((account) => {
    const undone = transfers.filter(({ debit }) => debit === account);
    return undone.length === 0
      ? []
      : [{ account, amount: sum(...undone.map(({ amount }) => amount)) }];
  });
}

/** Whether packs were delivered for a payment. */
function isOrder(payment: Payment): boolean {
  return payment.purpose === 'order' && payment.state === 'succeeded';
}

/** Parcels with cards of the order that are still here stay here. */
async function stopParcels(context: Context<Transaction>, payment: Payment): Promise<Payment[]> {
  const { db } = context;
  if (!isOrder(payment)) return [];
  const owed: Payment[] = [];
  for (const id of await listWaitingShipmentsOfOrder(db, payment.subjectId)) {
    const paid = await cancelDisputedShipment(context, id);
    if (paid !== null) owed.push(paid);
  }
  return owed;
}

/** What the payment bought, as it stands now. */
async function findDisputed(context: Context<Transaction>, payment: Payment): Promise<Disputed> {
  const { db } = context;
  if (payment.state !== 'succeeded') return { purpose: 'nothing' };
  switch (payment.purpose) {
    case 'order': {
      const order = await findOrder(db, payment.subjectId);
      assert(order !== null, 'a payment for an order has its order');
      const packs = await lockDisputedPacks(db, payment.subjectId);
      const left = difference(payment.amount, await sumRefundsOf(db, payment.id));
      const unopened = quoteNextRefund(order.quote, order.lines, countByType(packs), left);
      const gone = await sumGone(db, payment.subjectId);
      return { purpose: 'order', unopened, gone: await notOwedYet(db, payment, gone) };
    }
    case 'shipment': {
      const shipment = await lockShipment(db, payment.subjectId);
      assert(shipment !== null, 'a payment for a shipment has its shipment');
      const isCancelled = shipment.state === 'cancelled';
      if (isCancelled && !(await isFeeKept(db, payment.id))) return { purpose: 'nothing' };
      const hasLeft = shipment.state === 'shipped' || shipment.state === 'delivered';
      if (!hasLeft && !isCancelled) await cancelDisputedShipment(context, shipment.id);
      return { purpose: 'shipment', fee: hasLeft ? null : feeOf(shipment) };
    }
    case 'top_up': {
      const topUp = await findTopUp(db, payment.subjectId);
      assert(topUp !== null, 'a payment for credits has its top-up');
      const credits = await notOwedYet(db, payment, topUp.amount);
      return { purpose: 'top_up', credits, fee: topUp.fee };
    }
  }
}

/** What is kept of a payment and not owed yet: it may have been disputed in parts. */
async function notOwedYet(db: Transaction, payment: Payment, kept: Cents): Promise<Cents> {
  const owed = await sumDebtsOf(db, payment.id);
  return owed > kept ? ZERO : difference(kept, owed);
}

/** Packs that are sealed go back on sale, and cards that are here are the house's. */
async function reclaim(db: Transaction, orderId: string): Promise<void> {
  const packs = await lockDisputedPacks(db, orderId);
  await returnPacksToSale(
    db,
    packs.map((pack) => pack.id),
  );
  await addRefundedPacks(db, orderId, countByType(packs));
  await reclaimCardsOfOrder(db, orderId);
}

function countByType(packs: { pack_type_id: string }[]): { packTypeId: string; count: number }[] {
  const types = [...new Set(packs.map((pack) => pack.pack_type_id))];
  return types.map((packTypeId) => ({
    packTypeId,
    count: packs.filter((pack) => pack.pack_type_id === packTypeId).length,
  }));
}
