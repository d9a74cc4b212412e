// Opens Stripe's own SDK, which the shop uses for payments (`stripe.ts`) and for taxes
// (`stripe-tax.ts`).
import { Stripe } from 'stripe';
import type { StripeKeys } from '../runtime/config.ts';

export type StripeOptions = StripeKeys & { sandbox: boolean };

// Two tries of ten seconds end before the browser's time-out of 30 seconds.
const TIMEOUT_MS = 10_000;
const RETRIES_MAX = 1;

export function openStripe(
  { secretKey, apiBase }: Pick<StripeOptions, 'secretKey' | 'apiBase'>,
  timeoutMs: number = TIMEOUT_MS,
): Stripe {
  return new Stripe(secretKey, {
    ...addressOf(apiBase),
    timeout: timeoutMs,
    maxNetworkRetries: RETRIES_MAX,
    telemetry: false,
  });
}

function addressOf(apiBase: string | null): Stripe.StripeConfig {
  if (apiBase === null) return {};
  const { protocol, hostname, port } = new URL(apiBase);
  const isHttps = protocol === 'https:';
  return {
    protocol: isHttps ? 'https' : 'http',
    host: hostname,
    port: port === '' ? (isHttps ? 443 : 80) : Number(port),
  };
}
