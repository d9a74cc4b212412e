// A user has one open payment per purpose. If a user requests the same purchase again, they get the
// existing payment. If they request another purchase, the existing payment ends first. If the
// existing payment's bank has not decided yet, both payments stay open, and a repeated request for
// the first purchase still gets the first payment, so that nobody pays for it twice.
import { refusePaymentWhilePaused } from '#domain/dispute.ts';
import type { PaymentPurpose } from '#domain/payment.ts';
import { difference, sum, type Cents } from '#domain/money.ts';
import { Rejection, type RejectionCode } from '#domain/rejection.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { lockAccountToSpend } from '../ledger/ledger-accounts-queries.ts';
import { checkNewPayment, refuseBarredBuyer } from '../limits/check-sale.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { openPayment, type BegunPayment, type Payer } from './begin-payment.ts';
import { endPayment } from './end-payment.ts';
import { countCardCall } from './limit-card-calls.ts';
import { insertPayment, listUndecidedPayments } from './payments-queries.ts';

/** The purchase that a user wants to pay. Two requests with equal `fingerprint` are about the same purchase. */
export type PaymentRequest = {
  userId: string;
  purpose: PaymentPurpose;
  fingerprint: string;
  /** The total that the user saw. If an open payment has another amount, it does not match this request. */
  amount?: Cents | null;
  payer: Payer;
  /**
   * Returns the amount of a new payment; may reject. Called only if another payment is open,
   * because that payment must not end for a request that the user's own limits refuse.
   */
  expects: (() => Promise<Cents>) | null;
  /** Runs before a new payment is stored, to limit how often payments are started. May reject. */
  beforeNew?: () => Promise<void>;
  /**
   * The rejection if a concurrent request ended the new payment. If omitted, the function tries
   * again instead.
   */
  whenEnded?: RejectionCode;
};

/** The fields of a new payment that depend on the purchase. */
export type PaymentSubject = Pick<
  Parameters<typeof insertPayment>[1],
  'subjectId' | 'amount' | 'description' | 'expiresAt'
>;

// If a user sends two concurrent requests, one of them fails, and finds the payment of the other in
// its second try.
const TRIES_MAX = 3;
const BEGUN_TOGETHER =
  'You are beginning several payments at the same moment. This one was not charged. Please try again.';

/**
 * Returns an open payment for a request. `write` stores the purchase while the user's account is
 * locked, and may reject. Rejects with ACCOUNT_PAUSED, or if nothing may be sold to the user
 * (`check-sale.ts`).
 */
export async function beginOnlyPayment(
  context: Context,
  request: PaymentRequest,
  write: (inside: Context<Transaction>) => Promise<PaymentSubject>,
): Promise<BegunPayment> {
  await countCardCall(context, request.userId);
  // Checks the buyer before an open payment is returned or ended. `storePayment` checks the buyer
  // of a new payment once more, under the account's lock.
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
  // Other requests of the same user ended or began a payment at every try.
  throw new Rejection('UNAVAILABLE', BEGUN_TOGETHER);
}

/** Ends a user's payments for this purpose that may still be paid. */
export async function endOpenPaymentsFor(
  context: Context,
  userId: string,
  purpose: PaymentPurpose,
): Promise<void> {
  if (context.cardProvider === null) return;
  await endAll(context, await listUndecidedPayments(context.db, userId, [purpose]));
}

/** Whether a user has payments for a purpose that may still be paid. */
export async function hasUndecidedPayments(
  context: Context,
  userId: string,
  purpose: PaymentPurpose,
): Promise<boolean> {
  if (context.cardProvider === null) return false;
  return (await listUndecidedPayments(context.db, userId, [purpose])).length > 0;
}

/**
 * Ends a user's open payments because the user pays in another way. This counts as one of the
 * user's calls to the card provider.
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
  const open = await listUndecidedPayments(context.db, request.userId, [request.purpose]);
  await refuseBeforeEnding(context, request, open);
  for (const payment of open) {
    if (existing === null && isFor(request, payment)) {
      existing = await openPayment(context, payment, request.payer);
    } else await endPayment(context, payment);
  }
  return existing;
}

/**
 * Rejects with OWN_LIMIT_REACHED before open payments end, if the new payment would exceed the
 * user's limits. Open payments count against the limits, so the amounts of the payments that would
 * end are deducted. `storePayment` checks the limits again under the lock.
 */
async function refuseBeforeEnding(
  context: Context,
  request: PaymentRequest,
  open: Payment[],
): Promise<void> {
  const ended = open.filter(({ state }) => state !== 'processing');
  if (request.expects === null || ended.length === 0) return;
  if (open.some((payment) => isFor(request, payment))) return;
  const freed = sum(...ended.map((payment) => payment.amount));
  await checkNewPayment(context, request.userId, difference(await request.expects(), freed));
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
      listUndecidedPayments(db, userId, [purpose]),
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
