// One tax of a sale, as every quote, order, parcel and receipt says it (docs/product.md §17).
import * as z from 'zod/mini';
import { amount } from './amounts.ts';
import { nameShapes } from './names.ts';

/** `rate` is a fraction, such as 0.14; null: it was sold before rates were written down. */
export const taxLine = z.object({
  name: z.string(),
  rate: z.nullable(z.number()),
  amount,
});

nameShapes({ TaxLine: taxLine });
