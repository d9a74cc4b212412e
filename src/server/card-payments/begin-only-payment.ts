// One open payment a user and purpose: the same wish gets the payment that it has, another one ends it
// first. One whose bank has not answered yet can't be ended: it stays beside another wish, and is handed back
// to the same one, which would be paid twice if it were begun again.
import type { PaymentPurpose } from '#domain/payment.ts';
import type { Cents } from '#domain/money.ts';
import { Rejection, type RejectionCode } from '#domain/rejection.ts';
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
  /** What they were told that it costs: an open payment of another amount is not for this wish any more. */
  amount?: Cents | null;
  /** A card that was saved before; left out: the browser brings one. */
  card?: Charge['card'];
  /** Counts those that begin too often, before a new payment; it may reject. */
  beforeNew?: () => Promise<void>;
  /** Said when another wish came in between and ended this one; left out: it is begun once more. */
  whenEnded?: RejectionCode;
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
    const kept = await keepOrEndOpenPayments(context, wish);
    if (kept !== null) return kept;
    if (attempt === 1) await wish.beforeNew?.();
    const payment = await writeDown(context, wish, write);
    if (payment === null) continue;
    const begun = await openPayment(context, payment, wish.card);
    if (begun !== null) return begun;
    if (wish.whenEnded !== undefined) throw new Rejection(wish.whenEnded);
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
  let kept: BegunPayment | null = null;
  for (const payment of await listUndecidedPayments(context.db, wish.userId, wish.purpose)) {
    if (kept === null && isFor(wish, payment)) {
      kept = await openPayment(context, payment, wish.card);
    } else await endPayment(context, payment);
  }
  return kept;
}

function isFor({ fingerprint, amount = null }: PaymentWish, payment: Payment): boolean {
  return (
    payment.fingerprint === fingerprint &&
    !payment.isExpired &&
    (amount === null || amount === payment.amount)
  );
}

/** Writes a payment down with what it buys, or answers null when the user has another that is open. */
async function writeDown(
  context: Context,
  { userId, purpose, fingerprint }: PaymentWish,
  write: (inside: Context<Transaction>) => Promise<PaymentSubject>,
): Promise<Payment | null> {
  return inTransaction(context.db, async (db) => {
    const [, undecided] = await Promise.all([
      lockAccount(db, userId),
      listUndecidedPayments(db, userId, purpose),
    ]);
    if (undecided.some(({ state }) => state !== 'processing')) return null;
    const subject = await write({ ...context, db });
    return insertPayment(db, { userId, purpose, fingerprint, ...subject });
  });
}
