// All refusals of the shop. A Rejection is an answer to the customer, not a fault. The code throws it, so that an open
// transaction rolls back. `server/http/errors.ts` turns it into a response.

export const REJECTION_CODES = [
  'VALIDATION_ERROR',
  'PURCHASE_LIMIT_REACHED',
  'AMOUNT_MISMATCH',
  'DISCOUNT_CODE_INVALID',
  'REGION_REQUIRED',
  'NOT_SOLD_HERE',
  'OWN_LIMIT_REACHED',
  'ON_A_BREAK',
  'NOT_SOLD_TO_ACCOUNT',
  'CARDS_NOT_OPEN',
  'STOCK_IS_COUNTED',
  'INVALID_CODE',
  'CODE_EXPIRED',
  'UNAUTHORIZED',
  'TOKEN_EXPIRED',
  'SIGNED_OUT',
  'INVALID_CREDENTIALS',
  'INSUFFICIENT_BALANCE',
  'FORBIDDEN',
  'STAFF_CANNOT_BUY',
  'ACCOUNT_LOCKED',
  'ACCOUNT_PAUSED',
  'EMAIL_NOT_VERIFIED',
  'TWO_FACTOR_REQUIRED',
  'CONSENT_REQUIRED',
  'AGE_CONFIRMATION_REQUIRED',
  'NOT_FOUND',
  'PACK_NOT_FOUND',
  'PACK_UNAVAILABLE',
  'SINGLE_UNAVAILABLE',
  'CARD_NOT_FOUND',
  'USER_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'EMAIL_ALREADY_EXISTS',
  'DISCOUNT_CODE_EXISTS',
  'RESERVATION_EXPIRED',
  'CARD_NOT_AVAILABLE',
  'WISHES_FULL',
  'SHARES_FULL',
  'DISPUTED',
  'PACK_LOCKED',
  'PRICE_CHANGED',
  'BELOW_EXPECTED_VALUE',
  'INVALID_TRANSITION',
  'TOO_MANY_LINES',
  'CHANGED_MEANWHILE',
  'QUOTE_EXPIRED',
  'PAYMENT_NOT_COMPLETED',
  'PAYMENT_INTENT_USED',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMITED',
  'TOO_MANY_ATTEMPTS',
  'UNPAID_CARTS',
  'SERVER_ERROR',
  'UNAVAILABLE',
] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];

