// What can go wrong when a pack is opened, in the page's own words (docs/product.md §14).
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';

export const OPENING_PROBLEMS = {
  noPayment: 'No payment intent ID found',
  noAnswer: 'Failed to get purchased packs',
  noPacks: 'No packs found for this payment',
  notOpened: 'Failed to open pack',
} as const;

/** Until a bank, or the shop, has decided. */
const NO_USE_IN_TRYING = new Set(['DISPUTED', 'PACK_LOCKED']);

/** Thrown with one of the sentences above, so that the page can show it as it is. */
export class OpeningProblem extends Error {
  override readonly name = 'OpeningProblem';
}

/** The sentence to show for whatever was thrown while opening. */
export function openingProblem(thrown: unknown): string {
  if (thrown instanceof OpeningProblem) return thrown.message;
  return NO_USE_IN_TRYING.has(asApiError(thrown).code)
    ? messageOf(thrown)
    : OPENING_PROBLEMS.notOpened;
}
