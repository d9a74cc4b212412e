// The checkout's own messages for errors. The code selects the message; if the code is unknown, the status selects it.
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';

type CheckoutProblemType =
  | 'validation_error'
  | 'insufficient_balance'
  | 'payment_error'
  | 'pack_unavailable'
  | 'single_unavailable'
  | 'reservation_expired'
  | 'total_changed'
  | 'asks_changed'
  | 'not_verified'
  | 'not_sold_here'
  | 'rate_limit_error'
  | 'server_error'
  | 'network_error'
  | 'timeout_error'
  | 'unknown_error';

export type CheckoutProblem = {
  type: CheckoutProblemType;
  message: string;
  /** Whether the same request may succeed if the buyer sends it again. */
  isRetryable: boolean;
};

const BY_STATUS: Record<number, CheckoutProblem> = {
  400: problem('validation_error', 'Invalid request. Please check your input.'),
  402: problem(
    'insufficient_balance',
    'Insufficient balance. Please add funds or use a different payment method.',
  ),
  404: problem('pack_unavailable', 'One or more packs are no longer available.'),
  429: problem('rate_limit_error', 'Too many requests. Please wait a moment and try again.', true),
};

/** The problem to show after the reservation of the packs has expired. */
export const EXPIRED_PROBLEM: CheckoutProblem = problem(
  'reservation_expired',
  'Your reservation has expired. Please try again.',
  true,
);

const SERVER = problem('server_error', 'Server error. Please try again in a moment.', true);

// Codes for which the page shows the server's sentence, because it says more than the checkout's own message for the
// status.
const SPEAKING_CODES = new Set([
  'PURCHASE_LIMIT_REACHED',
  'DISCOUNT_CODE_INVALID',
  'VALIDATION_ERROR',
  'ACCOUNT_PAUSED',
  'OWN_LIMIT_REACHED',
  'ON_A_BREAK',
  'NOT_SOLD_TO_ACCOUNT',
  'STAFF_CANNOT_BUY',
  'CARDS_NOT_OPEN',
]);

/** Codes that mean that the shop now requires a consent or region that it did not require when the checkout began. */
const ASKING_CODES = new Set(['CONSENT_REQUIRED', 'AGE_CONFIRMATION_REQUIRED', 'REGION_REQUIRED']);

export function checkoutProblem(thrown: unknown): CheckoutProblem {
  const error = asApiError(thrown);
  if (error.type === 'network_error') {
    return problem(
      'network_error',
      'Network connection failed. Please check your internet connection.',
      true,
    );
  }
  if (error.type === 'timeout_error') {
    return problem(
      'timeout_error',
      'The request took too long to complete. Please try again.',
      true,
    );
  }
  if (error.status >= 500) return SERVER;
  if (error.sentence !== null && SPEAKING_CODES.has(error.code)) {
    return problem('validation_error', error.sentence);
  }
  if (error.code === 'EMAIL_NOT_VERIFIED') return problem('not_verified', messageOf(thrown));
  if (error.code === 'NOT_SOLD_HERE') return problem('not_sold_here', messageOf(thrown));
  if (error.code === 'UNPAID_CARTS') {
    return problem('payment_error', pauseWords(error.sentence, error.details), true);
  }
  if (ASKING_CODES.has(error.code)) {
    return problem('asks_changed', messageOf(thrown));
  }
  if (error.code === 'AMOUNT_MISMATCH') {
    return problem('total_changed', messageOf(thrown));
  }
  // The server's sentence names the sold-out pack, so it takes precedence.
  if (error.code === 'PACK_UNAVAILABLE' && error.sentence !== null) {
    return problem('pack_unavailable', error.sentence);
  }
  if (error.code === 'SINGLE_UNAVAILABLE') {
    return problem('single_unavailable', messageOf(thrown));
  }
  if (error.status === 409) return EXPIRED_PROBLEM;
  return (
    BY_STATUS[error.status] ??
    problem(
      'unknown_error',
      'An unexpected error occurred. Please try again or contact support if the issue persists.',
    )
  );
}

const MINUTE_MS = 60_000;

/**
 * Says until when the shop accepts no cards, as a time in the viewer's time zone. The server's own sentence has only a
 * number of minutes.
 */
function pauseWords(sentence: string | null, details: unknown): string {
  const { until } = (details ?? {}) as { until?: unknown };
  const end = typeof until === 'string' ? Date.parse(until) : Number.NaN;
  if (Number.isNaN(end)) return sentence ?? BY_STATUS[429]!.message;
  const time = new Date(Math.ceil(end / MINUTE_MS) * MINUTE_MS).toLocaleTimeString('en-CA', {
    hour: 'numeric',
    minute: '2-digit',
  });
  return `Your last carts were not paid, and what was in them is on sale again. You can pay by card again from ${time}, and with your balance at any time.`;
}

function problem(type: CheckoutProblemType, message: string, isRetryable = false): CheckoutProblem {
  return { type, message, isRetryable };
}
