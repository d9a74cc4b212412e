// Stripe's script: fetched from Stripe when it is first needed, once a key. The package's plain entry
// would fetch it as soon as it is imported, in shops that have no key at all.
import type { Stripe } from '@stripe/stripe-js';

let loading: { key: string; stripe: Promise<Stripe | null> } | null = null;

export function stripeWith(key: string): Promise<Stripe | null> {
  if (loading?.key !== key) loading = { key, stripe: load(key) };
  return loading.stripe;
}

async function load(key: string): Promise<Stripe | null> {
  const { loadStripe } = await import('@stripe/stripe-js/pure/index.js');
  return loadStripe(key);
}
