// Messages for errors during sign-in and sign-up.
import { asApiError } from '../api/api-error.ts';
import { AUTH_TYPE_MESSAGES, messageOf } from '../api/messages.ts';

/** An error to show beside `field`, or for the whole form if `field` is null. */
export type AuthProblem = {
  field: 'email' | 'password' | null;
  message: string;
  /** The cause of the error. Omitted if the cause is unknown, or if the message already names it. */
  reason?: string;
};

/** Like `AuthProblem`, for forms that also ask for a code or a second password. */
export type SecurityProblem = {
  field: 'email' | 'password' | 'newPassword' | 'code' | 'token' | null;
  message: string;
};

export function loginProblem(thrown: unknown): AuthProblem {
  const error = asApiError(thrown);
  if (error.code === 'ACCOUNT_LOCKED') {
    return general('Your account has been temporarily locked. Please contact support.');
  }
  if (
    error.code === 'INVALID_CREDENTIALS' ||
    error.code === 'UNAUTHORIZED' ||
    error.status === 401
  ) {
    return { field: 'password', message: 'Invalid password. Please try again.' };
  }
  if (error.code === 'VALIDATION_ERROR') {
    return general(error.sentence ?? 'Please check your input and try again.');
  }
  if (error.code === 'NO_DATA') {
    return general('Login failed. Please check your credentials and try again.');
  }
  return transportProblem(thrown) ?? general(error.sentence ?? 'Login failed. Please try again.');
}

export function signupProblem(thrown: unknown): AuthProblem {
  const error = asApiError(thrown);
  const isTaken = error.code === 'EMAIL_ALREADY_EXISTS' || error.code === 'USER_EXISTS';
  if (isTaken || error.status === 409) {
    return { field: 'email', message: 'An account with this email already exists.' };
  }
  const [bad] = error.fields;
  if (error.code === 'VALIDATION_ERROR' && (bad?.path === 'email' || bad?.path === 'password')) {
    return { field: bad.path, message: bad.message };
  }
  const failed = general('Registration failed. Please try again.');
  const isExplained = error.type !== 'unknown_error' || error.sentence !== null;
  return (
    transportProblem(thrown) ?? (isExplained ? { ...failed, reason: messageOf(thrown) } : failed)
  );
}

/**
 * Returns the shop's reason for refusing to look up an address. Returns null if the look-up failed in another way; then
 * the visitor continues with the sign-up step, which says that the look-up failed (choice 211).
 */
export function lookupRefusal(thrown: unknown): string | null {
  const { status, sentence } = asApiError(thrown);
  // An error with status 0 and a sentence comes from the client, which refused to send the request.
  const isRefused = status === 0 ? sentence !== null : status < 500;
  return isRefused ? messageOf(thrown) : null;
}

const VERIFY_WORDS: Record<string, string> = {
  INVALID_CODE: 'Invalid verification code. Please try again.',
  VERIFICATION_FAILED: 'Invalid verification code. Please try again.',
  CODE_EXPIRED: 'Verification code has expired. Please request a new one.',
  TOO_MANY_ATTEMPTS: 'Too many verification attempts. Please request a new code.',
  USER_NOT_FOUND: 'User not found. Please try registering again.',
};

export function verifyProblem(thrown: unknown): string {
  const error = asApiError(thrown);
  const known = VERIFY_WORDS[error.code];
  if (known !== undefined) return known;
  if (error.status === 400) return 'Invalid verification code format.';
  return transportProblem(thrown)?.message ?? 'Verification failed. Please try again.';
}

const CODE_CODES = new Set(['INVALID_CODE', 'CODE_EXPIRED', 'TOO_MANY_ATTEMPTS']);
const SECURITY_FIELDS = ['email', 'password', 'newPassword', 'code', 'token'] as const;

/** Converts the error of a change to the account's security. The field `password` means the current password. */
export function securityProblem(thrown: unknown): SecurityProblem {
  const error = asApiError(thrown);
  if (error.code === 'INVALID_CREDENTIALS') {
    return { field: 'password', message: 'Invalid password. Please try again.' };
  }
  if (error.code === 'EMAIL_ALREADY_EXISTS') {
    return { field: 'email', message: 'An account with this email already exists.' };
  }
  if (CODE_CODES.has(error.code)) {
    return { field: 'code', message: error.sentence ?? verifyProblem(thrown) };
  }
  const [bad] = error.fields;
  const field = SECURITY_FIELDS.find((one) => one === bad?.path) ?? null;
  return field === null
    ? (transportProblem(thrown) ?? general(messageOf(thrown)))
    : { field, message: bad!.message };
}

/** Returns the problem to show if no response arrived or the response was unreadable. Null for other errors. */
function transportProblem(thrown: unknown): AuthProblem | null {
  const { type, status, code, sentence } = asApiError(thrown);
  if (type === 'network_error' || type === 'timeout_error') {
    return general(AUTH_TYPE_MESSAGES[type]);
  }
  // If the client refused to send the request, the error has the client's own message.
  if (status === 0 && code === 'UNKNOWN_ERROR')
    return general(sentence ?? AUTH_TYPE_MESSAGES.other);
  return null;
}

function general(message: string): AuthProblem {
  return { field: null, message };
}
