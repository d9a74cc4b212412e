// Loads Stripe's script at its first use, once per key. The plain entry point of Stripe's package would load the script
// on import, even in shops without a key.
import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js';
import type { Answer } from './charge.ts';

let loading: { key: string; stripe: Promise<Stripe | null> } | null = null;

export function stripeWith(key: string): Promise<Stripe | null> {
  if (loading?.key === key) return loading.stripe;
  const stripe = load(key);
  loading = { key, stripe };
  // After a failure, the next call loads the script again. While a request hangs, callers share that request, because
  // browsers would not send a second one.
  stripe.catch(() => {
    if (loading?.stripe === stripe) loading = null;
  });
  return stripe;
}

async function load(key: string): Promise<Stripe | null> {
  const { loadStripe } = await import('@stripe/stripe-js/pure/index.js');
  return loadStripe(key);
}

/** The result of a payment for which nothing was sent to Stripe. */
export function notSent(message: string): Answer {
  return { error: { type: 'validation_error', message } };
}

/** Returns the status of the payment. */
export async function askStripe(key: string, clientSecret: string): Promise<Answer> {
  const stripe = await stripeWith(key);
  if (stripe === null) throw new Error('Stripe has not loaded yet');
  return answerOf(await stripe.retrievePaymentIntent(clientSecret));
}

/**
 * Converts Stripe's result. Stripe's script has already shown the dialog of the cardholder's bank if necessary. A payment
 * that still requires the dialog is therefore reported as unpaid.
 */
export function answerOf({ error, paymentIntent }: PaymentIntentResult): Answer {
  if (error)
    return { error: { type: error.type, ...(error.message && { message: error.message }) } };
  const { status } = paymentIntent;
  return { status: status === 'requires_action' ? 'requires_confirmation' : status };
}
