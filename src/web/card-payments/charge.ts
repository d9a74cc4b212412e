// The outcome of a card payment, as far as this page knows. Decided here for the sandbox, Stripe and saved cards. Only
// the card provider can refuse a card. After any other error the payment may still have succeeded, so the provider is
// asked for its status: that question is the same for packs, credits and parcels. The shop is asked what was bought
// (choice 708).

/** The card provider's response about a payment: its status, or why the provider did not do as requested. */
export type Answer = { status?: string; error?: { type?: string; message?: string } };

export type Charge =
  | { kind: 'idle' | 'charging' | 'succeeded' }
  /** The cardholder's bank wants to authenticate them first. */
  | { kind: 'challenged' }
  /**
   * The outcome is unknown. `refusal` is the provider's message in case it was not paid, or null if no response
   * arrived. `unpaid` counts how often the provider reported no payment.
   */
  | Doubt
  | Failure;

/** `isRefused`: by the provider, because of the card or the typed data. */
type Failure = { kind: 'failed'; message: string; isRefused: boolean };

export type Doubt = { kind: 'unsure'; refusal: string | null; unpaid: number };

/** The card was refused, or Stripe's script did not even send the typed data. */
const REFUSALS: (string | undefined)[] = ['card_error', 'validation_error'];

/**
 * If the response to a confirmation was lost, the confirmation may still be on its way to the provider when the
 * provider is asked.
 */
const UNPAID_MAX = 3;

/** The state after a confirmation; null: no response arrived. */
export function afterConfirming(answer: Answer | null): Charge {
  const { status, error } = answer ?? {};
  if (error !== undefined && REFUSALS.includes(error.type)) {
    return { kind: 'failed', message: error.message ?? 'Payment failed', isRefused: true };
  }
  if (status === 'succeeded') return { kind: 'succeeded' };
  if (status === 'requires_action') return { kind: 'challenged' };
  const isRefused = error?.type === 'invalid_request_error';
  return { kind: 'unsure', refusal: (isRefused && error.message) || null, unpaid: 0 };
}

/** The state after asking the provider about a payment; null: no response arrived. */
export function afterAsking(doubt: Doubt, answer: Answer | null): Charge {
  switch (answer?.status) {
    case 'succeeded':
      return { kind: 'succeeded' };
    case 'requires_action':
      return { kind: 'challenged' };
    case 'canceled':
      return {
        kind: 'failed',
        message: 'This payment has ended, and your card was not charged.',
        isRefused: false,
      };
    case 'requires_payment_method':
    case 'requires_confirmation': {
      const unpaid = doubt.unpaid + 1;
      if (doubt.refusal === null && unpaid < UNPAID_MAX) return { ...doubt, unpaid };
      return {
        kind: 'failed',
        message: doubt.refusal ?? 'Your card was not charged.',
        isRefused: doubt.refusal !== null,
      };
    }
    // A bank is still deciding, or no response arrived.
    default:
      return { ...doubt };
  }
}
