// What can go wrong with a call, in the words of the request client: a type, a sentence, and whether
// another try may help.
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

/** The sentence of each type, shown where nothing better is known. */
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

/** Codes the client knows besides the server's own: other servers say them, or the client itself. */
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
  /** The server's code; UNKNOWN_ERROR when it sent none. */
  readonly code: KnownCode | (string & {});
  /** 0 when no answer came; 400 for what the shop would refuse and was not sent. */
  readonly status: number;
  /** The server's own sentence, null when it sent none. `message` always has words. */
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

  /** The shop refused, and nothing was done. Whatever else it is, nobody knows. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500;
  }

  get isRetryable(): boolean {
    return RETRYABLE.has(this.type);
  }

  /** The fields of a VALIDATION_ERROR with what is wrong with each; empty for every other code. */
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

/** The error of an answer that refused, from its status and its body, if that is our envelope. */
export function errorOfAnswer(status: number, body: unknown): ApiError {
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

/** Whatever was thrown, as an ApiError. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError({ type: 'unknown_error', cause: thrown });
}
