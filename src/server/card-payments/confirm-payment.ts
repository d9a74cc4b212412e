// Confirming a payment: bringing it to the state of its intent. Webhook, browser and reconciler all
// call this, at any time and as often as they like. The intent's current status decides, never an
// event.
import { refusePaymentWhilePaused } from '#domain/dispute.ts';
import { undeliverablePayment } from '#domain/ledger.ts';
import type { JournalKind } from '#domain/journal-kind.ts';
import { CURRENCY, type Cents } from '#domain/money.ts';
import { confirmStep, type PaymentPurpose } from '#domain/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { isErased } from '../accounts/deletions-queries.ts';
import type { Transaction } from '#engine/database.ts';
import { postJournal } from '../ledger/post.ts';
import type { CardIntent, SavedCard } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { storeCard } from './store-card.ts';
import { findPaymentMethodByProviderId } from './payment-methods-queries.ts';
import { findPaymentOfIntent, updatePayment } from './payments-queries.ts';
import { insertRefund } from './refunds-queries.ts';
import { payRefundsNow } from './pay-refunds.ts';
import { purchaseOf, withPayment } from './with-payment.ts';

/**
 * Reads an intent from the provider, and confirms its payment. Null: the intent is not the shop's.
 */
export async function confirmIntent(context: Context, intentId: string): Promise<Payment | null> {
  const intent = await context.cardProvider!.findIntent(intentId);
  return intent === null ? null : confirmPayment(context, intent);
}

/**
 * Confirms the payment of an intent that was just read from the provider. Money for something that
 * can no longer be delivered is refunded at once. If the provider can't be reached, the reconciler
 * refunds it. A card that was to be saved is saved together with the delivery, never without it.
 */
export async function confirmPayment(
  context: Context,
  intent: CardIntent,
): Promise<Payment | null> {
  const known = await findPaymentOfIntent(context.db, intent);
  if (known === null) {
    context.log.warn(
      { event: 'payment_intent_unknown', intentId: intent.id },
      'Payment intent belongs to no payment of the shop',
    );
    return null;
  }
  const payment = await applyIntent(context, known, intent);
  if (payment.state !== 'refund_due') return payment;
  // This comes first, so that the next event retries it if the provider can't be reached. The
  // reconciler takes care of the money.
  if (intent.savedCard !== null) await forgetUnlessStored(context, intent.savedCard);
  return payRefundsNow(context, payment);
}

/** A card that was saved before stays saved. */
async function forgetUnlessStored({ db, cardProvider }: Context, { id }: SavedCard): Promise<void> {
  if ((await findPaymentMethodByProviderId(db, id)) === null) await cardProvider!.forgetCard(id);
}

async function applyIntent(context: Context, known: Payment, intent: CardIntent): Promise<Payment> {
  try {
    return await withPayment(context, known, async (inside, payment, pause) => {
      const purchase = purchaseOf(context, payment.purpose);
      const step = confirmStep(payment.state, intent.status);
      if (step === 'deliver') {
        checkIntent(payment, intent);
        // The account is erased: nobody could receive anything for the money.
        if (await isErased(inside.db, payment.userId)) throw new Rejection('USER_NOT_FOUND');
        refusePaymentWhilePaused(pause, payment.purpose);
        await purchase.deliver(inside, payment);
        if (intent.savedCard !== null) await storeCard(inside.db, payment.userId, intent.savedCard);
        return updatePayment(inside.db, payment.id, 'succeeded', intent.id, intent.cardFingerprint);
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
    // Everything was rolled back. In the meantime, another confirmation may have succeeded.
    return oweRefund(context, known, intent, error.sentence);
  }
}

/**
 * Rejects a payment whose amount or currency is not what was requested: it buys nothing and is
 * refunded.
 */
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
    if (confirmStep(payment.state, intent.status) !== 'deliver') return payment;
    await purchaseOf(context, payment.purpose).release(inside, payment);
    await bookUndeliverable(inside, payment, intent.received, reason);
    return updatePayment(inside.db, payment.id, 'refund_due', intent.id);
  });
}

/**
 * Books money that came in for nothing: it is owed back from then on. The payment's user is locked.
 */
export async function bookUndeliverable(
  { db, log }: Context<Transaction>,
  payment: Payment,
  received: Cents,
  reason: string,
): Promise<void> {
  await insertRefund(db, payment.id, received, reason);
  await postJournal(db, {
    kind: PAID_AS[payment.purpose],
    referenceId: payment.id,
    userId: payment.userId,
    description: payment.description,
    transfers: undeliverablePayment(received),
  });
  log.warn(
    { event: 'payment_not_deliverable', paymentId: payment.id, reason },
    'Payment arrived but can’t be delivered: it will be refunded',
  );
}
