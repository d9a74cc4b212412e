// Decides the outcome of a card payment, as far as this page can know it. The forms of the sandbox, of Stripe and for
// saved cards share these rules. Only the card provider can refuse a card. After any other error the payment may have
// succeeded, so the page asks for its status. The page asks the provider rather than the shop, because the provider
// answers in the same way for packs, credits and parcels. Afterwards the page asks the shop what was bought.

/** The card provider's response about a payment: its status, or an error if the provider refused the request. */
export type ProviderResult = { status?: string; error?: { type?: string; message?: string } };

export type Charge =
  | { kind: 'idle' | 'charging' | 'succeeded' }
  /** Before the cardholder's bank pays, it asks to authenticate the cardholder. */
  | { kind: 'challenged' }
  /**
   * The outcome is unknown. `refusal`: the message to show if nothing was paid in the end; null if the provider sent no
   * message. `unpaid`: how often the provider has reported that nothing was paid.
   */
  | Doubt
  | Failure;

/** The payment failed. `isRefused`: whether the provider refused the card or the typed data. */
type Failure = { kind: 'failed'; message: string; isRefused: boolean };

export type Doubt = { kind: 'unsure'; refusal: string | null; unpaid: number };

/**
 * The types of errors that are refusals: the provider refused the card, or Stripe's script refused the typed data
 * without sending it.
 */
const REFUSALS: (string | undefined)[] = ['card_error', 'validation_error'];

/**
 * After this many reports that nothing was paid, the payment counts as failed. One report is not enough, because a
 * confirmation whose response was lost may still be on its way to the provider.
 */
const UNPAID_MAX = 3;

/** Returns the state after a confirmation. If no response arrived, `result` is null. */
export function afterConfirming(result: ProviderResult | null): Charge {
  const { status, error } = result ?? {};
  if (error !== undefined && REFUSALS.includes(error.type)) {
    return { kind: 'failed', message: error.message ?? 'Payment failed', isRefused: true };
  }
  if (status === 'succeeded') return { kind: 'succeeded' };
  if (status === 'requires_action') return { kind: 'challenged' };
  const isRefused = error?.type === 'invalid_request_error';
  return { kind: 'unsure', refusal: (isRefused && error.message) || null, unpaid: 0 };
}

/** Returns the state after the page asked the provider about a payment. If no response arrived, `result` is null. */
export function afterAsking(doubt: Doubt, result: ProviderResult | null): Charge {
  switch (result?.status) {
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
    // The bank is still deciding, or no response arrived. In both cases the outcome stays unknown.
    default:
      return { ...doubt };
  }
}
