// The HTTP status of every no. A code's words are `SENTENCES` in the domain; together they are the one
// table of codes (docs/product.md §10).
import type { RejectionCode } from '#domain/rejection.ts';

export const REJECTION_STATUS = {
  VALIDATION_ERROR: 400,
  PURCHASE_LIMIT_REACHED: 400,
  AMOUNT_MISMATCH: 400,
  DISCOUNT_CODE_INVALID: 400,
  INVALID_CODE: 400,
  CODE_EXPIRED: 400,
  UNAUTHORIZED: 401,
  TOKEN_EXPIRED: 401,
  INVALID_CREDENTIALS: 401,
  INSUFFICIENT_BALANCE: 402,
  FORBIDDEN: 403,
  ACCOUNT_LOCKED: 403,
  EMAIL_NOT_VERIFIED: 403,
  NOT_FOUND: 404,
  PACK_NOT_FOUND: 404,
  PACK_UNAVAILABLE: 404,
  CARD_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  EMAIL_ALREADY_EXISTS: 409,
  RESERVATION_EXPIRED: 409,
  CARD_NOT_AVAILABLE: 409,
  PRICE_CHANGED: 409,
  INVALID_TRANSITION: 409,
  PAYMENT_NOT_COMPLETED: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  TOO_MANY_ATTEMPTS: 429,
  SERVER_ERROR: 500,
  UNAVAILABLE: 503,
} as const satisfies Record<RejectionCode, number>;

/** Codes that any row may answer; tested once, from the table, not per row. */
export const GENERAL_REJECTIONS = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'TOKEN_EXPIRED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'IDEMPOTENCY_KEY_REUSED',
  'SERVER_ERROR',
  'UNAVAILABLE',
] as const satisfies readonly RejectionCode[];
