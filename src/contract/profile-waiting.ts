// What waits for the user in the shop, for the home page (docs/product.md §14).
import * as z from 'zod/mini';
import { SHIPMENT_STATUSES } from '#domain/shipping.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';

export const showWaiting = endpoint({
  method: 'GET',
  path: '/users/waiting',
  summary: 'What waits for the caller, and the pack types that the caller has bought.',
  audience: 'user',
  repeat: 'none',
  reads: ['packs', 'cards', 'shipments', 'wishes', 'stock', 'catalogue'],
  reply: z.object({
    boughtPackTypeIds: z.array(z.string()),
    /** The parcels that have not arrived. `status` is the status of the newest of these parcels. */
    parcels: z.nullable(
      z.object({ count: z.int(), newestId: z.uuid(), status: z.enum(SHIPMENT_STATUSES) }),
    ),
    sealedPacks: z.int(),
    /** Opened packs that the caller has not looked at yet. */
    coveredPacks: z.int(),
    /** The cards that can no longer be sold or shipped after a week at most. `firstAt`: when the first of them ends. */
    endingCards: z.nullable(z.object({ count: z.int(), firstAt: instant })),
    /**
     * The number of wishes that came true. Such a wish is for a pack type that is back, or for a card that packs on
     * sale can hold since the wish.
     */
    wishesThere: z.int(),
  }),
  rejections: [],
});
