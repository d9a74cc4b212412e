// A visitor who opens this page by its URL must own the payment or opening named there. The shop is asked before the
// page is rendered; any other visitor is sent home (docs/product.md §14).
import { showPurchasedPacks } from '#contract/checkout.ts';
import { showOpening } from '#contract/opening.ts';
import { ApiError } from '../api/api-error.ts';
import { ensure, type Asker } from '../api/ask.ts';
import type { OpeningSearch } from './opening-search.ts';

/**
 * Whether it belongs to the user, belongs to them but is unpaid, or is unknown to the shop. The page itself navigates
 * on, because a redirect from here would remove it during hydration.
 */
export type Admission = 'theirs' | 'unpaid' | 'unknown';

export async function admit(asker: Asker, search: OpeningSearch): Promise<Admission> {
  const { payment_intent: paymentIntentId, opening: id } = search;
  try {
    if (id !== undefined) await ensure(asker, showOpening, { id });
    else if (paymentIntentId !== undefined) {
      const { status } = await ensure(asker, showPurchasedPacks, { paymentIntentId });
      return status === 'succeeded' ? 'theirs' : 'unpaid';
    }
  } catch (error) {
    // The page shows a failed check, because the item may well belong to the user.
    if (error instanceof ApiError && [400, 404].includes(error.status)) return 'unknown';
  }
  return 'theirs';
}
