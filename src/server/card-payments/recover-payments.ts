// Recovers payments after the database was restored to an earlier time, because the card provider
// holds money of payments that the database no longer knows. Only an operator starts the recovery,
// because a copy of the shop with the same keys would find all payments missing.
import { isUndecided } from '#domain/payment.ts';
import { difference, sum, type Cents } from '#domain/money.ts';
import { isErased } from '../accounts/deletions-queries.ts';
import { findUser } from '../accounts/users-queries.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { lockAccountToSpend } from '../ledger/ledger-accounts-queries.ts';
import type { CardIntent } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { compareBooks } from './compare-books.ts';
import { findPaymentOfIntent, insertForgottenPayment } from './payments-queries.ts';
import { bookUndeliverable, confirmIntent } from './confirm-payment.ts';
import { payRefundsNow } from './pay-refunds.ts';

/** The search starts this long before `since`, because the provider and the shop may date a payment differently. */
const MARGIN_MS = 600_000;

/**
 * What became of a payment.
 * - `delivered`: it began before the restored time and was paid after it. It was delivered as
 * usual.
 * - `refunded`: the money goes back, and the buyer is notified.
 * - `refund waits`: the provider can't be reached. The reconciler refunds the money.
 * - `ended`: it can no longer be paid.
 * - `undecided`: the bank has not decided. Run the recovery again.
 * - `of nobody`: it was refunded at the provider, because the buyer no longer has an account. It
 * appears twice among the questions to investigate.
 */
type RecoveredOutcome =
  | 'delivered'
  | 'refunded'
  | 'refund waits'
  | 'ended'
  | 'undecided'
  | 'of nobody';

export type RecoveredPayment = {
  intentId: string;
  userId: string;
  amount: Cents;
  outcome: RecoveredOutcome;
};

/**
 * Handles every payment that began at the provider since an instant, if the database does not have
 * the payment or its final state. Then compares the books. Can be run repeatedly. Throws the
 * provider's errors.
 */
export async function recoverPayments(context: Context, since: Date): Promise<RecoveredPayment[]> {
  const begun = await context.cardProvider!.listIntents(new Date(since.getTime() - MARGIN_MS));
  const recovered: RecoveredPayment[] = [];
  for (const intent of begun) {
    const { id: intentId, paymentId, userId } = intent;
    // Skips intents that a person created on the provider's own page.
    if (paymentId === null || userId === null) continue;
    const known = await findPaymentOfIntent(context.db, intent);
    const outcome = await (known === null
      ? recoverForgotten(context, intent, { paymentId, userId })
      : recoverKnown(context, known, intent));
    if (outcome !== null) recovered.push({ intentId, userId, amount: intent.amount, outcome });
  }
  await compareBooks(context, undefined, 0);
  return recovered;
}

type Buyer = { paymentId: string; userId: string };

async function recoverKnown(
  context: Context,
  known: Payment,
  intent: CardIntent,
): Promise<RecoveredOutcome | null> {
  if (!isUndecided(known.state)) return null;
  // Reads the intent once more, because the list of intents does not include the card that paid.
  const confirmed = await confirmIntent(context, intent.id);
  if (confirmed === null || isUndecided(confirmed.state)) return null;
  return outcomeOf(confirmed);
}

function outcomeOf({ state }: Payment): RecoveredOutcome {
  if (state === 'succeeded') return 'delivered';
  if (state === 'refund_due') return 'refund waits';
  return state === 'refunded' ? 'refunded' : 'ended';
}

async function recoverForgotten(
  context: Context,
  intent: CardIntent,
  buyer: Buyer,
): Promise<RecoveredOutcome | null> {
  switch (intent.status) {
    case 'canceled':
      return null;
    case 'processing':
      return 'undecided';
    case 'succeeded':
      return giveBack(context, intent, buyer);
    default: {
      // Cancels the intent, because a browser may still offer this payment, although it would buy
      // nothing.
      const ended = await context.cardProvider!.cancelIntent(intent.id);
      return ended?.status === 'succeeded' ? giveBack(context, ended, buyer) : 'ended';
    }
  }
}

const DESCRIPTION = 'A payment that was undone when the shop was restored';
const REASON = 'The shop was restored to a moment before it';

/**
 * Refunds a forgotten payment, because its purchase is lost. If the buyer still has an account,
 * books the refund.
 */
async function giveBack(
  context: Context,
  intent: CardIntent,
  { paymentId, userId }: Buyer,
): Promise<RecoveredOutcome> {
  const payment = await inTransaction(context.db, async (db) => {
    if ((await findUser(db, userId)) === null || (await isErased(db, userId))) return null;
    await lockAccountToSpend(db, userId);
    return owe({ ...context, db }, intent, { paymentId, userId });
  });
  if (payment !== null) return outcomeOf(await payRefundsNow(context, payment));
  await giveBackOutside(context, intent, paymentId);
  return 'of nobody';
}

async function owe(
  inside: Context<Transaction>,
  intent: CardIntent,
  { paymentId, userId }: Buyer,
): Promise<Payment> {
  const payment = await insertForgottenPayment(inside.db, {
    id: paymentId,
    userId,
    amount: intent.received,
    description: DESCRIPTION,
    intentId: intent.id,
  });
  await bookUndeliverable(inside, payment, intent.received, REASON);
  return payment;
}

/**
 * Refunds the part of an intent's money that is not refunded yet. The idempotency key is the
 * payment's id, so that a repeated request refunds only once.
 */
async function giveBackOutside(
  { cardProvider }: Context,
  { id: intentId, received }: CardIntent,
  paymentId: string,
): Promise<void> {
  const refunds = await cardProvider!.listRefunds(intentId);
  const given = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const left = difference(received, sum(...given.map(({ amount }) => amount)));
  if (left > 0)
    await cardProvider!.refund({ refundId: paymentId, paymentId, intentId, amount: left });
}
