// The check before the page is rendered: a payment or opening in the URL must belong to the user. The page sends any
// other visitor home (docs/product.md §14).
import { showPurchasedPacks } from '#contract/checkout.ts';
import { showOpening } from '#contract/opening.ts';
import { ApiError } from '../api/api-error.ts';
import { ensure, type Asker } from '../api/ask.ts';
import type { OpeningSearch } from './opening-search.ts';

/**
 * `theirs`: the payment or opening belongs to the user. `unpaid`: the payment is the user's and not paid yet.
 * `unknown`: the shop found neither for this user. The page itself sends the user elsewhere if needed, because a
 * redirect from here would remove the page during hydration.
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
    // Any other error admits the user, because the payment or opening may well be theirs. The page then shows the
    // error.
    if (error instanceof ApiError && [400, 404].includes(error.status)) return 'unknown';
  }
  return 'theirs';
}
