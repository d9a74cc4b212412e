// What a user has bought as often as they may (docs/product.md §7).
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
      /** Whether packs of it wait to be opened, and the card payment that opens them. */
      isSealed: z.boolean(),
      paymentIntentId: z.nullable(z.string()),
    }),
  ),
  rejections: [],
});
