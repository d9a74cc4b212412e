// Messages for errors. A room passes its own messages by code. They take precedence over the server's sentence, which
// every refusal has.
import { asApiError, TYPE_MESSAGES, type KnownCode } from './api-error.ts';

export type Words = Partial<Record<KnownCode, string>>;

/** The auth pages' messages for failures unrelated to the credentials. */
export const AUTH_TYPE_MESSAGES = {
  network_error:
    'Unable to connect to the server. Please check your internet connection and try again.',
  timeout_error: 'Request timed out. Please try again.',
  other: 'An unexpected error occurred. Please try again later.',
} as const;

/** Codes of other servers, for which ours has other messages. */
const FOREIGN: Words = { PACK_NOT_AVAILABLE: 'Pack not available' };

/** The sentence to show for a failed call. */
export function messageOf(thrown: unknown, words: Words = {}): string {
  const error = asApiError(thrown);
  const code = error.code as KnownCode;
  const ofRoom = words[code] ?? FOREIGN[code];
  if (ofRoom !== undefined) return ofRoom;
  // The server's text about its own fault is not for customers.
  if (error.status >= 500) return TYPE_MESSAGES[error.type];
  return error.sentence ?? TYPE_MESSAGES[error.type];
}
