// Confirming a payment with the sandbox, as the card provider's own script does with the provider.
import { digitsOf, expiryOf, type CardFields } from './card-fields.ts';

/** What a confirmation came to. `challenge`: the cardholder's bank wants to see them first. */
export type Confirmation =
  | { outcome: 'succeeded' }
  | { outcome: 'challenge' }
  | { outcome: 'failed'; message: string };

type Answer = { status?: string; error?: { message?: string } };

/** Charges a card. Never throws: whatever went wrong is a failure with words. */
export function confirmWithCard(intent: SandboxIntent, fields: CardFields): Promise<Confirmation> {
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

/** Charges a saved card by its id; without one, the card that the intent has. */
export function confirmWithSavedCard(
  intent: SandboxIntent,
  cardId?: string,
): Promise<Confirmation> {
  return confirm(intent, cardId === undefined ? {} : { payment_method: cardId });
}

/** The cardholder's answer to their bank. */
export function answerChallenge(intent: SandboxIntent, passes: boolean): Promise<Confirmation> {
  return confirm(intent, { challenge: passes ? 'pass' : 'fail' });
}

export type SandboxIntent = {
  paymentIntentId: string;
  clientSecret: string;
  publishableKey: string;
};

async function confirm(intent: SandboxIntent, form: Record<string, string>): Promise<Confirmation> {
  const body = new URLSearchParams({
    key: intent.publishableKey,
    client_secret: intent.clientSecret,
    ...form,
  });
  try {
    const response = await fetch(
      `/stripe-sandbox/v1/payment_intents/${encodeURIComponent(intent.paymentIntentId)}/confirm`,
      { method: 'POST', body },
    );
    const { status, error } = (await response.json()) as Answer;
    if (error !== undefined) return failed(error.message);
    if (status === 'succeeded') return { outcome: 'succeeded' };
    return status === 'requires_action' ? { outcome: 'challenge' } : failed(undefined);
  } catch {
    return failed('Payment processing failed');
  }
}

function failed(message: string | undefined): Confirmation {
  return { outcome: 'failed', message: message ?? 'Payment failed' };
}