/** The default message for a customer. The HTTP status is in the contract. */
export const SENTENCES: Record<RejectionCode, string> = {
  VALIDATION_ERROR: 'Bad request - please check your input',
  PURCHASE_LIMIT_REACHED: 'You can only purchase this pack once',
  AMOUNT_MISMATCH: 'The total has changed. Please check your order and try again.',
  DISCOUNT_CODE_INVALID: 'This discount code is not valid.',
  REGION_REQUIRED: 'Please say where you live first: the tax depends on it.',
  NOT_SOLD_HERE: 'We don’t sell where you live yet. What you own stays yours.',
  OWN_LIMIT_REACHED: 'This is above a limit that you set for yourself.',
  ON_A_BREAK: 'You asked us not to sell to you for a while. What you own stays yours.',
  NOT_SOLD_TO_ACCOUNT: 'We can’t sell to this account. Ask us.',
  CARDS_NOT_OPEN: 'We don’t take cards yet. You can pay with credits.',
  STOCK_IS_COUNTED: 'Stock is counted from the packs that came in. Take packs in to raise it.',
  WISHES_FULL: 'Your list of wishes is full. Remove one first.',
  SHARES_FULL:
    'You already have the most public pages that an account can have. End one of them first.',
  INVALID_CODE: 'Invalid verification code. Please try again.',
  CODE_EXPIRED: 'Verification code has expired. Please request a new one.',
  UNAUTHORIZED: 'Authentication required',
  TOKEN_EXPIRED: 'Your session has expired. Please log in again.',
  SIGNED_OUT: 'The shop has signed you out. Please log in again.',
  INVALID_CREDENTIALS: 'Invalid password. Please try again.',
  INSUFFICIENT_BALANCE: 'Insufficient credits',
  FORBIDDEN: 'Permission denied',
  STAFF_CANNOT_BUY: 'Staff accounts can’t buy packs of this drop.',
  ACCOUNT_LOCKED: 'Your account has been temporarily locked. Please contact support.',
  ACCOUNT_PAUSED: 'Buying, selling and shipping are paused for this account.',
  EMAIL_NOT_VERIFIED: 'Please verify your email address to continue.',
  TWO_FACTOR_REQUIRED: 'Enter the code from your authenticator app.',
  CONSENT_REQUIRED: 'Please read and accept the terms first.',
  AGE_CONFIRMATION_REQUIRED: 'Please confirm your age first.',
  NOT_FOUND: 'Resource not found',
  PACK_NOT_FOUND: 'Pack not found',
  PACK_UNAVAILABLE: 'One or more packs are no longer available. Please update your cart.',
  SINGLE_UNAVAILABLE: 'One or more cards are no longer available. Please update your cart.',
  CARD_NOT_FOUND: 'Card not found',
  USER_NOT_FOUND: 'User not found. Please try registering again.',
  METHOD_NOT_ALLOWED: 'This address accepts other methods',
  DISCOUNT_CODE_EXISTS: 'There is already a discount code with this name.',
  EMAIL_ALREADY_EXISTS: 'An account with this email already exists.',
  RESERVATION_EXPIRED: 'Your reservation has expired. Please try again.',
  CARD_NOT_AVAILABLE: 'This card is not available for sale',
  DISPUTED: 'The payment for this is disputed with the bank.',
  PACK_LOCKED: 'This pack is blocked until the shop has looked into it.',
  PRICE_CHANGED: "This card's price has changed since you saw it. Nothing was sold.",
  BELOW_EXPECTED_VALUE: 'This price is below half of what a pack is expected to hold.',
  CHANGED_MEANWHILE:
    'Somebody else saved this in the meantime, so nothing was saved. Look at what they changed, and make your change there.',
  INVALID_TRANSITION: "A transaction's status can't be set to that.",
  TOO_MANY_LINES: 'This import is too long to be taken in all or none.',
  QUOTE_EXPIRED: 'This shipping price has expired. Look at what it costs now, and try again.',
  PAYMENT_NOT_COMPLETED: 'This payment has not been completed.',
  PAYMENT_INTENT_USED: 'This payment was made for something else.',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was already used for another request.',
  RATE_LIMITED: 'Too many requests - please try again later',
  TOO_MANY_ATTEMPTS: 'Too many verification attempts. Please request a new code.',
  UNPAID_CARTS: 'Your last carts were not paid. You can pay by card again later.',
  SERVER_ERROR: 'Server error - please try again later',
  UNAVAILABLE: 'Server error - please try again later',
};

type RejectionOptions = {
  /** The message for the customer, if the default is not specific enough. */
  sentence?: string;
  /** Details for the client in the API's form. They never contain a secret. */
  details?: unknown;
  retryAfterS?: number;
  /** The original error, for the log. */
  cause?: unknown;
};

export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly code: RejectionCode;
  readonly details: unknown;
  /** The number of seconds after which the same request may succeed, sent as Retry-After. */
  readonly retryAfterS: number | null;

  /** `more` is the sentence, or further options. */
  constructor(code: RejectionCode, more: string | RejectionOptions = {}) {
    const options = typeof more === 'string' ? { sentence: more } : more;
    const { sentence = SENTENCES[code], details, retryAfterS = null, ...cause } = options;
    super(sentence, cause);
    this.code = code;
    this.details = details;
    this.retryAfterS = retryAfterS;
  }

  /** A RATE_LIMITED rejection with the whole seconds to wait, which are at least one. */
  static tooSoon(waitS: number): Rejection {
    return new Rejection('RATE_LIMITED', { retryAfterS: Math.max(1, Math.ceil(waitS)) });
  }

  /** A VALIDATION_ERROR rejection about one field. `path` names the field in the request. */
  static ofField(path: string, message: string): Rejection {
    return new Rejection('VALIDATION_ERROR', { sentence: message, details: [{ path, message }] });
  }

  get sentence(): string {
    return this.message;
  }
}

/**
 * Asserts an assumption of the code. If it does not hold, that is a bug, so the response is 500 and the error is
 * logged.
 */
export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`Broken assumption: ${sentence}`);
}
