// Decides the outcome of a card payment, as far as this page can know it. The sandbox, Stripe and saved cards share
// these rules. Only the card provider can refuse a card. After any other error the payment may have succeeded, so the
// page asks for its status. It asks the provider rather than the shop, because that works in the same way for packs,
// credits and parcels. Afterwards the page asks the shop what was bought (choice 708).

/** The card provider's response about a payment: its status, or the error if the provider did not do as requested. */
export type Answer = { status?: string; error?: { type?: string; message?: string } };

export type Charge =
  | { kind: 'idle' | 'charging' | 'succeeded' }
  /** The cardholder's bank wants to authenticate the cardholder first. */
  | { kind: 'challenged' }
  /**
   * The outcome is unknown. `refusal`: the message to show if the payment turns out to be unpaid; null if the provider
   * sent none. `unpaid`: how often the provider has reported that nothing was paid.
   */
  | Doubt
  | Failure;

/** The payment failed. `isRefused`: the provider refused the card or the typed data. */
type Failure = { kind: 'failed'; message: string; isRefused: boolean };

export type Doubt = { kind: 'unsure'; refusal: string | null; unpaid: number };

/** The error types that mean a refusal: of the card, or of the typed data before Stripe's script sent it. */
const REFUSALS: (string | undefined)[] = ['card_error', 'validation_error'];

/**
 * The payment counts as failed after the provider has reported it as unpaid this many times. One report is not enough,
 * because a confirmation whose response was lost may still be on its way to the provider.
 */
const UNPAID_MAX = 3;

/** Returns the state after a confirmation. `answer` null: no response arrived. */
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

/** Returns the state after asking the provider about a payment. `answer` null: no response arrived. */
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
    // A bank is still deciding, or no response arrived. The outcome stays unknown.
    default:
      return { ...doubt };
  }
}
