import * as rows from '#contract/checkout-limits.ts';
import { verb } from '../http/verb.ts';
import { listFullyBoughtTypes } from './orders-queries.ts';

export const listReachedLimits = verb(rows.listReachedLimits, async ({ db }, { userId }) => {
  const types = await listFullyBoughtTypes(db, userId);
  return types.map((type) => ({
    packTypeId: type.pack_type_id,
    isSealed: type.is_sealed,
    paymentIntentId: type.intent_id,
  }));
});
