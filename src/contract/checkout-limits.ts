// Pack types of which the user has bought the maximum (docs/product.md §7).
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const listReachedLimits = endpoint({
  method: 'GET',
  path: '/packs/reached-limits',
  summary: 'Pack types for which the caller has reached the per-person limit.',
  audience: 'user',
  repeat: 'none',
  reads: ['catalogue', 'packs'],
  reply: z.array(
    z.object({
      packTypeId: z.string(),
      /**
       * `isSealed` says whether the user has unopened packs of this type. `paymentIntentId` is the card payment that
       * the page for opening these packs needs, or null if no card paid.
       */
      isSealed: z.boolean(),
      paymentIntentId: z.nullable(z.string()),
    }),
  ),
  rejections: [],
});
