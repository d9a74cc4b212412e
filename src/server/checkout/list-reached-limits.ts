import * as rows from '#contract/checkout-limits.ts';
import { handler } from '../http/handler.ts';
import { listFullyBoughtTypes } from './orders-queries.ts';

export const listReachedLimits = handler(rows.listReachedLimits, async ({ db }, { userId }) => {
  const types = await listFullyBoughtTypes(db, userId);
  return types.map((type) => ({
    packTypeId: type.pack_type_id,
    isSealed: type.is_sealed,
    paymentIntentId: type.intent_id,
  }));
});
