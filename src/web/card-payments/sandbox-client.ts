// Confirms payments at the sandbox and asks for their status, as Stripe's script does at Stripe. If no response
// arrives, these functions throw.
import { digitsOf, expiryOf, type CardFields } from './card-fields.ts';
import type { ProviderResult } from './charge.ts';

/** Charges a card that the user typed in. */
export function confirmWithCard(
  intent: SandboxIntent,
  fields: CardFields,
): Promise<ProviderResult> {
  const { month, year } = expiryOf(fields.expiry);
  return confirm(intent, {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digitsOf(fields.number),
    'payment_method_data[card][exp_month]': String(month),
    'payment_method_data[card][exp_year]': String(year),
    'payment_method_data[card][cvc]': digitsOf(fields.cvc),
    'payment_method_data[billing_details][address][postal_code]': fields.postalCode,
  });
}

/** Charges a saved card by its id. Without an id, charges the card that belongs to the intent. */
export function confirmWithSavedCard(
  intent: SandboxIntent,
  cardId?: string,
): Promise<ProviderResult> {
  return confirm(intent, cardId === undefined ? {} : { payment_method: cardId });
}

/** Tells the bank whether the cardholder passed the authentication. */
export function completeChallenge(intent: SandboxIntent, passes: boolean): Promise<ProviderResult> {
  return confirm(intent, { challenge: passes ? 'pass' : 'fail' });
}

/** Returns the status of the payment. */
export async function askSandbox(intent: SandboxIntent): Promise<ProviderResult> {
  const response = await fetch(`${addressOf(intent)}?${admission(intent).toString()}`);
  return (await response.json()) as ProviderResult;
}

export type SandboxIntent = {
  paymentIntentId: string;
  clientSecret: string;
  publishableKey: string;
};

async function confirm(
  intent: SandboxIntent,
  form: Record<string, string>,
): Promise<ProviderResult> {
  const response = await fetch(`${addressOf(intent)}/confirm`, {
    method: 'POST',
    body: admission(intent, form),
  });
  return (await response.json()) as ProviderResult;
}

function addressOf({ paymentIntentId }: SandboxIntent): string {
  return `/stripe-sandbox/v1/payment_intents/${encodeURIComponent(paymentIntentId)}`;
}

function admission(intent: SandboxIntent, form: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({
    key: intent.publishableKey,
    client_secret: intent.clientSecret,
    ...form,
  });
}
