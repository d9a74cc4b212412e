// Begins a card payment in three steps: the shop records the payment, requests an intent from the
// provider, and opens the payment. After a crash between two steps, the user's next request
// continues the payment. Without such a request, the payment expires.
import type * as z from 'zod/mini';
import type { intent as intentShape } from '#contract/checkout.ts';
import { isUndecided } from '#domain/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { CardRefusal, type CardIntent, type Charge } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { failPayment } from './end-payment.ts';
import { confirmPayment } from './confirm-payment.ts';

/** The customer at the provider whose saved cards may pay, and the card that the user chose. */
export type Payer = Pick<Charge, 'customerId' | 'cardId'>;

/** A payment that can be paid now, and the intent that the browser needs for it. */
export type BegunPayment = { payment: Payment; intent: CardIntent };

/**
 * Requests the intent of a recorded payment from the provider, and opens the payment. Returns null
 * if the payment is already paid, ended by another request, or expired.
 */
export async function openPayment(
  context: Context,
  payment: Payment,
  payer: Payer,
): Promise<BegunPayment | null> {
  const intent = await intentOf(context, payment, payer);
  if (intent === null) {
    await failPayment(context, payment);
    return null;
  }
  const confirmed = await confirmPayment(context, intent);
  if (confirmed === null || !isUndecided(confirmed.state)) return null;
  if (intent.savesCard && confirmed.state === 'open') await saveNoCard(context, intent.id);
  return { payment: confirmed, intent };
}

/**
 * Unticks "save card" at the provider, because each page that requests a payment starts with this
 * box unticked.
 */
async function saveNoCard(context: Context, intentId: string): Promise<void> {
  try {
    await context.cardProvider!.saveCardOf(intentId, null);
  } catch (error) {
    // Ignores this refusal. It means that another page is paying at this moment, and the box on
    // that page decides.
    if (!(error instanceof CardRefusal)) throw error;
  }
}

async function intentOf(
  context: Context,
  payment: Payment,
  payer: Payer,
): Promise<CardIntent | null> {
  const provider = context.cardProvider!;
  if (payment.intentId !== null) return provider.findIntent(payment.intentId);
  try {
    return await provider.createIntent({
      paymentId: payment.id,
      userId: payment.userId,
      purpose: payment.purpose,
      amount: payment.amount,
      description: payment.description,
      ...payer,
    });
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error;
    await failPayment(context, payment);
    throw errorFor(error, payer);
  }
}

/**
 * Returns the error for a refusal. If the shopper can fix the problem, the message says how. Other
 * refusals, such as wrong keys, are the shop's fault.
 */
function errorFor(error: CardRefusal, { cardId }: Payer): Error {
  const cause = error;
  if (error.code === 'resource_missing' && cardId === undefined) {
    const sentence = 'The card provider no longer has your saved cards. Please remove them.';
    return new Rejection('VALIDATION_ERROR', { sentence, cause });
  }
  if (error.code === 'resource_missing') {
    const sentence = 'This card is no longer saved at the card provider. Please use another one.';
    return new Rejection('NOT_FOUND', { sentence, cause });
  }
  if (![400, 402].includes(error.status)) return error;
  const sentence =
    error.code === 'amount_too_large'
      ? 'This is more than a card can pay at once.'
      : 'The card provider does not take this payment. Please use another card.';
  return new Rejection('VALIDATION_ERROR', { sentence, cause });
}

/** The fields that a browser needs to confirm a payment with the card provider. */
export function presentIntent({ payment, intent }: BegunPayment): z.output<typeof intentShape> {
  return {
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    expiresAt: payment.expiresAt,
    amount: payment.amount,
    currency: 'cad',
  };
}

/** Rejects if the shop takes no cards. */
export function needCardProvider(context: Context): void {
  if (context.cardProvider === null) {
    throw new Rejection('VALIDATION_ERROR', 'Card payments are not available');
  }
}

/**
 * Rejects before a new card payment, if the shop takes no cards or does not take them yet
 * (docs/product.md §22).
 */
export function needOpenCards(context: Context): void {
  needCardProvider(context);
  if (context.settings.opening() === 'closed') throw new Rejection('CARDS_NOT_OPEN');
}

/** Whether a card payment can begin. */
export function takesCards({ cardProvider, settings }: Pick<Context, 'cardProvider' | 'settings'>) {
  return cardProvider !== null && settings.opening() !== 'closed';
}

/** The ways in which this shop's orders and shipments can be paid. */
export function paymentMethodsOf(
  context: Pick<Context, 'cardProvider' | 'settings'>,
): ('balance' | 'stripe')[] {
  return takesCards(context) ? ['balance', 'stripe'] : ['balance'];
}
