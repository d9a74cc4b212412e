// One open payment per user and purpose: the same request gets the existing payment, a different one ends it
// first. A payment whose bank has not answered yet can't be ended: it stays open next to a different request, and
// is returned for the same one, which would otherwise be paid twice.
import { refusePaymentWhilePaused } from '#domain/dispute.ts';
import type { PaymentPurpose } from '#domain/payment.ts';
import type { Cents } from '#domain/money.ts';
import { Rejection, type RejectionCode } from '#domain/rejection.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { lockAccountToSpend } from '../ledger/ledger-accounts-queries.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { openPayment, type BegunPayment, type Payer } from './begin-payment.ts';
import { endPayment } from './end-payment.ts';
import { countCardCall } from './limit-card-calls.ts';
import { insertPayment, listUndecidedPayments } from './payments-queries.ts';

/** What a user wants to pay for. Two requests with the same `fingerprint` are the same request. */
export type PaymentRequest = {
  userId: string;
  purpose: PaymentPurpose;
  fingerprint: string;
  /** The total the user saw: an open payment of another amount no longer matches this request. */
  amount?: Cents | null;
  payer: Payer;
  /** Runs before a new payment, to limit how often they are started; may reject. */
  beforeNew?: () => Promise<void>;
  /** The rejection if a concurrent request ended this payment; omitted: it is retried. */
  whenEnded?: RejectionCode;
};

/** What the room that sells it stores with a new payment. */
export type PaymentSubject = Pick<
  Parameters<typeof insertPayment>[1],
  'subjectId' | 'amount' | 'description' | 'expiresAt'
>;

// Requests of one user at the same moment find each other's payment on the second try.
const TRIES_MAX = 3;

/**
 * Returns an open payment for a request. `write` stores what it buys, with the user's account locked,
 * and may reject. Rejects with ACCOUNT_PAUSED.
 */
export async function beginOnlyPayment(
  context: Context,
  request: PaymentRequest,
  write: (inside: Context<Transaction>) => Promise<PaymentSubject>,
): Promise<BegunPayment> {
  await countCardCall(context, request.userId);
  for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
    const existing = await reuseOrEndOpenPayments(context, request);
    if (existing !== null) return existing;
    if (attempt === 1) await request.beforeNew?.();
    const payment = await storePayment(context, request, write);
    if (payment === null) continue;
    const begun = await openPayment(context, payment, request.payer);
    if (begun !== null) return begun;
    if (request.whenEnded !== undefined) throw new Rejection(request.whenEnded);
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
  await endAll(context, await listUndecidedPayments(context.db, userId, purpose));
}

/** Whether a user has payments that may still be paid for a purpose. */
export async function hasUndecidedPayments(
  context: Context,
  userId: string,
  purpose: PaymentPurpose,
): Promise<boolean> {
  if (context.cardProvider === null) return false;
  return (await listUndecidedPayments(context.db, userId, purpose)).length > 0;
}

/** Ends them because the user pays otherwise: it is one of their calls to the card provider. */
export async function endOpenPaymentsAtOwnWish(
  context: Context,
  userId: string,
  purpose: PaymentPurpose,
): Promise<void> {
  await countCardCall(context, userId);
  await endOpenPaymentsFor(context, userId, purpose);
}

async function endAll(context: Context, payments: Payment[]): Promise<void> {
  for (const payment of payments) await endPayment(context, payment);
}

async function reuseOrEndOpenPayments(
  context: Context,
  request: PaymentRequest,
): Promise<BegunPayment | null> {
  let existing: BegunPayment | null = null;
  for (const payment of await listUndecidedPayments(context.db, request.userId, request.purpose)) {
    if (existing === null && isFor(request, payment)) {
      existing = await openPayment(context, payment, request.payer);
    } else await endPayment(context, payment);
  }
  return existing;
}

function isFor({ fingerprint, amount = null }: PaymentRequest, payment: Payment): boolean {
  return (
    payment.fingerprint === fingerprint &&
    !payment.isExpired &&
    (amount === null || amount === payment.amount)
  );
}

/** Stores a payment with what it buys, or returns null if the user has another open one. */
async function storePayment(
  context: Context,
  { userId, purpose, fingerprint }: PaymentRequest,
  write: (inside: Context<Transaction>) => Promise<PaymentSubject>,
): Promise<Payment | null> {
  return inTransaction(context.db, async (db) => {
    const [{ pause }, undecided] = await Promise.all([
      lockAccountToSpend(db, userId),
      listUndecidedPayments(db, userId, purpose),
    ]);
    refusePaymentWhilePaused(pause, purpose);
    if (undecided.some(({ state }) => state !== 'processing')) return null;
    const subject = await write({ ...context, db });
    return insertPayment(db, { userId, purpose, fingerprint, ...subject });
  });
}
