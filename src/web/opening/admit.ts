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
  let isPaid = true;
  try {
    if (id !== undefined) await ensure(asker, showOpening, { id });
    else if (paymentIntentId !== undefined) {
      const { status } = await ensure(asker, showPurchasedPacks, { paymentIntentId });
      isPaid = status === 'succeeded';
    }
  } catch (error) {
    // What could not be asked is the page's to say: it may well be theirs.
    if (!(error instanceof ApiError) || !NOT_THEIRS.has(error.type)) return;
    clearOpening();
    throw redirect({ to: '/', replace: true });
  }
  // That page says how far the payment has come, and leads back here once it is paid.
  if (!isPaid) {
    throw redirect({
      to: '/checkout/success',
      search: { payment_intent: paymentIntentId! },
      replace: true,
    });
  }
}
