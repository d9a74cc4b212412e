// Errors of calls to the shop's API. Each error has a type and a sentence.
import type { RejectionCode } from '#domain/rejection.ts';

export type ApiErrorType =
  | 'validation_error'
  | 'auth_error'
  | 'permission_error'
  | 'not_found_error'
  | 'rate_limit_error'
  | 'server_error'
  | 'timeout_error'
  | 'network_error'
  | 'unknown_error';

/** The sentence for each type of error, shown if the server sent no sentence. */
export const TYPE_MESSAGES = {
  validation_error: 'Bad request - please check your input',
  auth_error: 'Authentication required',
  permission_error: 'Permission denied',
  not_found_error: 'Resource not found',
  rate_limit_error: 'Too many requests - please try again later',
  server_error: 'Server error - please try again later',
  timeout_error: 'Request timed out',
  network_error: 'Network error - please check your connection',
  unknown_error: 'An unexpected error occurred',
} as const satisfies Record<ApiErrorType, string>;

/**
 * The error codes that the client knows: the server's codes, codes of other servers with this API, and codes that the
 * client sets itself.
 */
export type KnownCode =
  | RejectionCode
  | 'USER_EXISTS'
  | 'VERIFICATION_FAILED'
  | 'PACK_NOT_AVAILABLE'
  | 'NO_DATA'
  | 'UNKNOWN_ERROR';

export type FieldProblem = { path: string; message: string };

const RETRYABLE = new Set<ApiErrorType>([
  'network_error',
  'timeout_error',
  'server_error',
  'rate_limit_error',
]);

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly type: ApiErrorType;
  /** The server's error code, or UNKNOWN_ERROR if the server sent no code. */
  readonly code: KnownCode | (string & {});
  /**
   * The HTTP status, or 0 if no response arrived. The client also uses 400 if it did not send a request because the
   * shop would refuse it.
   */
  readonly status: number;
  /** The server's own sentence, or null if the server sent none. `message` is never empty. */
  readonly sentence: string | null;
  readonly details: unknown;

  constructor(problem: {
    type: ApiErrorType;
    status?: number;
    code?: string;
    sentence?: string | null;
    details?: unknown;
    cause?: unknown;
  }) {
    super(problem.sentence ?? TYPE_MESSAGES[problem.type], { cause: problem.cause });
    this.type = problem.type;
    this.status = problem.status ?? 0;
    this.code = problem.code ?? 'UNKNOWN_ERROR';
    this.sentence = problem.sentence ?? null;
    this.details = problem.details;
  }

  /** True if the shop refused the request and did nothing. After any other error, the outcome is unknown. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500;
  }

  get isRetryable(): boolean {
    return RETRYABLE.has(this.type);
  }

  /** The invalid fields of a VALIDATION_ERROR, each with its problem. Empty for other codes. */
  get fields(): FieldProblem[] {
    return Array.isArray(this.details) ? this.details.filter(isFieldProblem) : [];
  }
}

function isFieldProblem(value: unknown): value is FieldProblem {
  const { path, message } = (value ?? {}) as Partial<FieldProblem>;
  return typeof path === 'string' && typeof message === 'string';
}

const TYPE_OF_STATUS: Record<number, ApiErrorType> = {
  400: 'validation_error',
  401: 'auth_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  500: 'server_error',
  502: 'server_error',
  503: 'server_error',
  504: 'server_error',
};

/**
 * Creates the error for a refused request from the response's status and body. Ignores the body if it is not in this
 * API's format.
 */
export function errorOfResponse(status: number, body: unknown): ApiError {
  const { error } = (body ?? {}) as { error?: { code?: unknown; message?: unknown } & object };
  const details = error !== undefined && 'details' in error ? error.details : undefined;
  return new ApiError({
    type: TYPE_OF_STATUS[status] ?? 'unknown_error',
    status,
    ...(typeof error?.code === 'string' ? { code: error.code } : {}),
    sentence: typeof error?.message === 'string' && error.message !== '' ? error.message : null,
    details,
  });
}

/** Converts any thrown value to an ApiError. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError({ type: 'unknown_error', cause: thrown });
}
