// A card payment's lifecycle (docs/product.md §7): which states follow which, and what to do when
// the card provider reports the status of its payment intent. Events come late, twice and in any order, so
// only the intent's present status counts, and nothing ever goes back.

/** What a card payment is for. */
export const PAYMENT_PURPOSES = ['order', 'shipment', 'top_up'] as const;
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number];

/**
 * `creating`: not yet known to the provider for sure. `open`: the shopper can pay. `processing`: paid,
 * the bank has not answered. `succeeded`: paid and delivered. `refund_due`: paid, can't be delivered.
 * `refunded`: given back. `canceled`: ended without money. `failed`: the provider would not begin it.
 */
export const PAYMENT_STATES = [
  'creating',
  'open',
  'processing',
  'succeeded',
  'refund_due',
  'refunded',
  'canceled',
  'failed',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** What may follow which; the database has the same (`allowed_steps`). The money of a failed one may have come all the same. */
export const PAYMENT_STEPS: Record<PaymentState, readonly PaymentState[]> = {
  creating: ['open', 'processing', 'succeeded', 'refund_due', 'canceled', 'failed'],
  open: ['processing', 'succeeded', 'refund_due', 'canceled', 'failed'],
  processing: ['succeeded', 'refund_due', 'canceled', 'failed'],
  succeeded: [],
  refund_due: ['refunded'],
  refunded: [],
  canceled: [],
  failed: ['succeeded', 'refund_due'],
};

/** The card provider's own words for a payment intent. */
export const INTENT_STATUSES = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'processing',
  'succeeded',
  'canceled',
] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

/** Whether the money may still arrive, or the payment may still end without it. */
export function isUndecided(state: PaymentState): boolean {
  return PAYMENT_STEPS[state].includes('canceled');
}

/** What to do about a payment: deliver what it buys, end it, store a new state, or nothing. */
export type ConfirmStep = 'deliver' | 'end' | 'to open' | 'to processing' | 'nothing';

/**
 * The step that an intent's status asks of a payment. A failed try asks nothing: the shopper may try
 * another card (choice 33).
 */
export function confirmStep(state: PaymentState, status: IntentStatus): ConfirmStep {
  // The shop gave it up without knowing its intent, and its money came all the same.
  if (state === 'failed' && status === 'succeeded') return 'deliver';
  if (!isUndecided(state)) return 'nothing';
  switch (status) {
    case 'succeeded':
      return 'deliver';
    case 'canceled':
      return 'end';
    case 'processing':
      return state === 'processing' ? 'nothing' : 'to processing';
    default:
      return state === 'creating' ? 'to open' : 'nothing';
  }
}

/** The status as the shopper sees it. */
export function paymentOutcome(
  state: PaymentState,
): 'pending' | 'succeeded' | 'refunded' | 'canceled' {
  switch (state) {
    case 'succeeded':
      return 'succeeded';
    case 'refund_due':
    case 'refunded':
      return 'refunded';
    case 'canceled':
    case 'failed':
      return 'canceled';
    default:
      return 'pending';
  }
}
