// Settling: bringing a payment to what its intent says. Webhook, browser and reconciler all come
// here, at any time and as often as they like; the intent's present status decides, never an event.
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

/** Asks the provider how an intent stands, and settles its payment. Null: it is none of the shop's. */
export async function confirmIntent(context: Context, intentId: string): Promise<Payment | null> {
  const intent = await context.cardProvider!.findIntent(intentId);
  return intent === null ? null : confirmPayment(context, intent);
}

/**
 * Settles the payment of an intent as the provider just reported it. Money that came for what can't be
 * delivered any more goes back at once; if the provider can't be reached, the reconciler does it. A card that was to be saved is
 * saved with the delivery, and not without.
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
  // First, so that a provider that can't be reached is asked again with the next event. The reconciler sees to the money.
  if (intent.savedCard !== null) await forgetUnlessStored(context, intent.savedCard);
  return payRefundsNow(context, payment);
}

/** A card that was saved before stays. */
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
        // Nobody is there any more who could get anything for it.
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
    if (confirmStep(payment.state, intent.status) !== 'deliver') return payment;
    await purchaseOf(context, payment.purpose).release(inside, payment);
    await bookUndeliverable(inside, payment, intent.received, reason);
    return updatePayment(inside.db, payment.id, 'refund_due', intent.id);
  });
}

/** What came in for nothing, in the books: owed back from now on. The payment's user is locked. */
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
