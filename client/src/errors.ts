// Errors of calls.
import type { RefusalCode } from './calls.ts';

export type ShopErrorType =
  | 'validation_error'
  | 'auth_error'
  | 'permission_error'
  | 'not_found_error'
  | 'rate_limit_error'
  | 'server_error'
  | 'timeout_error'
  | 'network_error'
  | 'unknown_error';

const TYPE_OF_STATUS: Record<number, ShopErrorType> = {
  400: 'validation_error',
  401: 'auth_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

const MESSAGES: Record<ShopErrorType, string> = {
  validation_error: 'Bad request - please check your input',
  auth_error: 'Authentication required',
  permission_error: 'Permission denied',
  not_found_error: 'Resource not found',
  rate_limit_error: 'Too many requests - please try again later',
  server_error: 'Server error - please try again later',
  timeout_error: 'Request timed out',
  network_error: 'Network error - please check your connection',
  unknown_error: 'An unexpected error occurred',
};

/** Why a call failed. */
export class ShopError extends Error {
  override readonly name = 'ShopError';
  readonly type: ShopErrorType;
  /** The HTTP status. 0 if no response arrived. */
  readonly status: number;
  /** The shop's code, or UNKNOWN_ERROR if there is none. */
  readonly code: RefusalCode | 'UNKNOWN_ERROR' | (string & {});
  readonly details: unknown;
  /** The id of the request in the shop's log. Null if no response arrived. */
  readonly requestId: string | null;

  constructor(problem: {
    type: ShopErrorType;
    status?: number;
    code?: string;
    message?: string;
    details?: unknown;
    requestId?: string | null;
    cause?: unknown;
  }) {
    super(problem.message ?? MESSAGES[problem.type], { cause: problem.cause });
    this.type = problem.type;
    this.status = problem.status ?? 0;
    this.code = problem.code ?? 'UNKNOWN_ERROR';
    this.details = problem.details;
    this.requestId = problem.requestId ?? null;
  }

  /** True if the shop refused the call and did nothing. After any other error the outcome is unknown. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

/** The error of a response that is no success. */
export async function errorOf(response: Response): Promise<ShopError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  const { error } = (body ?? {}) as { error?: Record<string, unknown> };
  return new ShopError({
    type: TYPE_OF_STATUS[status] ?? (status >= 500 ? 'server_error' : 'unknown_error'),
    status,
    ...(typeof error?.['code'] === 'string' && { code: error['code'] }),
    ...(typeof error?.['message'] === 'string' && { message: error['message'] }),
    details: error?.['details'],
    requestId: response.headers.get('x-request-id'),
  });
}
