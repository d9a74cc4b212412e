// The states of a checkout, and the state that follows each event. All functions are pure: the hook reports events, and
// the page renders the state.
import type {
  calculateTotal,
  createPaymentIntent,
  purchaseWithBalance,
} from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { EXPIRED_PROBLEM, type CheckoutProblem } from './messages.ts';

/** The price of the cart, as the shop calculated it. */
export type Quote = Omit<Reply<typeof calculateTotal>, 'currency' | 'region'>;

/** The buyer's choices for the payment of a checkout. */
export type Choice = {
  method: PaymentMethod;
  discountCode: string | null;
  /**
   * If true, the packs are not reserved for a card yet, because the buyer is changing the cart or a consent is missing.
   * They are reserved when the buyer continues.
   */
  isEdited?: boolean;
};
/**
 * A card payment that awaits the buyer's card. `reservedSeconds`: the full length of the reservation. `endsAt`: the end
 * of the reservation, in epoch milliseconds of this browser's clock.
 */
export type Intent = Reply<typeof createPaymentIntent> & {
  reservedSeconds: number;
  endsAt: number;
};
export type Bought = Reply<typeof purchaseWithBalance>;

type Stage =
  | { kind: 'pricing' }
  /** The buyer can pay with the balance, or let the shop reserve the packs for a card. */
  | { kind: 'ready' }
  /** The buyer requested a purchase with the balance, and no response has arrived. `key`: its Idempotency-Key. */
  | { kind: 'paying'; key: string }
  | { kind: 'opened'; bought: Bought }
  | { kind: 'reserving'; quote: Quote }
  /**
   * The packs are reserved for a card. A refused card does not end the reservation; the end of its time leads to
   * `expired`.
   */
  | { kind: 'reserved' | 'charging' | 'refused' | 'paid'; intent: Intent }
  | { kind: 'expired'; intent: Intent; isDismissed: boolean }
  /**
   * `problem`: null after the buyer has dismissed the message. `key`: the Idempotency-Key of the failed purchase; null
   * if the purchase can't be retried.
   */
  | { kind: 'failed'; problem: CheckoutProblem | null; key: string | null };

type Retained = {
  choice: Choice;
  /** The newest quote. While the shop calculates a new quote, this is the previous one. */
  quote: Quote | null;
  /** How often the buyer has tried again after a failure. */
  retries: number;
};

export type Checkout = Retained & Stage;

/** The events of a checkout: actions of the buyer, and responses of the shop or of the card provider. */
export type CheckoutEvent =
  | { type: 'chosen'; choice: Choice }
  | { type: 'priced'; quote: Quote }
  | { type: 'continued' }
  | { type: 'reserved'; intent: Intent }
  | { type: 'paid-with-balance'; key: string }
  | { type: 'bought'; bought: Bought }
  | { type: 'failed'; problem: CheckoutProblem }
  | { type: 'card-started' | 'card-charged' | 'card-refused' }
  | { type: 'expired' | 'retried' | 'dismissed' };

const RETRIES_MAX = 3;
const TOO_OFTEN = 'Maximum retry attempts reached';

/** Creates a checkout with the preselected payment method, and with what the buyer chose before. */
export function beginCheckout(
  method: PaymentMethod,
  { discountCode = null, isEdited = false }: Partial<Choice> = {},
): Checkout {
  const choice = { method, discountCode, ...(isEdited && { isEdited }) };
  return { kind: 'pricing', choice, quote: null, retries: 0 };
}

