// What can go wrong when a pack is opened, in the page's own words (docs/product.md §14).
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';

export const OPENING_PROBLEMS = {
  noPayment: 'No payment intent ID found',
  noAnswer: 'Failed to get purchased packs',
  noPacks: 'No packs found for this payment',
  notOpened: 'Failed to open pack',
} as const;

/** Thrown with one of the sentences above, so that the page can show it as it is. */
export class OpeningProblem extends Error {
  override readonly name = 'OpeningProblem';
}

/** The sentence to show for whatever was thrown while opening. */
export function openingProblem(thrown: unknown): string {
  if (thrown instanceof OpeningProblem) return thrown.message;
  // Trying again is no help before the bank has decided.
  return asApiError(thrown).code === 'DISPUTED' ? messageOf(thrown) : OPENING_PROBLEMS.notOpened;
}
