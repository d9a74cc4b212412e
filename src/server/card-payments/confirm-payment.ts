// To confirm a payment means to bring it to the state of its intent. Webhook, browser and
// reconciler may confirm a payment at any time and repeatedly, because only the current status of
// the intent decides, never an event.
import { refusePaymentWhilePaused } from '#domain/dispute.ts';
import { undeliverablePayment } from '#domain/ledger.ts';
import type { JournalKind } from '#domain/journal-kind.ts';
import { CURRENCY, type Cents } from '#domain/money.ts';
import { confirmStep, type PaymentPurpose } from '#domain/payment.ts';
import { isClosedCountry } from '#domain/place-question.ts';
import { Rejection } from '#domain/rejection.ts';
import { isErased } from '../accounts/deletions-queries.ts';
import { askAboutPlace } from '../accounts/place-questions-queries.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { postJournal } from '../ledger/post.ts';
import { checkPaidPayment, refuseBarredBuyer } from '../limits/check-sale.ts';
import { compareWithExcluded } from '../limits/exclusion-marks.ts';
import { WEBHOOK_TEST, type CardIntent, type SavedCard } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { storeCard } from './store-card.ts';
import { findPaymentMethodByProviderId } from './payment-methods-queries.ts';
import { findPaymentOfIntent, noteCardOfPayment, updatePayment } from './payments-queries.ts';
import { insertRefund } from './refunds-queries.ts';
import { payRefundsNow } from './pay-refunds.ts';
import { purchaseOf, withPayment } from './with-payment.ts';

/**
 * Reads an intent from the provider, and confirms its payment. Returns null if the intent does not
 * belong to the shop.
 */
export async function confirmIntent(context: Context, intentId: string): Promise<Payment | null> {
  const intent = await context.cardProvider!.findIntent(intentId);
  return intent === null ? null : confirmPayment(context, intent);
}

/**
 * Confirms the payment of an intent that was just read from the provider. Returns null if the
 * intent belongs to no payment. If the purchase can no longer be delivered, refunds the money at
 * once, or leaves the refund to the reconciler if the provider can't be reached. If the buyer chose
 * to save the card, saves it only together with the delivery.
 */
export async function confirmPayment(
  context: Context,
  intent: CardIntent,
): Promise<Payment | null> {
  const known = await findPaymentOfIntent(context.db, intent);
  if (known === null) {
    if (intent.purpose === WEBHOOK_TEST) return null;
    context.log.warn(
      { event: 'payment_intent_unknown', intentId: intent.id },
      'Ignored a payment intent of the card provider: it belongs to no payment of the shop',
    );
    return null;
  }
  await compareCard(context, known, intent);
  const payment = await applyIntent(context, known, intent);
  if (payment.state !== 'refund_due') return payment;
  // Forgets the card before the refund. If the provider can't be reached, the next event tries both
  // steps again, whereas the reconciler retries only the refund.
  if (intent.savedCard !== null) await forgetUnlessStored(context, intent.savedCard);
  return payRefundsNow(context, payment);
}

/** Bars an account if it pays with the card of an excluded person. Runs before anything is delivered. */
async function compareCard(context: Context, known: Payment, intent: CardIntent): Promise<void> {
  const { cardFingerprint: key, status } = intent;
  if (status !== 'succeeded' || key === null || known.state === 'succeeded') return;
  await inTransaction(context.db, (db) =>
    compareWithExcluded({ ...context, db }, known.userId, { kind: 'card', key }),
  );
}

/** Deletes a card at the provider, unless the shop had stored the card before. */
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
        // If the account is erased, its payment is refunded, because nobody could receive the
        // purchase.
        if (await isErased(inside.db, payment.userId)) throw new Rejection('USER_NOT_FOUND');
        refusePaymentWhilePaused(pause, payment.purpose);
        if (payment.purpose !== 'shipment') {
          await refuseBarredBuyer(inside, payment.userId);
          await checkPaidPayment(inside, payment.userId, payment.id);
        }
        await noteCard(inside, payment, intent);
        await purchase.deliver(inside, payment);
        if (intent.savedCard !== null) await storeCard(inside.db, payment.userId, intent.savedCard);
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
    // The delivery was rolled back, so the shop owes the money back, unless another confirmation
    // has succeeded meanwhile.
    return oweRefund(context, known, intent, error.sentence);
  }
}

/**
 * Stores what the provider says about the card. If the card is from a country where the shop does
 * not sell, opens a question about its owner.
 */
async function noteCard(
  { db, settings }: Context<Transaction>,
  { id, userId }: Payment,
  intent: CardIntent,
): Promise<void> {
  await noteCardOfPayment(db, id, intent);
  const { cardCountry } = intent;
  if (cardCountry !== null && isClosedCountry(settings.salesPlaces(), cardCountry)) {
    await askAboutPlace(db, userId, 'card', cardCountry);
  }
}

/**
 * Rejects a payment whose amount or currency differs from what the shop requested. Such a payment
 * buys nothing and is refunded.
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
 * Books the money of a payment whose purchase can't be delivered. From then on the shop owes the
 * money back. The caller must have locked the user's account.
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
    'Payment arrived, but its purchase can’t be delivered: the payment will be refunded',
  );
}
