// Stripe's script: fetched from Stripe at its first use, once per key. The package's plain entry point would fetch it
// on import, even in shops without a key.
import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js';
import type { Answer } from './charge.ts';

let loading: { key: string; stripe: Promise<Stripe | null> } | null = null;

export function stripeWith(key: string): Promise<Stripe | null> {
  if (loading?.key === key) return loading.stripe;
  const stripe = load(key);
  loading = { key, stripe };
  // After a failure, the next call starts again. A hanging request is awaited, because browsers make no second one.
  stripe.catch(() => {
    if (loading?.stripe === stripe) loading = null;
  });
  return stripe;
}

async function load(key: string): Promise<Stripe | null> {
  const { loadStripe } = await import('@stripe/stripe-js/pure/index.js');
  return loadStripe(key);
}

/** The result for a payment for which Stripe's script has sent nothing. */
export function notSent(message: string): Answer {
  return { error: { type: 'validation_error', message } };
}

/** The status of the payment. */
export async function askStripe(key: string, clientSecret: string): Promise<Answer> {
  const stripe = await stripeWith(key);
  if (stripe === null) throw new Error('Stripe has not loaded yet');
  return answerOf(await stripe.retrievePaymentIntent(clientSecret));
}

/** Stripe's script asks the cardholder itself if their bank wants to authenticate them. Until then, nothing is paid. */
export function answerOf({ error, paymentIntent }: PaymentIntentResult): Answer {
  if (error)
    return { error: { type: error.type, ...(error.message && { message: error.message }) } };
  const { status } = paymentIntent;
  return { status: status === 'requires_action' ? 'requires_confirmation' : status };
}
