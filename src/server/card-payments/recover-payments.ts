// After the database was brought back to an earlier moment: the card provider went on, and holds money of payments that the
// database doesn't know any more. Asked for by an operator alone: a copy of the shop with the same keys would find all of its
// payments forgotten.
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

/** A payment's clock is the provider's, and it was begun here a little before. */
const MARGIN_MS = 600_000;

/**
 * `delivered`: begun before that moment and paid after it, as if nothing had happened. `refunded`: the money goes back, and its
 * buyer is told. `refund waits`: the provider could not be asked just now; the reconciler does it. `ended`: it can be
 * paid no more. `undecided`: the bank has not answered; ask again. `of nobody`: refunded over there, as its buyer has no
 * account any more, and so no place in the books: it stands at what is to be looked into, twice.
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
 * Sees to every payment that the provider has begun since an instant and that the database doesn't know, or not how it ended.
 * Then compares the books. May be run as often as one likes. The provider's errors are thrown.
 */
export async function recoverPayments(context: Context, since: Date): Promise<RecoveredPayment[]> {
  const begun = await context.cardProvider!.listIntents(new Date(since.getTime() - MARGIN_MS));
  const recovered: RecoveredPayment[] = [];
  for (const intent of begun) {
    const { id: intentId, paymentId, userId } = intent;
    // Made by somebody at the provider's own page: none of the shop's.
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
  // A list tells nothing of the card that paid.
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
      // Its page is still open somewhere, and would be paid for nothing.
      const ended = await context.cardProvider!.cancelIntent(intent.id);
      return ended?.status === 'succeeded' ? giveBack(context, ended, buyer) : 'ended';
    }
  }
}

const DESCRIPTION = 'A payment that was undone when the shop was restored';
const REASON = 'The shop was restored to a moment before it';

/** What it bought is known to nobody: the money goes back, through the books where its buyer has a place in them. */
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

/** All that was not given back of it yet. The key is the payment's: asked for twice, it is given once. */
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
