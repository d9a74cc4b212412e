// The page's own messages for errors while opening a pack (docs/product.md §14).
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';

export const OPENING_PROBLEMS = {
  noPayment: 'No payment intent ID found',
  noAnswer: 'Failed to get purchased packs',
  noPacks: 'No packs found for this payment',
  notOpened: 'Failed to open pack',
} as const;

/** A retry is useless until a bank, or the shop, has decided. */
const NO_USE_IN_TRYING = new Set(['DISPUTED', 'PACK_LOCKED']);

/** Thrown with one of the sentences above, so that the page can show it unchanged. */
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
