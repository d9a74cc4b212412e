// Who comes to the opening page by an address has a payment or an opening of their own there. It is asked before the
// page is drawn; anybody else is sent home (docs/product.md §14).
import { showPurchasedPacks } from '#contract/checkout.ts';
import { showOpening } from '#contract/opening.ts';
import { redirect } from '@tanstack/react-router';
import { ApiError, type ApiErrorType } from '../api/api-error.ts';
import { ensure, type Asker } from '../api/ask.ts';
import type { OpeningSearch } from './opening-search.ts';
import { clearOpening } from './session-store.ts';

/** The shop knows no such thing of theirs, or it can be no name of one. */
const NOT_THEIRS: ReadonlySet<ApiErrorType> = new Set(['not_found_error', 'validation_error']);

export async function admit(asker: Asker, search: OpeningSearch): Promise<void> {
  const { payment_intent: paymentIntentId, opening: id } = search;
  try {
    if (id !== undefined) await ensure(asker, showOpening, { id });
    else if (paymentIntentId !== undefined) {
      await ensure(asker, showPurchasedPacks, { paymentIntentId });
    }
  } catch (error) {
    // What could not be asked is the page's to say: it may well be theirs.
    if (!(error instanceof ApiError) || !NOT_THEIRS.has(error.type)) return;
    clearOpening();
    throw redirect({ to: '/', replace: true });
  }
}
