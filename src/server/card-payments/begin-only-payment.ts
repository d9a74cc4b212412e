// One open payment per user and purpose. A request for the same purchase gets the existing payment.
// A request for another purchase ends the existing payment first. If that payment's bank has not
// decided yet, both payments stay open, and a repeated request for the first purchase still gets
// the first payment, so that nobody pays for it twice.
import { refusePaymentWhilePaused } from '#domain/dispute.ts';
import type { PaymentPurpose } from '#domain/payment.ts';
import type { Cents } from '#domain/money.ts';
import { Rejection, type RejectionCode } from '#domain/rejection.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { lockAccountToSpend } from '../ledger/ledger-accounts-queries.ts';
import { checkNewPayment, refuseBarredBuyer } from '../limits/check-sale.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { openPayment, type BegunPayment, type Payer } from './begin-payment.ts';
import { endPayment } from './end-payment.ts';
import { countCardCall } from './limit-card-calls.ts';
import { insertPayment, listUndecidedPayments } from './payments-queries.ts';

/**
 * The purchase that a user wants to pay. Two requests with the same `fingerprint` are the same
 * request.
 */
export type PaymentRequest = {
  userId: string;
  purpose: PaymentPurpose;
  fingerprint: string;
  /** The total that the user saw. An open payment of another amount does not match this request. */
  amount?: Cents | null;
  payer: Payer;
  /** Runs before a new payment, to limit how often payments are started. May reject. */
  beforeNew?: () => Promise<void>;
  /**
   * The rejection if a concurrent request ended the new payment. Omitted: the function tries again.
   */
  whenEnded?: RejectionCode;
};

/** The fields of a new payment that depend on the purchase. */
export type PaymentSubject = Pick<
  Parameters<typeof insertPayment>[1],
  'subjectId' | 'amount' | 'description' | 'expiresAt'
>;

// Of two concurrent requests of one user, one fails and finds the other's payment on its second
// try.
const TRIES_MAX = 3;

/**
 * Returns an open payment for a request. `write` stores the purchase while the user's account is
 * locked, and may reject. Rejects with ACCOUNT_PAUSED, and if nothing may be sold to the user
 * (`check-sale.ts`).
 */
export async function beginOnlyPayment(
  context: Context,
  request: PaymentRequest,
  write: (inside: Context<Transaction>) => Promise<PaymentSubject>,
): Promise<BegunPayment> {
  await countCardCall(context, request.userId);
  // Before an open payment is returned or ended; `storePayment` checks again under the lock.
  if (request.purpose !== 'shipment') await refuseBarredBuyer(context, request.userId);
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

/** Ends a user's payments for a purpose that may still be paid. */
export async function endOpenPaymentsFor(
  context: Context,
  userId: string,
  purpose: PaymentPurpose,
): Promise<void> {
  if (context.cardProvider === null) return;
  await endAll(context, await listUndecidedPayments(context.db, userId, purpose));
}

/** Whether a user has payments for a purpose that may still be paid. */
export async function hasUndecidedPayments(
  context: Context,
  userId: string,
  purpose: PaymentPurpose,
): Promise<boolean> {
  if (context.cardProvider === null) return false;
  return (await listUndecidedPayments(context.db, userId, purpose)).length > 0;
}

/**
 * Ends a user's open payments because the user pays otherwise. Counts as one of the user's calls to
 * the card provider.
 */
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

/** Stores a payment and its purchase. Returns null if the user has another open payment. */
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
    const inside = { ...context, db };
    refusePaymentWhilePaused(pause, purpose);
    const isSale = purpose !== 'shipment';
    if (isSale) await refuseBarredBuyer(inside, userId);
    if (undecided.some(({ state }) => state !== 'processing')) return null;
    const subject = await write(inside);
    if (isSale) await checkNewPayment(inside, userId, subject.amount);
    return insertPayment(db, { userId, purpose, fingerprint, ...subject });
  });
}
