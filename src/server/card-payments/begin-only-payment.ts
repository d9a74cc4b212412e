// One open payment a user and purpose: the same wish gets the payment that it has, another one ends it
// first, and one whose bank has not answered yet stays beside it.
import type { PaymentPurpose } from '#domain/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { inTransaction, type Transaction } from '../database/database.ts';
import { lockAccount } from '../ledger/ledger-accounts-queries.ts';
import type { Charge } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { openPayment, type BegunPayment } from './begin-payment.ts';
import { endPayment } from './end-payment.ts';
import { insertPayment, listUndecidedPayments } from './payments-queries.ts';

/** What a user wants to pay. Two wishes with one `fingerprint` are the same one. */
export type PaymentWish = {
  userId: string;
  purpose: PaymentPurpose;
  fingerprint: string;
  /** A card that was saved before; left out: the browser brings one. */
  card?: Charge['card'];
};

/** What is written down with a new payment, by the room that sells it. */
export type PaymentSubject = Pick<
  Parameters<typeof insertPayment>[1],
  'subjectId' | 'amount' | 'description' | 'expiresAt'
>;

// Requests of one user at the same moment find each other's payment on the second try.
const TRIES_MAX = 3;

/**
 * Answers an open payment for a wish. `write` puts down what it buys, with the user's account locked,
 * and may reject.
 */
export async function beginOnlyPayment(
  context: Context,
  wish: PaymentWish,
  write: (inside: Context<Transaction>) => Promise<PaymentSubject>,
): Promise<BegunPayment> {
  for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
    const begun =
      (await keepOrEndOpenPayments(context, wish)) ?? (await begin(context, wish, write));
    if (begun !== null) return begun;
  }
  throw new Rejection('UNAVAILABLE');
}

/** Ends the payments of a user that may still be paid for a purpose. */
export async function endOpenPaymentsFor(
  context: Context,
  userId: string,
  purpose: PaymentPurpose,
): Promise<void> {
  if (context.cardProvider === null) return;
  for (const payment of await listUndecidedPayments(context.db, userId, purpose)) {
    await endPayment(context, payment);
  }
}

async function keepOrEndOpenPayments(
  context: Context,
  wish: PaymentWish,
): Promise<BegunPayment | null> {
  for (const payment of await listUndecidedPayments(context.db, wish.userId, wish.purpose)) {
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

async function begin(
  context: Context,
  wish: PaymentWish,
  write: (inside: Context<Transaction>) => Promise<PaymentSubject>,
): Promise<BegunPayment | null> {
  const payment = await inTransaction(context.db, async (db): Promise<Payment | null> => {
    const { userId, purpose, fingerprint } = wish;
    const [, undecided] = await Promise.all([
      lockAccount(db, userId),
      listUndecidedPayments(db, userId, purpose),
    ]);
    if (undecided.some((one) => one.state !== 'processing')) return null;
    const subject = await write({ ...context, db });
    return insertPayment(db, { userId, purpose, fingerprint, ...subject });
  });
  return payment === null ? null : openPayment(context, payment, wish.card);
}
