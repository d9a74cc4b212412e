// The card payment of this tab that succeeded. By then the payment itself has requested the shipment. So after a
// reload the page must not check again whether the cards can be shipped; it continues where it was.

import { tabMemory } from '../browser/tab-memory.ts';

export const paidShipping = tabMemory<{ cardIds: string[]; paymentIntentId: string }>(
  'shipping-payment',
);

/** The intent with which this user paid for these cards, or null. */
export function intentThatPaid(userId: string, cardIds: readonly string[]): string | null {
  const paid = paidShipping.recall(userId);
  return paid?.cardIds.join() === cardIds.join() ? paid.paymentIntentId : null;
}
