// The states of a checkout, and the next state after each event. Pure functions: the hook reports events, and the page
// renders the state.
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

/** The buyer's choices for the payment. */
export type Choice = {
  method: PaymentMethod;
  discountCode: string | null;
  /**
   * True if the packs must not be reserved for a card yet, because the cart is being changed or a consent is missing.
   * They are reserved when the buyer continues.
   */
  isEdited?: boolean;
};
/**
 * A card payment that can be paid. `keptSeconds`: the full length of the reservation. `endsAt`: its end, in epoch
 * milliseconds of this browser's clock.
 */
export type Intent = Reply<typeof createPaymentIntent> & { keptSeconds: number; endsAt: number };
export type Bought = Reply<typeof purchaseWithBalance>;

type Stage =
  | { kind: 'pricing' }
  /** The buyer can pay with the balance, or can have the packs reserved for a card. */
  | { kind: 'ready' }
  /** A purchase with the balance was requested, and the shop has not responded yet. The key identifies the purchase. */
  | { kind: 'paying'; key: string }
  | { kind: 'opened'; bought: Bought }
  | { kind: 'reserving'; quote: Quote }
  /** The packs are reserved for a card. A refused card does not end the reservation; the `expired` state does. */
  | { kind: 'reserved' | 'charging' | 'refused' | 'paid'; intent: Intent }
  | { kind: 'expired'; intent: Intent; isDismissed: boolean }
  /**
   * `problem`: null after the buyer has dismissed the message. `key`: the key of the failed purchase; null if it can't
   * be retried.
   */
  | { kind: 'failed'; problem: CheckoutProblem | null; key: string | null };

type Kept = {
  choice: Choice;
  /** The newest quote. While another quote is requested, this is the previous one. */
  quote: Quote | null;
  /** How often the buyer has retried. */
  retries: number;
};

export type Checkout = Kept & Stage;

/** The events of a checkout: the buyer's actions, and the responses of the shop and the card provider. */
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

/** Creates a checkout with the preselected payment method. */
export function beginCheckout(
  method: PaymentMethod,
  { isEdited = false }: Pick<Choice, 'isEdited'> = {},
): Checkout {
  const choice = { method, discountCode: null, ...(isEdited && { isEdited }) };
  return { kind: 'pricing', choice, quote: null, retries: 0 };
}

/** Returns the checkout after an event, or null if the event is impossible in the present state. */
export function follow(now: Checkout, event: CheckoutEvent): Checkout | null {
  const kept: Kept = { choice: now.choice, quote: now.quote, retries: now.retries };
  switch (event.type) {
    case 'chosen':
      // During and after the payment, the choice can't change.
      if (now.kind === 'opened' || isLocked(now)) return null;
      return { ...kept, kind: 'pricing', choice: event.choice, retries: 0 };
    case 'priced': {
      if (now.kind !== 'pricing') return null;
      const { quote } = event;
      // Packs are reserved only once their price is known. The price may depend on where the buyer lives.
      const { method, isEdited = false } = now.choice;
      const isToReserve = method === 'stripe' && !isEdited && !quote.needsRegion;
      return { ...kept, quote, kind: isToReserve ? 'reserving' : 'ready' };
    }
    case 'continued':
      if (now.kind !== 'ready' || now.quote === null || now.choice.method !== 'stripe') return null;
      if (now.quote.needsRegion) return null;
      return { ...kept, quote: now.quote, kind: 'reserving' };
    case 'reserved':
      return now.kind === 'reserving' ? { ...kept, kind: 'reserved', intent: event.intent } : null;
    case 'paid-with-balance':
      if (!canPayWithBalance(now)) return null;
      return now.kind === 'failed'
        ? tryAgain(now.key, kept)
        : { ...kept, kind: 'paying', key: event.key };
    case 'bought':
      // Accepted in any state, because the packs are open now.
      return { ...kept, kind: 'opened', bought: event.bought };
    case 'failed':
      if (now.kind === 'opened' || 'intent' in now) return null;
      return {
        ...kept,
        kind: 'failed',
        problem: event.problem,
        // A different total or different consents make it a different purchase, which needs a new key.
        key:
          now.kind === 'paying' && !['total_changed', 'asks_changed'].includes(event.problem.type)
            ? now.key
            : null,
      };
    case 'card-started':
      return startCard(now, kept);
    case 'card-charged':
      return now.kind === 'charging' ? { ...kept, kind: 'paid', intent: now.intent } : null;
    case 'card-refused':
      return now.kind === 'charging' ? refuseCard(now.intent, kept) : null;
    case 'expired':
      return expire(now, kept);
    // The page offers a retry only after a failure (choice 146).
    case 'retried':
      return now.kind === 'failed' ? tryAgain(now.key, kept) : null;
    case 'dismissed':
      if (now.kind === 'expired') return { ...now, isDismissed: true };
      return now.kind === 'failed' ? dismiss(now.problem, now.key, kept) : null;
  }
}

