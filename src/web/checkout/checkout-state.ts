// How far a checkout has come, and what follows when something happens. Pure: the hook tells it what
// happened, the page draws where it is.
import type {
  calculateTotal,
  createPaymentIntent,
  purchaseWithBalance,
} from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { EXPIRED_PROBLEM, type CheckoutProblem } from './messages.ts';

/** What the cart costs, as the shop says it. */
export type Quote = Omit<Reply<typeof calculateTotal>, 'currency' | 'region'>;

/** How the cart is to be paid. */
export type Choice = {
  method: PaymentMethod;
  discountCode: string | null;
  /** The cart is being changed, or something has to be accepted: its packs are kept for a card when the shopper says so. */
  isEdited?: boolean;
};
/**
 * A card payment that can be paid: how long its packs are kept in all, and until when, in epoch milliseconds of this
 * browser's clock.
 */
export type Intent = Reply<typeof createPaymentIntent> & { keptSeconds: number; endsAt: number };
export type Bought = Reply<typeof purchaseWithBalance>;

type Stage =
  | { kind: 'pricing' }
  /** The balance can pay, or packs be kept for a card. */
  | { kind: 'ready' }
  /** Until the shop has answered. The key says that it is one purchase. */
  | { kind: 'paying'; key: string }
  | { kind: 'opened'; bought: Bought }
  | { kind: 'reserving'; quote: Quote }
  /** The packs are kept for a card. After a refused card they still are, after `expired` no more. */
  | { kind: 'reserved' | 'charging' | 'refused' | 'paid'; intent: Intent }
  | { kind: 'expired'; intent: Intent; isDismissed: boolean }
  /** `problem` is null once it was dismissed; `key` is that of the purchase that failed, if it can be tried again. */
  | { kind: 'failed'; problem: CheckoutProblem | null; key: string | null };

type Kept = {
  choice: Choice;
  /** The newest quote; while another is asked for, that before it. */
  quote: Quote | null;
  /** How often the shopper has tried again. */
  retries: number;
};

export type Checkout = Kept & Stage;

/** What happens to a checkout: what the shopper does, and what shop and card provider answer. */
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

/** A checkout begins with the method that is chosen for the shopper. */
export function beginCheckout(
  method: PaymentMethod,
  { isEdited = false }: Pick<Choice, 'isEdited'> = {},
): Checkout {
  const choice = { method, discountCode: null, ...(isEdited && { isEdited }) };
  return { kind: 'pricing', choice, quote: null, retries: 0 };
}

/** The checkout after an event, or null for one that can't happen to it where it is. */
export function follow(now: Checkout, event: CheckoutEvent): Checkout | null {
  const kept: Kept = { choice: now.choice, quote: now.quote, retries: now.retries };
  switch (event.type) {
    case 'chosen':
      // What is paid, or just being paid, is not changed.
      if (now.kind === 'opened' || isLocked(now)) return null;
      return { ...kept, kind: 'pricing', choice: event.choice, retries: 0 };
    case 'priced': {
      if (now.kind !== 'pricing') return null;
      const { quote } = event;
      // Nothing is kept before its price is known, and that waits for where its buyer lives.
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
      // Wherever the page is: the packs are open.
      return { ...kept, kind: 'opened', bought: event.bought };
    case 'failed':
      if (now.kind === 'opened' || 'intent' in now) return null;
      return {
        ...kept,
        kind: 'failed',
        problem: event.problem,
        // At another total it is another purchase.
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
    // Offered only after a failure: there is always something to try again (choice 146).
    case 'retried':
      return now.kind === 'failed' ? tryAgain(now.key, kept) : null;
    case 'dismissed':
      if (now.kind === 'expired') return { ...now, isDismissed: true };
      return now.kind === 'failed' ? dismiss(now.problem, now.key, kept) : null;
  }
}

/** Another card for the same reservation counts as trying again. */
function startCard(now: Checkout, kept: Kept): Checkout | null {
  if (now.kind === 'reserved') return { ...kept, kind: 'charging', intent: now.intent };
  if (now.kind !== 'refused') return null;
  return { ...kept, kind: 'charging', intent: now.intent, retries: kept.retries + 1 };
}

function refuseCard(intent: Intent, kept: Kept): Checkout {
  if (kept.retries < RETRIES_MAX) return { ...kept, kind: 'refused', intent };
  // Enough: the card form goes, another method may still be chosen.
  return { ...kept, kind: 'failed', problem: lastWord('payment_error'), key: null };
}

function expire(now: Checkout, kept: Kept): Checkout | null {
  // The card provider may be at it; then its answer decides.
  if (now.kind === 'charging' || now.kind === 'paid') return now;
  if (now.kind !== 'reserved' && now.kind !== 'refused') return null;
  return { ...kept, kind: 'expired', intent: now.intent, isDismissed: false };
}

/** A purchase that may have gone through unseen is asked for again with the same key: bought once. */
function tryAgain(key: string | null, kept: Kept): Checkout {
  if (kept.retries >= RETRIES_MAX) {
    return { ...kept, kind: 'failed', problem: lastWord('unknown_error'), key };
  }
  const retries = kept.retries + 1;
  return key === null
    ? { ...kept, retries, kind: 'pricing' }
    : { ...kept, retries, kind: 'paying', key };
}

/** Without its message a failure is at the button to pay again, if that may help. */
function dismiss(problem: CheckoutProblem | null, key: string | null, kept: Kept): Checkout {
  const isOver = problem?.isRetryable === false;
  return { ...kept, kind: 'failed', problem: null, key: isOver ? null : key };
}

function lastWord(type: CheckoutProblem['type']): CheckoutProblem {
  return { type, message: TOO_OFTEN, isRetryable: false };
}

/** What the page says went wrong. */
export function problemOf(checkout: Checkout): CheckoutProblem | null {
  if (checkout.kind === 'expired') return checkout.isDismissed ? null : EXPIRED_PROBLEM;
  return checkout.kind === 'failed' ? checkout.problem : null;
}

/** Whether the balance can be asked to pay. While a message offers to try again, that is the way. */
export function canPayWithBalance(checkout: Checkout): boolean {
  if (checkout.choice.method !== 'balance' || checkout.quote?.needsRegion) return false;
  if (checkout.kind !== 'failed') return checkout.kind === 'ready';
  return checkout.problem === null && checkout.key !== null;
}

/** Money is on its way or has come: no other way to pay now, and no other price. */
export function isLocked({ kind }: Checkout): boolean {
  return kind === 'paying' || kind === 'charging' || kind === 'paid';
}
