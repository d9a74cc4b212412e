// The states of a checkout, and the state that follows an event. Pure: the hook reports events, the page renders the
// state.
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

/** How the shopper wants to pay for the cart. */
export type Choice = {
  method: PaymentMethod;
  discountCode: string | null;
  /**
   * The cart is being changed, or a consent is missing: its packs are reserved for a card only when the shopper
   * continues.
   */
  isEdited?: boolean;
};
/**
 * A card payment that can be paid: the full length of its reservation, and its end in epoch milliseconds of this
 * browser's clock.
 */
export type Intent = Reply<typeof createPaymentIntent> & { keptSeconds: number; endsAt: number };
export type Bought = Reply<typeof purchaseWithBalance>;

type Stage =
  | { kind: 'pricing' }
  /** The balance can pay, or packs can be reserved for a card. */
  | { kind: 'ready' }
  /** Until the shop has responded. The key identifies one purchase. */
  | { kind: 'paying'; key: string }
  | { kind: 'opened'; bought: Bought }
  | { kind: 'reserving'; quote: Quote }
  /** The packs are reserved for a card. A refused card does not end the reservation; `expired` does. */
  | { kind: 'reserved' | 'charging' | 'refused' | 'paid'; intent: Intent }
  | { kind: 'expired'; intent: Intent; isDismissed: boolean }
  /**
   * `problem` is null after the shopper dismissed it. `key` is the key of the failed purchase, if it can be retried.
   */
  | { kind: 'failed'; problem: CheckoutProblem | null; key: string | null };

type Kept = {
  choice: Choice;
  /** The newest quote. While another is requested, the previous one. */
  quote: Quote | null;
  /** How often the shopper has retried. */
  retries: number;
};

export type Checkout = Kept & Stage;

/** The events of a checkout: actions of the shopper, and responses of shop and card provider. */
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

/** A new checkout with the payment method that is preselected for the shopper. */
export function beginCheckout(
  method: PaymentMethod,
  { isEdited = false }: Pick<Choice, 'isEdited'> = {},
): Checkout {
  const choice = { method, discountCode: null, ...(isEdited && { isEdited }) };
  return { kind: 'pricing', choice, quote: null, retries: 0 };
}

/** The checkout after an event, or null if the event is impossible in its state. */
export function follow(now: Checkout, event: CheckoutEvent): Checkout | null {
  const kept: Kept = { choice: now.choice, quote: now.quote, retries: now.retries };
  switch (event.type) {
    case 'chosen':
      // A paid checkout, or one whose payment is in progress, can't change.
      if (now.kind === 'opened' || isLocked(now)) return null;
      return { ...kept, kind: 'pricing', choice: event.choice, retries: 0 };
    case 'priced': {
      if (now.kind !== 'pricing') return null;
      const { quote } = event;
      // Nothing is reserved before its price is known, and the price may depend on where the buyer lives.
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
      // In any state of the page: the packs are open.
      return { ...kept, kind: 'opened', bought: event.bought };
    case 'failed':
      if (now.kind === 'opened' || 'intent' in now) return null;
      return {
        ...kept,
        kind: 'failed',
        problem: event.problem,
        // With a different total it is a different purchase.
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
    // Offered only after a failure, so there is always something to retry (choice 146).
    case 'retried':
      return now.kind === 'failed' ? tryAgain(now.key, kept) : null;
    case 'dismissed':
      if (now.kind === 'expired') return { ...now, isDismissed: true };
      return now.kind === 'failed' ? dismiss(now.problem, now.key, kept) : null;
  }
}

/** Another card for the same reservation counts as a retry. */
function startCard(now: Checkout, kept: Kept): Checkout | null {
  if (now.kind === 'reserved') return { ...kept, kind: 'charging', intent: now.intent };
  if (now.kind !== 'refused') return null;
  return { ...kept, kind: 'charging', intent: now.intent, retries: kept.retries + 1 };
}

function refuseCard(intent: Intent, kept: Kept): Checkout {
  if (kept.retries < RETRIES_MAX) return { ...kept, kind: 'refused', intent };
  // The limit is reached: the card form is removed, but another method can still be chosen.
  return { ...kept, kind: 'failed', problem: lastWord('payment_error'), key: null };
}

function expire(now: Checkout, kept: Kept): Checkout | null {
  // The card provider may be processing the payment; then its response decides.
  if (now.kind === 'charging' || now.kind === 'paid') return now;
  if (now.kind !== 'reserved' && now.kind !== 'refused') return null;
  return { ...kept, kind: 'expired', intent: now.intent, isDismissed: false };
}

/**
 * A purchase whose response was lost may have succeeded. It is retried with the same key, so that it happens only
 * once.
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

/** After its message is dismissed, a failed purchase returns to the pay button if a retry may help. */
function dismiss(problem: CheckoutProblem | null, key: string | null, kept: Kept): Checkout {
  const isOver = problem?.isRetryable === false;
  return { ...kept, kind: 'failed', problem: null, key: isOver ? null : key };
}

function lastWord(type: CheckoutProblem['type']): CheckoutProblem {
  return { type, message: TOO_OFTEN, isRetryable: false };
}

/** The problem that the page shows. */
export function problemOf(checkout: Checkout): CheckoutProblem | null {
  if (checkout.kind === 'expired') return checkout.isDismissed ? null : EXPIRED_PROBLEM;
  return checkout.kind === 'failed' ? checkout.problem : null;
}

/** Whether the balance can pay. While a message offers a retry, the shopper uses that instead. */
export function canPayWithBalance(checkout: Checkout): boolean {
  if (checkout.choice.method !== 'balance' || checkout.quote?.needsRegion) return false;
  if (checkout.kind !== 'failed') return checkout.kind === 'ready';
  return checkout.problem === null && checkout.key !== null;
}

/** A payment is in progress or has succeeded: neither the method nor the price can change. */
export function isLocked({ kind }: Checkout): boolean {
  return kind === 'paying' || kind === 'charging' || kind === 'paid';
}
