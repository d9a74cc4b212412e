// The lifecycle of a card payment (docs/product.md §7). It says which state may follow which, and what to do when the
// card provider reports a status of the payment intent. Events come late, twice and in any order. So only the intent's
// current status counts, and a payment never goes back to an earlier state.

/** What a card payment is for. */
export const PAYMENT_PURPOSES = ['order', 'shipment', 'top_up'] as const;
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number];

/**
 * With `creating`, the provider may not know the payment yet. With `open`, the shopper can pay. With `processing`,
 * the shopper has paid, but the bank has not answered. With `succeeded`, the purchase is paid and delivered. With
 * `refund_due`, it is paid, but can't be delivered. With `refunded`, the money was paid back. With `canceled`, the
 * payment ended without money. With `failed`, the provider refused to begin the payment.
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

/**
 * The next states that each state allows. The database has the same steps (`allowed_steps`). A `failed` payment may
 * still become paid, because its money may still arrive.
 */
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

/** The card provider's statuses of a payment intent. */
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

/** Whether a payment is undecided. Its money may still arrive, or it may end without money. */
export function isUndecided(state: PaymentState): boolean {
  return PAYMENT_STEPS[state].includes('canceled');
}

/** What to do about a payment: deliver the purchase, end the payment, store a new state, or nothing. */
export type ConfirmStep = 'deliver' | 'end' | 'to open' | 'to processing' | 'nothing';

/**
 * The step after the intent has a new status. A failed try needs no step, because the shopper may try another card.
 */
export function confirmStep(state: PaymentState, status: IntentStatus): ConfirmStep {
  // The shop gave up this payment without knowing its intent, but the money arrived.
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

/** The payment's status as the shopper sees it. */
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