/** Returns the checkout after an event, or null if the event is impossible in the present state. */
export function nextCheckout(now: Checkout, event: CheckoutEvent): Checkout | null {
  const retained: Retained = { choice: now.choice, quote: now.quote, retries: now.retries };
  switch (event.type) {
    case 'chosen':
      // The choice can't change during a payment or after it.
      if (now.kind === 'opened' || isLocked(now)) return null;
      return { ...retained, kind: 'pricing', choice: event.choice, retries: 0 };
    case 'priced': {
      if (now.kind !== 'pricing') return null;
      const { quote } = event;
      // Packs are reserved only if their price is known. Without the buyer's region, the price may be unknown.
      const { method, isEdited = false } = now.choice;
      const isToReserve = method === 'stripe' && !isEdited && !quote.needsRegion;
      return { ...retained, quote, kind: isToReserve ? 'reserving' : 'ready' };
    }
    case 'continued':
      if (now.kind !== 'ready' || now.quote === null || now.choice.method !== 'stripe') return null;
      if (now.quote.needsRegion) return null;
      return { ...retained, quote: now.quote, kind: 'reserving' };
    case 'reserved':
      return now.kind === 'reserving'
        ? { ...retained, kind: 'reserved', intent: event.intent }
        : null;
    case 'paid-with-balance':
      if (!canPayWithBalance(now)) return null;
      return now.kind === 'failed'
        ? tryAgain(now.key, retained)
        : { ...retained, kind: 'paying', key: event.key };
    case 'bought':
      // This event is accepted in every state, because the packs are open in any case.
      return { ...retained, kind: 'opened', bought: event.bought };
    case 'failed':
      if (now.kind === 'opened' || 'intent' in now) return null;
      return {
        ...retained,
        kind: 'failed',
        problem: event.problem,
        // If the total or the consents have changed, the next attempt is another purchase and needs another key.
        key:
          now.kind === 'paying' && !['total_changed', 'asks_changed'].includes(event.problem.type)
            ? now.key
            : null,
      };
    case 'card-started':
      return startCard(now, retained);
    case 'card-charged':
      return now.kind === 'charging' ? { ...retained, kind: 'paid', intent: now.intent } : null;
    case 'card-refused':
      return now.kind === 'charging' ? refuseCard(now.intent, retained) : null;
    case 'expired':
      return expire(now, retained);
    // A retry is possible only after a failure (choice 146).
    case 'retried':
      return now.kind === 'failed' ? tryAgain(now.key, retained) : null;
    case 'dismissed':
      if (now.kind === 'expired') return { ...now, isDismissed: true };
      return now.kind === 'failed' ? dismiss(now.problem, now.key, retained) : null;
  }
}

/** Handles the start of a card charge. A second card for the same reservation counts as a retry. */
function startCard(now: Checkout, retained: Retained): Checkout | null {
  if (now.kind === 'reserved') return { ...retained, kind: 'charging', intent: now.intent };
  if (now.kind !== 'refused') return null;
  return { ...retained, kind: 'charging', intent: now.intent, retries: retained.retries + 1 };
}

function refuseCard(intent: Intent, retained: Retained): Checkout {
  if (retained.retries < RETRIES_MAX) return { ...retained, kind: 'refused', intent };
  // The buyer has no retries left. The card form disappears, but the buyer can still choose another method.
  return { ...retained, kind: 'failed', problem: lastWord('payment_error'), key: null };
}

function expire(now: Checkout, retained: Retained): Checkout | null {
  // While the card provider may be processing the payment, the reservation does not expire. The provider's response
  // decides the next state.
  if (now.kind === 'charging' || now.kind === 'paid') return now;
  if (now.kind !== 'reserved' && now.kind !== 'refused') return null;
  return { ...retained, kind: 'expired', intent: now.intent, isDismissed: false };
}

/**
 * Retries a purchase with the balance. The first attempt may have succeeded although its response was lost. The retry
 * sends the same key, so the packs are bought only once.
 */
function tryAgain(key: string | null, retained: Retained): Checkout {
  if (retained.retries >= RETRIES_MAX) {
    return { ...retained, kind: 'failed', problem: lastWord('unknown_error'), key };
  }
  const retries = retained.retries + 1;
  return key === null
    ? { ...retained, retries, kind: 'pricing' }
    : { ...retained, retries, kind: 'paying', key };
}

/** Handles the buyer's press on dismiss after a failed purchase. If a retry may help, the pay button stays enabled. */
function dismiss(
  problem: CheckoutProblem | null,
  key: string | null,
  retained: Retained,
): Checkout {
  const isOver = problem?.isRetryable === false;
  return { ...retained, kind: 'failed', problem: null, key: isOver ? null : key };
}

function lastWord(type: CheckoutProblem['type']): CheckoutProblem {
  return { type, message: TOO_OFTEN, isRetryable: false };
}

/** Returns the problem that the page shows; null if there is none. */
export function problemOf(checkout: Checkout): CheckoutProblem | null {
  if (checkout.kind === 'expired') return checkout.isDismissed ? null : EXPIRED_PROBLEM;
  return checkout.kind === 'failed' ? checkout.problem : null;
}

/**
 * Returns whether the pay button for the balance is enabled. While a message offers a retry, it is disabled, because
 * the buyer should use the retry.
 */
export function canPayWithBalance(checkout: Checkout): boolean {
  if (checkout.choice.method !== 'balance' || checkout.quote?.needsRegion) return false;
  if (checkout.kind !== 'failed') return checkout.kind === 'ready';
  return checkout.problem === null && checkout.key !== null;
}

/** Returns whether a payment is in progress or has succeeded. In either case, method and price can't change. */
export function isLocked({ kind }: Checkout): boolean {
  return kind === 'paying' || kind === 'charging' || kind === 'paid';
}
