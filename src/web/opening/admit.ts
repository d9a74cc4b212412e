// Checks, before the page is rendered, that a payment or opening in the URL belongs to the user. If it does not, the
// page sends the visitor home (docs/product.md §14).
import { showPurchasedPacks } from '#contract/checkout.ts';
import { showOpening } from '#contract/opening.ts';
import { loadOwnBreak } from '../catalogue/own-break.ts';
import { ApiError } from '../api/api-error.ts';
import { ensure, type Asker } from '../api/ask.ts';
import type { OpeningSearch } from './opening-search.ts';

/**
 * `theirs`: the payment or opening belongs to the user. `unpaid`: the payment belongs to the user and is not paid yet, or has paid for
 * singles alone.
 * `unknown`: the shop has no such payment or opening of this user. The page itself sends the user elsewhere, because a
 * redirect from here would remove the page during hydration.
 */
export type Admission = 'theirs' | 'unpaid' | 'unknown';

export async function admit(asker: Asker, search: OpeningSearch): Promise<Admission> {
  const { payment_intent: paymentIntentId, opening: id } = search;
  // On a break the stage is never offered, so the page must know the break before it is rendered.
  const ownBreak = loadOwnBreak(asker);
  try {
    if (id !== undefined) await ensure(asker, showOpening, { id });
    else if (paymentIntentId !== undefined) {
      const { status, packs } = await ensure(asker, showPurchasedPacks, { paymentIntentId });
      return status === 'succeeded' && packs.length > 0 ? 'theirs' : 'unpaid';
    }
  } catch (error) {
    // After any other error the user is admitted, because the payment or opening may belong to them. The page then
    // shows the error.
    if (error instanceof ApiError && [400, 404].includes(error.status)) return 'unknown';
  }
  await ownBreak;
  return 'theirs';
}
