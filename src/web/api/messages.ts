// Words for what went wrong. A room passes its own words by code; they win over the server's sentence,
// which every refusal has.
import { asApiError, TYPE_MESSAGES, type KnownCode } from './api-error.ts';

export type Words = Partial<Record<KnownCode, string>>;

/** The auth pages' words for failures that have nothing to do with the credentials. */
export const AUTH_TYPE_MESSAGES = {
  network_error:
    'Unable to connect to the server. Please check your internet connection and try again.',
  timeout_error: 'Request timed out. Please try again.',
  other: 'An unexpected error occurred. Please try again later.',
} as const;

/** Codes of another server's, which ours has other words for. */
const FOREIGN: Words = { PACK_NOT_AVAILABLE: 'Pack not available' };

/** The sentence to show for a failed call. */
export function messageOf(thrown: unknown, words: Words = {}): string {
  const error = asApiError(thrown);
  const code = error.code as KnownCode;
  const ofRoom = words[code] ?? FOREIGN[code];
  if (ofRoom !== undefined) return ofRoom;
  // What a fault says of itself is nothing for customers.
  if (error.status >= 500) return TYPE_MESSAGES[error.type];
  return error.sentence ?? TYPE_MESSAGES[error.type];
}
