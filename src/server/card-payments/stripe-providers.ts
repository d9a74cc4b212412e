import type { Config } from '../runtime/config.ts';
import type { CardProvider } from '../runtime/card-provider.ts';
import type { TaxProvider } from '../runtime/tax-provider.ts';
import type { StripeOptions } from './open-stripe.ts';
import { stripeTax } from './stripe-tax.ts';
import { stripeProvider } from './stripe.ts';

type StripeProviders = { cardProvider: CardProvider | null; taxProvider: TaxProvider | null };

/**
 * Returns the card provider and the tax provider for some settings. Either both are Stripe, or both
 * are its sandbox. A provider is null if the shop does not have it.
 */
export function stripeProviders(
  { stripe }: Pick<Config, 'stripe'>,
  sandbox: { options: StripeOptions } | null,
): StripeProviders {
  const keys = stripe === 'sandbox' ? null : stripe;
  const options = sandbox?.options ?? (keys === null ? null : { ...keys, sandbox: false });
  return {
    cardProvider: options === null ? null : stripeProvider(options),
    taxProvider: options === null ? null : stripeTax(options),
  };
}
