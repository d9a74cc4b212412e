// The successful card payment of this tab. Such a payment also requests the shipment, so after a reload the page does
// not check again whether the cards can be shipped.

import { tabMemory } from '../browser/tab-memory.ts';

export const paidShipping = tabMemory<{ cardIds: string[]; paymentIntentId: string }>(
  'shipping-payment',
);

/** The id of the payment intent with which this user paid for these cards; null for none. */
export function intentThatPaid(userId: string, cardIds: readonly string[]): string | null {
  const paid = paidShipping.recall(userId);
  return paid?.cardIds.join() === cardIds.join() ? paid.paymentIntentId : null;
}
