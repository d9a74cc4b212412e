// Updates the shop's disputes to their current state at the card provider. Webhook and job may both do this at any time
// and repeatedly, because only a dispute's current status has an effect, and events have none.
import {
  disputeFee,
  disputeFeeReturned,
  disputeStateOf,
  disputeSteps,
  isDecided,
} from '#domain/dispute.ts';
import { difference, ZERO, type Cents } from '#domain/money.ts';
import { endOpenPaymentsFor } from '../card-payments/begin-only-payment.ts';
import { confirmIntent } from '../card-payments/confirm-payment.ts';
import { payRefundsNow, bookRefunds } from '../card-payments/pay-refunds.ts';
import { withPayment } from '../card-payments/with-payment.ts';
import type { Transaction } from '#engine/database.ts';
import { postJournal } from '../ledger/post.ts';
import type { CardDispute } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import {
  findDisputeState,
  insertDispute,
  insertDisputeFee,
  lockDispute,
  sumDisputeFees,
  updateDisputeAmount,
  updateDisputeDetails,
  updateDisputeState,
  type DisputeRow,
} from './disputes-queries.ts';
import { loseDispute, openDispute, winDispute } from './decide-dispute.ts';
import { tellOfDispute } from './tell-of-dispute.ts';

/** Implements the port `updateDisputes`. An intent that belongs to no payment of the shop is ignored. */
export async function updateDisputes(context: Context, intentId: string): Promise<void> {
  // The payment is confirmed before its disputes are updated, because the event of a dispute may arrive before the
  // event of its payment.
  const payment = await confirmIntent(context, intentId);
  if (payment === null) return;
  for (const told of await context.cardProvider!.listDisputes(intentId)) {
    await updateDispute(context, payment, told);
  }
}

async function updateDispute(context: Context, payment: Payment, told: CardDispute): Promise<void> {
  const state = disputeStateOf(told.status);
  const known = await findDisputeState(context.db, told.id);
  if (disputeSteps(known, state).includes('open')) {
    // The shopper's open payments end, because they reserve packs and cards that the account may no longer buy or ship.
    await endOpenPaymentsFor(context, payment.userId, 'order');
    await endOpenPaymentsFor(context, payment.userId, 'shipment');
  }
  if (disputeSteps(known, state).includes('lose')) {
    // The provider's refunds are booked before the loss. Otherwise a refund whose response was lost would count as paid
    // by the bank.
    await bookRefunds(context, payment);
  }
  const owed = await withPayment(context, payment, (inside, locked) => {
    return applyDispute(inside, locked, upToPayment(context, locked, told));
  });
  for (const one of owed) await payRefundsNow(context, one);
}

/**
 * Limits a dispute to the amount of its payment. A bank may take more, for instance because of its exchange rate. If it
 * does, the nightly comparison of the books asks operators about the excess.
 */
function upToPayment({ log }: Context, { amount: paid }: Payment, told: CardDispute): CardDispute {
  if (told.amount <= paid) return told;
  log.warn(
    { event: 'dispute_above_payment', disputeId: told.id, amount: told.amount, paid },
    'The disputed amount exceeds the payment: booking only the amount of the payment',
  );
  return { ...told, amount: paid };
}

/**
 * Applies a dispute's current state. Returns the payments to refund, which are the fees of parcels that no longer
 * leave, and this payment if its refunds waited for the bank.
 */
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
  let closed = ZERO;
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
        ({ dispute, owed, closed } = await loseDispute(context, payment, dispute!));
        break;
    }
  }
  if (dispute === null) return owed;
  if (dispute.state !== state) {
    context.log.error(
      { event: 'decided_dispute_changed', disputeId: told.id, status: told.status },
      'The card provider changed a decided dispute: the books keep the first decision',
    );
  }
  await updateDisputeDetails(db, dispute.id, told);
  await bookFees(db, payment, dispute, told);
  if (steps.length > 0) await tellOfDispute(context, payment, { ...dispute, closed }, told);
  return isDecided(dispute.state) && steps.length > 0 ? [...new Set([...owed, payment])] : owed;
}

async function begin(
  db: Transaction,
  known: DisputeRow | null,
  payment: Payment,
  told: CardDispute,
  state: 'inquiry' | 'open',
): Promise<DisputeRow> {
  if (known !== null) {
    // The bank may take an amount that differs from the one in its inquiry.
    await updateDisputeAmount(db, known.id, told.amount);
    return updateDisputeState(db, known.id, state);
  }
  return insertDispute(db, { paymentId: payment.id, userId: payment.userId, state, told });
}

/**
 * Books the provider's fees for a dispute, and the returned part of them, as the difference between the provider's
 * totals and the books. The totals only grow, so an outdated response changes nothing.
 */
async function bookFees(
  db: Transaction,
  payment: Payment,
  dispute: DisputeRow,
  { fees }: CardDispute,
): Promise<void> {
  const booked = await sumDisputeFees(db, dispute.id);
  const { userId, description } = payment;
  const book = async (kind: 'dispute_fee' | 'dispute_fee_returned', more: Cents) => {
    if (more <= 0) return;
    const referenceId = await insertDisputeFee(db, dispute.id, kind, more);
    const transfers = kind === 'dispute_fee' ? disputeFee(more) : disputeFeeReturned(more);
    await postJournal(db, { kind, referenceId, userId, description, transfers });
  };
  await book('dispute_fee', difference(fees.taken, booked.taken));
  await book('dispute_fee_returned', difference(fees.returned, booked.returned));
}
