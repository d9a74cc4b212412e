// Stripe's script: fetched from Stripe when it is first needed, once a key. The package's plain entry
// would fetch it as soon as it is imported, in shops that have no key at all.
import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js';
import type { Answer } from './charge.ts';

let loading: { key: string; stripe: Promise<Stripe | null> } | null = null;

export function stripeWith(key: string): Promise<Stripe | null> {
  if (loading?.key === key) return loading.stripe;
  const stripe = load(key);
  loading = { key, stripe };
  // After a failure the next call begins anew. A request that is not answered is waited for: browsers make no second one.
  stripe.catch(() => {
    if (loading?.stripe === stripe) loading = null;
  });
  return stripe;
}

async function load(key: string): Promise<Stripe | null> {
  const { loadStripe } = await import('@stripe/stripe-js/pure/index.js');
  return loadStripe(key);
}

/** What is said of a payment for which Stripe's script has sent nothing. */
export function notSent(message: string): Answer {
  return { error: { type: 'validation_error', message } };
}

/** How the payment is. */
export async function askStripe(key: string, clientSecret: string): Promise<Answer> {
  const stripe = await stripeWith(key);
  if (stripe === null) throw new Error('Stripe has not loaded yet');
  return answerOf(await stripe.retrievePaymentIntent(clientSecret));
}

/** Stripe's script itself asks the cardholder whom their bank wants to see: until they were seen, nothing is paid. */
export function answerOf({ error, paymentIntent }: PaymentIntentResult): Answer {
  if (error)
    return { error: { type: error.type, ...(error.message && { message: error.message }) } };
  const { status } = paymentIntent;
  return { status: status === 'requires_action' ? 'requires_confirmation' : status };
}
