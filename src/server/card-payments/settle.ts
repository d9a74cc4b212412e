// Settling: bringing a payment to what its intent says. Webhook, browser and reconciler all come
// here, at any time and as often as they like; the intent's present status decides, never an event.
import { refusePaymentWhilePaused, type Pause } from '#domain/dispute.ts';
import { cardRefund, undeliverablePayment } from '#domain/ledger.ts';
import type { JournalKind } from '#domain/journal-kind.ts';
import { CURRENCY } from '#domain/money.ts';
import { settleStep, type PaymentPurpose } from '#domain/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { inTransaction, type Transaction } from '../database/database.ts';
import { postJournal } from '../ledger/post.ts';
import { lockAccountToSpend } from '../ledger/ledger-accounts-queries.ts';
import { CardRefusal, isUnreachable, type CardIntent } from '../runtime/card-provider.ts';
import type { CardPurchase, Context, Payment } from '../runtime/context.ts';
import { findPaymentOfIntent, lockPayment, updatePayment } from './payments-queries.ts';
import { findRefundDue, insertRefund, markRefundPaid } from './refunds-queries.ts';

/** Asks the provider how an intent stands, and settles its payment. Null: it is none of the shop's. */
export async function settleIntent(context: Context, intentId: string): Promise<Payment | null> {
  const intent = await context.cardProvider!.findIntent(intentId);
  return intent === null ? null : settle(context, intent);
}

/**
 * Settles the payment of an intent as the provider just reported it. Money that came for what can't be
 * delivered any more goes back at once; if the provider can't be reached, the reconciler does it.
 */
export async function settle(context: Context, intent: CardIntent): Promise<Payment | null> {
  const known = await findPaymentOfIntent(context.db, intent);
  if (known === null) {
    context.log.warn({ intentId: intent.id }, 'An intent belongs to no payment');
    return null;
  }
  const payment = await applyIntent(context, known, intent);
  return payment.state === 'refund_due' ? payRefundNow(context, payment) : payment;
}

/** Pays a refund that is recorded. If the provider can't or won't, the reconciler does it later. */
export async function payRefundNow(context: Context, payment: Payment): Promise<Payment> {
  try {
    return await payRefund(context, payment);
  } catch (error) {
    if (!isUnreachable(error) && !(error instanceof CardRefusal)) throw error;
    context.log.error({ err: error, paymentId: payment.id }, 'A refund could not be paid yet');
    return payment;
  }
}

async function applyIntent(context: Context, known: Payment, intent: CardIntent): Promise<Payment> {
  try {
    return await withPayment(context, known, async (inside, payment, pause) => {
      const purchase = purchaseOf(context, payment.purpose);
      const step = settleStep(payment.state, intent.status);
      if (step === 'deliver') {
        checkIntent(payment, intent);
        refusePaymentWhilePaused(pause, payment.purpose);
        await purchase.deliver(inside, payment);
        return updatePayment(inside.db, payment.id, 'succeeded', intent.id);
      }
      if (step === 'end') {
        await purchase.release(inside, payment);
        return updatePayment(inside.db, payment.id, 'canceled', intent.id);
      }
      if (step === 'nothing') return payment;
      const state = step === 'to open' ? 'open' : 'processing';
      return updatePayment(inside.db, payment.id, state, intent.id);
    });
  } catch (error) {
    if (!(error instanceof Rejection) || error.code === 'UNAVAILABLE') throw error;
    // Everything was rolled back; between then and now another settle may have had more luck.
    return oweRefund(context, known, intent, error.sentence);
  }
}

/** Rejects when what came in is not what was asked for: then it buys nothing, and goes back. */
function checkIntent(payment: Payment, intent: CardIntent): void {
  const isAsAsked =
    intent.received === payment.amount &&
    intent.currency === CURRENCY.toLowerCase() &&
    intent.paymentId === payment.id &&
    intent.userId === payment.userId &&
    intent.purpose === payment.purpose;
  if (!isAsAsked) throw new Rejection('AMOUNT_MISMATCH', 'The payment is not what was asked for');
}

const PAID_AS: Record<PaymentPurpose, JournalKind> = {
  order: 'pack_purchase',
  shipment: 'shipping_fee',
  top_up: 'credit_purchase',
};

async function oweRefund(
  context: Context,
  known: Payment,
  intent: CardIntent,
  reason: string,
): Promise<Payment> {
  return withPayment(context, known, async (inside, payment) => {
    if (settleStep(payment.state, intent.status) !== 'deliver') return payment;
    const { db } = inside;
    await purchaseOf(context, payment.purpose).release(inside, payment);
    await insertRefund(db, payment.id, intent.received, reason);
    await postJournal(db, {
      kind: PAID_AS[payment.purpose],
      referenceId: payment.id,
      userId: payment.userId,
      description: payment.description,
      transfers: undeliverablePayment(intent.received),
    });
    context.log.warn({ paymentId: payment.id, reason }, 'A payment can’t be delivered');
    return updatePayment(db, payment.id, 'refund_due', intent.id);
  });
}

/**
 * Gives the money of a payment back to its card: all of one that could not be delivered, or what was taken
 * back of one that was. Repeated, it is given back once.
 */
export async function payRefund(context: Context, payment: Payment): Promise<Payment> {
  const refund = await findRefundDue(context.db, payment.id);
  if (refund === null) return payment;
  const providerId = await context.cardProvider!.refund(
    payment.id,
    payment.intentId!,
    refund.amount,
  );
  return withPayment(context, payment, async ({ db }, locked) => {
    if ((await findRefundDue(db, payment.id)) === null) return locked;
    await markRefundPaid(db, refund.id, providerId);
    await postJournal(db, {
      id: refund.id,
      kind: 'refund',
      referenceId: refund.id,
      userId: payment.userId,
      description: payment.description,
      transfers: cardRefund(refund.amount),
    });
    return locked.state === 'refund_due' ? updatePayment(db, payment.id, 'refunded', null) : locked;
  });
}

/** Runs `work` in a transaction with the user's account and the payment locked, in this order. */
export async function withPayment<Result>(
  context: Context,
  known: Payment,
  work: (inside: Context<Transaction>, payment: Payment, pause: Pause | null) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context.db, async (db) => {
    const [{ pause }, payment] = await Promise.all([
      lockAccountToSpend(db, known.userId),
      lockPayment(db, known.id),
    ]);
    return work({ ...context, db }, payment, pause);
  });
}

export function purchaseOf(context: Context, purpose: PaymentPurpose): CardPurchase {
  const purchase = context.ports.cardPurchases[purpose];
  if (purchase === undefined) throw new Error(`Nothing is sold by card as ${purpose}`);
  return purchase;
}
