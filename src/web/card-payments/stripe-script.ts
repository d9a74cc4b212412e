// Loads Stripe's script when it is first needed, once per key. The default entry point of Stripe's package would load
// the script on import, even in a shop without a key.
import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js';
import type { ProviderResult } from './charge.ts';

let loading: { key: string; stripe: Promise<Stripe | null> } | null = null;

export function stripeWith(key: string): Promise<Stripe | null> {
  if (loading?.key === key) return loading.stripe;
  const stripe = load(key);
  loading = { key, stripe };
  // If loading fails, the next call loads the script again. While a request hangs, all callers share it, because a
  // browser would not send a second request.
  stripe.catch(() => {
    if (loading?.stripe === stripe) loading = null;
  });
  return stripe;
}

async function load(key: string): Promise<Stripe | null> {
  const { loadStripe } = await import('@stripe/stripe-js/pure/index.js');
  return loadStripe(key);
}

/** Returns the result of a payment for which nothing was sent to Stripe. */
export function notSent(message: string): ProviderResult {
  return { error: { type: 'validation_error', message } };
}

/** Returns the status of the payment. */
export async function askStripe(key: string, clientSecret: string): Promise<ProviderResult> {
  const stripe = await stripeWith(key);
  if (stripe === null) throw new Error('Stripe has not loaded yet');
  return resultOf(await stripe.retrievePaymentIntent(clientSecret));
}

/**
 * Converts Stripe's result. By then Stripe's script has shown the dialog of the cardholder's bank if there was one. So
 * a payment that still requires the dialog is reported as unpaid.
 */
export function resultOf({ error, paymentIntent }: PaymentIntentResult): ProviderResult {
  if (error)
    return { error: { type: error.type, ...(error.message && { message: error.message }) } };
  const { status } = paymentIntent;
  return { status: status === 'requires_action' ? 'requires_confirmation' : status };
}
