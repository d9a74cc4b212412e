// Disputes: bringing what the shop knows of them to what the card provider says now. Webhook and job come
// here, at any time and as often as they like; the dispute's present status decides, never an event.
import { disputeFee, disputeFeeReturned, disputeStateOf, disputeSteps } from '#domain/dispute.ts';
import { endOpenPaymentsFor } from '../card-payments/begin-only-payment.ts';
import { settleIntent } from '../card-payments/settle.ts';
import { payRefundsNow } from '../card-payments/settle-refunds.ts';
import { withPayment } from '../card-payments/with-payment.ts';
import type { Transaction } from '../database/database.ts';
import { postJournal } from '../ledger/post.ts';
import type { CardDispute } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import {
  findDisputeState,
  insertDispute,
  lockDispute,
  markFeeReturned,
  updateDisputeFacts,
  updateDisputeFee,
  updateDisputeState,
  type DisputeRow,
} from './disputes-queries.ts';
import { loseDispute, openDispute, winDispute } from './decide-dispute.ts';
import { tellOfDispute } from './tell-of-dispute.ts';

/** The port `settleDisputes`. An intent that belongs to no payment is none of the shop's. */
export async function settleDisputes(context: Context, intentId: string): Promise<void> {
  // The payment first: its dispute may be heard of before its money.
  const payment = await settleIntent(context, intentId);
  if (payment === null) return;
  for (const told of await context.cardProvider!.listDisputes(intentId)) {
    await settleDispute(context, payment, told);
  }
}

async function settleDispute(context: Context, payment: Payment, told: CardDispute): Promise<void> {
  const state = disputeStateOf(told.status);
  const known = await findDisputeState(context.db, told.id);
  if (disputeSteps(known, state).includes('open')) {
    // What the shopper has open keeps packs and cards that nobody may buy or ship now.
    await endOpenPaymentsFor(context, payment.userId, 'order');
    await endOpenPaymentsFor(context, payment.userId, 'shipment');
  }
  const owed = await withPayment(context, payment, (inside, locked) => {
    return applyDispute(inside, locked, upToPayment(context, locked, told));
  });
  for (const one of owed) await payRefundsNow(context, one);
}

/**
 * A bank may take more than was paid, by its exchange rate for instance. The shop books no more than the payment;
 * the rest is what the nightly comparison asks an operator about.
 */
function upToPayment({ log }: Context, { amount: paid }: Payment, told: CardDispute): CardDispute {
  if (told.amount <= paid) return told;
  log.warn(
    { disputeId: told.id, amount: told.amount, paid },
    'A dispute is of more than its payment',
  );
  return { ...told, amount: paid };
}

/** Returns the payments that are owed money by it: fees of parcels that don't leave any more. */
async function applyDispute(
  context: Context<Transaction>,
  payment: Payment,
  told: CardDispute,
): Promise<Payment[]> {
  const { db } = context;
  const state = disputeStateOf(told.status);
  const known = await lockDispute(db, told.id);
  const steps = disputeSteps(known?.state ?? null, state);
  let dispute = known;
  let owed: Payment[] = [];
  for (const step of steps) {
    switch (step) {
      case 'inquire':
        dispute = await begin(db, dispute, payment, told, 'inquiry');
        break;
      case 'close':
        dispute = await updateDisputeState(db, dispute!.id, 'closed');
        break;
      case 'open':
        dispute = await begin(db, dispute, payment, told, 'open');
        await openDispute(context, payment, dispute);
        break;
      case 'win':
        ({ dispute, owed } = await winDispute(context, payment, dispute!));
        break;
      case 'lose':
        ({ dispute, owed } = await loseDispute(context, payment, dispute!));
        break;
    }
  }
  if (dispute === null) return owed;
  if (dispute.state !== state) {
    context.log.error({ disputeId: told.id, status: told.status }, 'A decided dispute has changed');
  }
  await updateDisputeFacts(db, dispute.id, told);
  await bookFee(db, payment, dispute, told);
  if (steps.length > 0) await tellOfDispute(context, payment, dispute, told);
  return owed;
}

function begin(
  db: Transaction,
  known: DisputeRow | null,
  payment: Payment,
  told: CardDispute,
  state: 'inquiry' | 'open',
): Promise<DisputeRow> {
  if (known !== null) return updateDisputeState(db, known.id, state);
  return insertDispute(db, { paymentId: payment.id, userId: payment.userId, state, told });
}

/** What the provider takes for a dispute, once it tells; and gives back, if it ever does. */
async function bookFee(
  db: Transaction,
  payment: Payment,
  dispute: DisputeRow,
  { fee }: CardDispute,
): Promise<void> {
  const isTaken = dispute.fee === 0 && fee > 0;
  const isReturned = dispute.fee > 0 && fee === 0 && dispute.fee_returned_at === null;
  if (isTaken) await updateDisputeFee(db, dispute.id, fee);
  if (isReturned) await markFeeReturned(db, dispute.id);
  if (!isTaken && !isReturned) return;
  await postJournal(db, {
    kind: isTaken ? 'dispute_fee' : 'dispute_fee_returned',
    referenceId: dispute.id,
    userId: payment.userId,
    description: payment.description,
    transfers: isTaken ? disputeFee(fee) : disputeFeeReturned(dispute.fee),
  });
}
