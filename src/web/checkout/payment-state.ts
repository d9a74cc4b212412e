// The states of a payment, and which may follow which. Pure: the page feeds it, tests read it.

export const PAYMENT_STATES = [
  'idle',
  'calculating',
  'price_calculated',
  'creating_intent',
  'intent_created',
  'processing_payment',
  'payment_succeeded',
  'opening_packs',
  'complete',
  'error',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** What may come after each state. */
const FOLLOWERS: Record<PaymentState, readonly PaymentState[]> = {
  idle: ['calculating'],
  calculating: ['price_calculated', 'error'],
  price_calculated: ['creating_intent', 'processing_payment'],
  creating_intent: ['intent_created', 'error'],
  intent_created: ['processing_payment'],
  processing_payment: ['payment_succeeded', 'error'],
  payment_succeeded: ['opening_packs', 'idle'],
  opening_packs: ['complete', 'error'],
  complete: ['idle'],
  error: ['idle'],
};

/** Whether `next` may follow `state`. */
export function mayFollow(state: PaymentState, next: PaymentState): boolean {
  return FOLLOWERS[state].includes(next);
}

/** How often a failed payment may be tried again. */
const RETRIES_MAX = 3;

/** A payment under way: where it is, and how often it was tried again. */
export type Payment = { state: PaymentState; retries: number };

export const NEW_PAYMENT: Payment = { state: 'idle', retries: 0 };

/**
 * The payment after a step. A step that may not follow changes nothing; `onRefused` hears of it, as
 * the page writes it to the console.
 */
export function step(
  payment: Payment,
  next: PaymentState,
  onRefused: (from: PaymentState, to: PaymentState) => void = () => {},
): Payment {
  if (mayFollow(payment.state, next)) return { ...payment, state: next };
  onRefused(payment.state, next);
  return payment;
}

/** The payment after a press on Retry, or why it may not be tried again. */
export function retry(
  payment: Payment,
): Payment | 'Maximum retry attempts reached' | 'No payment data to retry' {
  if (payment.state !== 'error') return 'No payment data to retry';
  if (payment.retries >= RETRIES_MAX) return 'Maximum retry attempts reached';
  return { state: 'idle', retries: payment.retries + 1 };
}
