// The sample on the home page, which is one tear and one card without buying (docs/product.md §4).
import * as z from 'zod/mini';
import { FINISHES, RARITIES } from '#domain/card.ts';
import { amount } from './amounts.ts';
import { packTypeId } from './catalogue.ts';
import { endpoint } from './endpoint.ts';

export const showSampleCard = endpoint({
  method: 'GET',
  path: '/pack-types/{id}/sample',
  summary:
    "The card of an ordinary pack: the median of the best cards of the type's sealed packs, and how many packs hold a better one.",
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['catalogue', 'stock'],
  params: packTypeId,
  reply: z.object({
    packTypeId: z.string(),
    /** The sample card, and the sealed packs that were counted for it. Null if fewer than 20 packs are counted. */
    sample: z.nullable(
      z.object({
        card: z.object({
          /** The id in the catalogue. */
          id: z.uuid(),
          name: z.string(),
          rarity: z.enum(RARITIES),
          finish: z.enum(FINISHES),
          image: z.string(),
          value: amount,
          sellPrice: amount,
        }),
        /** How many sealed packs were counted, and how many of them hold a card that is worth more than this card. */
        packs: z.int(),
        better: z.int(),
      }),
    ),
  }),
  rejections: ['PACK_NOT_FOUND'],
});
