// The page's own messages for errors while opening a pack (docs/product.md §14).
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';

export const OPENING_PROBLEMS = {
  noPayment: 'No payment intent ID found',
  noAnswer: 'Failed to get purchased packs',
  noPacks: 'No packs found for this payment',
  notOpened: 'Failed to open pack',
} as const;

/** Error codes for which a retry is useless: a bank or the shop must decide first, or the user's own limit
 * holds. */
const NO_USE_IN_TRYING = new Set(['DISPUTED', 'PACK_LOCKED', 'OWN_LIMIT_REACHED']);

/** An error whose message is one of the sentences above. The page shows it unchanged. */
export class OpeningProblem extends Error {
  override readonly name = 'OpeningProblem';
}

/** The sentence to show for any error while opening. */
export function openingProblem(thrown: unknown): string {
  if (thrown instanceof OpeningProblem) return thrown.message;
  return NO_USE_IN_TRYING.has(asApiError(thrown).code)
    ? messageOf(thrown)
    : OPENING_PROBLEMS.notOpened;
}
