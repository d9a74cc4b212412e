// Buying credits by card, first half: the top-up is written down, the payment is begun. The second half
// is `deliver-credits.ts`, whenever the money comes.
import { randomUUID } from 'node:crypto';
import type { Input, Reply } from '#contract/endpoint.ts';
import type { buyCredits as row } from '#contract/wallet.ts';
import type { Caller } from '#domain/access.ts';
import { formatCad } from '#domain/money.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { quoteTopUp, type TopUpQuote } from '#domain/top-up.ts';
import {
  needCardProvider,
  openPayment,
  type BegunPayment,
} from '../card-payments/begin-payment.ts';
import { endPayment } from '../card-payments/end-payment.ts';
import { insertPayment, listUndecidedPayments } from '../card-payments/queries.ts';
import { inTransaction } from '../database/database.ts';
import { lockAccount } from '../ledger/queries.ts';
import type { Charge } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { findOwn } from './payment-methods.ts';
import { findTransaction, insertTopUp } from './queries.ts';
import { transactionOf } from './transaction.ts';

// Requests of one user at the same moment find each other's payment on the second try.
const TRIES_MAX = 3;

/** What a user wants: so many credits, by a card that was saved or by one that the browser brings. */
type Wish = { userId: string; quote: TopUpQuote; card: Charge['card']; fingerprint: string };

/** The same amount gets the open payment that it has; another one ends it first (choice 49). */
export async function buyCredits(
  context: Context,
  caller: Caller,
  { amount, paymentMethod }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  needCardProvider(context);
  const { userId } = caller;
  const quote = quoteTopUp(amount);
  const card = paymentMethod === 'stripe' ? null : await findOwn(context.db, userId, paymentMethod);
  const wish: Wish = {
    userId,
    quote,
    card: card === null ? undefined : { id: card.provider_id, customerId: card.customer_id },
    fingerprint: `${quote.amount} for ${quote.total} by ${paymentMethod}`,
  };
  for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
    const begun = (await keepOrEndOpenPayments(context, wish)) ?? (await begin(context, wish));
    if (begun !== null) return present(context, begun, quote);
  }
  throw new Rejection('UNAVAILABLE');
}

async function keepOrEndOpenPayments(context: Context, wish: Wish): Promise<BegunPayment | null> {
  for (const payment of await listUndecidedPayments(context.db, wish.userId, 'top_up')) {
    // One whose bank has not answered yet is a top-up of its own.
    if (payment.state === 'processing') continue;
    const isSame = payment.fingerprint === wish.fingerprint && !payment.isExpired;
    if (!isSame) await endPayment(context, payment);
    else {
      const open = await openPayment(context, payment, wish.card);
      if (open !== null && open.payment.state !== 'processing') return open;
    }
  }
  return null;
}

async function begin(context: Context, wish: Wish): Promise<BegunPayment | null> {
  const payment = await write(context, wish);
  return payment === null ? null : openPayment(context, payment, wish.card);
}

/** Writes top-up and payment, or answers null when the user has an open one. */
async function write(
  context: Context,
  { userId, quote, fingerprint }: Wish,
): Promise<Payment | null> {
  return inTransaction(context.db, async (db) => {
    const [, undecided] = await Promise.all([
      lockAccount(db, userId),
      listUndecidedPayments(db, userId, 'top_up'),
    ]);
    if (undecided.some((payment) => payment.state !== 'processing')) return null;
    const topUpId = randomUUID();
    const createdAt = await insertTopUp(db, { id: topUpId, userId, quote });
    return insertPayment(db, {
      userId,
      purpose: 'top_up',
      subjectId: topUpId,
      fingerprint,
      amount: quote.total,
      description: `${formatCad(quote.amount)} in credits`,
      expiresAt: new Date(createdAt.getTime() + context.config.reservationSeconds * 1000),
    });
  });
}

async function present(
  { db }: Context,
  { payment, intent }: BegunPayment,
  quote: TopUpQuote,
): Promise<Reply<typeof row>> {
  const transaction = await findTransaction(db, payment.subjectId);
  assert(transaction !== null, 'a top-up is a transaction');
  return {
    transaction: transactionOf(transaction),
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    expiresAt: payment.expiresAt,
    ...quote,
  };
}