/** The buyer pays with a card. A second card for the same reservation counts as a retry. */
function startCard(now: Checkout, kept: Kept): Checkout | null {
  if (now.kind === 'reserved') return { ...kept, kind: 'charging', intent: now.intent };
  if (now.kind !== 'refused') return null;
  return { ...kept, kind: 'charging', intent: now.intent, retries: kept.retries + 1 };
}

function refuseCard(intent: Intent, kept: Kept): Checkout {
  if (kept.retries < RETRIES_MAX) return { ...kept, kind: 'refused', intent };
  // No retries are left: the card form disappears, but the buyer can still choose another method.
  return { ...kept, kind: 'failed', problem: lastWord('payment_error'), key: null };
}

function expire(now: Checkout, kept: Kept): Checkout | null {
  // Don't expire while the card provider may be processing the payment. The provider's response decides.
  if (now.kind === 'charging' || now.kind === 'paid') return now;
  if (now.kind !== 'reserved' && now.kind !== 'refused') return null;
  return { ...kept, kind: 'expired', intent: now.intent, isDismissed: false };
}

/**
 * Retries a purchase with the balance. The first attempt may have succeeded even if its response was lost, so the same
 * key is sent, and the purchase happens only once.
 */
function tryAgain(key: string | null, kept: Kept): Checkout {
  if (kept.retries >= RETRIES_MAX) {
    return { ...kept, kind: 'failed', problem: lastWord('unknown_error'), key };
  }
  const retries = kept.retries + 1;
  return key === null
    ? { ...kept, retries, kind: 'pricing' }
    : { ...kept, retries, kind: 'paying', key };
}

/** The buyer dismisses the message about a failed purchase. If a retry may help, the pay button stays. */
function dismiss(problem: CheckoutProblem | null, key: string | null, kept: Kept): Checkout {
  const isOver = problem?.isRetryable === false;
  return { ...kept, kind: 'failed', problem: null, key: isOver ? null : key };
}

function lastWord(type: CheckoutProblem['type']): CheckoutProblem {
  return { type, message: TOO_OFTEN, isRetryable: false };
}

/** Returns the problem that the page shows, or null. */
export function problemOf(checkout: Checkout): CheckoutProblem | null {
  if (checkout.kind === 'expired') return checkout.isDismissed ? null : EXPIRED_PROBLEM;
  return checkout.kind === 'failed' ? checkout.problem : null;
}

/**
 * Returns whether the buyer can pay with the balance. False while a message offers a retry, because the buyer uses the
 * retry then.
 */
export function canPayWithBalance(checkout: Checkout): boolean {
  if (checkout.choice.method !== 'balance' || checkout.quote?.needsRegion) return false;
  if (checkout.kind !== 'failed') return checkout.kind === 'ready';
  return checkout.problem === null && checkout.key !== null;
}

/** Returns whether a payment is in progress or has succeeded. Neither the method nor the price can change then. */
export function isLocked({ kind }: Checkout): boolean {
  return kind === 'paying' || kind === 'charging' || kind === 'paid';
}
