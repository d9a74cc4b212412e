// What can go wrong at checkout, in its own words: by code where one is known, else by status.
import { asApiError } from '../api/api-error.ts';

type CheckoutProblemType =
  | 'validation_error'
  | 'insufficient_balance'
  | 'payment_error'
  | 'pack_unavailable'
  | 'reservation_expired'
  | 'rate_limit_error'
  | 'server_error'
  | 'network_error'
  | 'timeout_error'
  | 'unknown_error';

export type CheckoutProblem = {
  type: CheckoutProblemType;
  message: string;
  /** Whether the same thing may work when it is tried again. */
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

/** The packs were kept long enough. */
export const EXPIRED_PROBLEM: CheckoutProblem = problem(
  'reservation_expired',
  'Your reservation has expired. Please try again.',
  true,
);

const SERVER = problem('server_error', 'Server error. Please try again in a moment.', true);

// Codes whose own sentence says more than the status does.
const SPEAKING_CODES = new Set([
  'PURCHASE_LIMIT_REACHED',
  'DISCOUNT_CODE_INVALID',
  'VALIDATION_ERROR',
  'ACCOUNT_PAUSED',
]);

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
  // It names the pack that ran out.
  if (error.code === 'PACK_UNAVAILABLE' && error.sentence !== null) {
    return problem('pack_unavailable', error.sentence);
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

function problem(type: CheckoutProblemType, message: string, isRetryable = false): CheckoutProblem {
  return { type, message, isRetryable };
}
