// The page's own messages for errors while opening a pack (docs/product.md §14).
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';

export const OPENING_PROBLEMS = {
  noPayment: 'No payment intent ID found',
  noResponse: 'Failed to get purchased packs',
  noPacks: 'No packs found for this payment',
  notOpened: 'Failed to open pack',
} as const;

/**
 * Error codes for which a retry does not help: a bank or the shop must decide first, or the user has reached their own
 * limit.
 */
const NO_USE_IN_TRYING = new Set(['DISPUTED', 'PACK_LOCKED', 'OWN_LIMIT_REACHED']);

/** An error whose message is one of the sentences above. The page shows that sentence unchanged. */
export class OpeningProblem extends Error {
  override readonly name = 'OpeningProblem';
}

/** Returns the sentence to show for an error while opening a pack. */
export function openingProblem(thrown: unknown): string {
  if (thrown instanceof OpeningProblem) return thrown.message;
  return NO_USE_IN_TRYING.has(asApiError(thrown).code)
    ? messageOf(thrown)
    : OPENING_PROBLEMS.notOpened;
}
