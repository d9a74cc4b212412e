// The card payment of this tab that went through. Its money has asked for the shipment by then, so a page
// that is loaded again must not ask whether the cards can be shipped: it goes on where it was.

import { tabMemory } from '../browser/tab-memory.ts';

export const paidShipping = tabMemory<{ cardIds: string[]; paymentIntentId: string }>(
  'shipping-payment',
);

/** The intent that this person paid these cards with, or null. */
export function intentThatPaid(userId: string, cardIds: readonly string[]): string | null {
  const paid = paidShipping.recall(userId);
  return paid?.cardIds.join() === cardIds.join() ? paid.paymentIntentId : null;
}
