// Who comes to the opening page by an address has a payment or an opening of their own there. It is asked before the
// page is drawn; anybody else is sent home (docs/product.md §14).
import { showPurchasedPacks } from '#contract/checkout.ts';
import { showOpening } from '#contract/opening.ts';
import { ApiError } from '../api/api-error.ts';
import { ensure, type Asker } from '../api/ask.ts';
import type { OpeningSearch } from './opening-search.ts';

/**
 * Whether it is theirs, theirs but not paid yet, or nothing that the shop knows of. The page leads on by itself: a
 * redirect from here would pull it away while React takes it over.
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
    // What could not be asked is the page's to say: it may well be theirs.
    if (error instanceof ApiError && [400, 404].includes(error.status)) return 'unknown';
  }
  return 'theirs';
}
