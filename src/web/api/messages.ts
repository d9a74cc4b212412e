// Messages for errors. A page can supply its own message for an error code. Such a message takes precedence over the
// server's sentence.
import { asApiError, TYPE_MESSAGES, type KnownCode } from './api-error.ts';

export type Words = Partial<Record<KnownCode, string>>;

/** Messages of the sign-in pages for failures that have nothing to do with the password or the address. */
export const AUTH_TYPE_MESSAGES = {
  network_error:
    'Unable to connect to the server. Please check your internet connection and try again.',
  timeout_error: 'Request timed out. Please try again.',
  other: 'An unexpected error occurred. Please try again later.',
} as const;

/** Messages for error codes that only other servers with this API send. */
const FOREIGN: Words = { PACK_NOT_AVAILABLE: 'Pack not available' };

/** Returns the sentence to show for a failed call. */
export function messageOf(thrown: unknown, words: Words = {}): string {
  const error = asApiError(thrown);
  const code = error.code as KnownCode;
  const ofRoom = words[code] ?? FOREIGN[code];
  if (ofRoom !== undefined) return ofRoom;
  // The server's sentence about its own failure is not meant for customers.
  if (error.status >= 500) return TYPE_MESSAGES[error.type];
  return error.sentence ?? TYPE_MESSAGES[error.type];
}
