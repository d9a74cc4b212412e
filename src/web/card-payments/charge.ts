// What became of a card payment, as far as this page knows: decided here for the sandbox, for Stripe and for saved
// cards. Only the card provider can refuse a card. Whatever else goes wrong may have been paid all the same, so it is
// asked, which is the one question that is the same for packs, credits and parcels; what was bought, the shop is asked (choice 708).

/** What the card provider says of a payment: how it is, or why it did not do what it was told. */
export type Answer = { status?: string; error?: { type?: string; message?: string } };

export type Charge =
  | { kind: 'idle' | 'charging' | 'succeeded' }
  /** The cardholder's bank wants to see them first. */
  | { kind: 'challenged' }
  /**
   * It may be paid or not. `refusal` is what the provider says if it is not, or null where no answer came; `unpaid` is
   * how often it was asked and knew of no money.
   */
  | Doubt
  | Failure;

/** `isRefused`: by the provider, for what the card is or what was typed. */
type Failure = { kind: 'failed'; message: string; isRefused: boolean };

export type Doubt = { kind: 'unsure'; refusal: string | null; unpaid: number };

/** The card was refused, or Stripe's script did not even send what was typed. */
const REFUSALS: (string | undefined)[] = ['card_error', 'validation_error'];

/** A confirmation whose answer was lost may still be on its way to the provider when that is asked. */
const UNPAID_MAX = 3;

/** After something was confirmed; null: no answer came. */
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

/** After the provider was asked how a payment is; null: no answer came. */
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
    // A bank is deciding, or nothing was heard.
    default:
      return { ...doubt };
  }
}
