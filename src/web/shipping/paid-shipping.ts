// Remembers the successful card payment of this tab until the shipment is requested. After a reload during that time,
// the page does not check again whether the cards can be shipped.

import { tabMemory } from '../browser/tab-memory.ts';

export const paidShipping = tabMemory<{ cardIds: string[]; paymentIntentId: string }>(
  'shipping-payment',
);

/** Returns the id of the payment intent with which this user paid for these cards. Null if there is none. */
export function intentThatPaid(userId: string, cardIds: readonly string[]): string | null {
  const paid = paidShipping.recall(userId);
  return paid?.cardIds.join() === cardIds.join() ? paid.paymentIntentId : null;
}
