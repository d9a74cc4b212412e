// One tax of a sale, in quotes, orders, parcels and receipts (docs/product.md §17).
import * as z from 'zod/mini';
import { amount } from './amounts.ts';
import { nameShapes } from './names.ts';

/** One tax of a sale. `rate` is a fraction, such as 0.14. Null for sales from before rates were stored. */
export const taxLine = z.object({
  name: z.string(),
  rate: z.nullable(z.number()),
  amount,
});

nameShapes({ TaxLine: taxLine });
