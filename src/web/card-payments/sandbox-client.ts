// Confirms payments with the sandbox and asks for their status, as Stripe's script does with Stripe. Every function
// throws if no response arrives.
import { digitsOf, expiryOf, type CardFields } from './card-fields.ts';
import type { Answer } from './charge.ts';

/** Charges a card that the user typed in. */
export function confirmWithCard(intent: SandboxIntent, fields: CardFields): Promise<Answer> {
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

/** Charges a saved card by its id, or the intent's own card if no id is given. */
export function confirmWithSavedCard(intent: SandboxIntent, cardId?: string): Promise<Answer> {
  return confirm(intent, cardId === undefined ? {} : { payment_method: cardId });
}

/** Sends the cardholder's response to the bank's question. */
export function answerChallenge(intent: SandboxIntent, passes: boolean): Promise<Answer> {
  return confirm(intent, { challenge: passes ? 'pass' : 'fail' });
}

/** Returns the status of the payment. */
export async function askSandbox(intent: SandboxIntent): Promise<Answer> {
  const response = await fetch(`${addressOf(intent)}?${admission(intent).toString()}`);
  return (await response.json()) as Answer;
}

export type SandboxIntent = {
  paymentIntentId: string;
  clientSecret: string;
  publishableKey: string;
};

async function confirm(intent: SandboxIntent, form: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${addressOf(intent)}/confirm`, {
    method: 'POST',
    body: admission(intent, form),
  });
  return (await response.json()) as Answer;
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
