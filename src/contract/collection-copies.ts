// The caller's copies of catalogue cards, including former ones (docs/product.md §9).
import * as z from 'zod/mini';
import { CARD_STATUSES, LOCK_REASONS } from '#domain/card.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { paging, pagination } from './paging.ts';

/** One physical card that the caller has or had, with its history. */
const ownCopy = z.object({
  id: z.uuid(),
  packName: z.string(),
  packOpeningId: z.uuid(),
  condition: z.string(),
  status: z.enum(CARD_STATUSES),
  lockReason: z.nullable(z.enum(LOCK_REASONS)),
  openedAt: instant,
  /** The card can be sold or shipped until this time. */
  autoConvertAt: z.nullable(instant),
  shippedAt: z.nullable(instant),
  deliveredAt: z.nullable(instant),
  /** When the card went back to the shop, and the amount that the shop paid for it. */
  exitedAt: z.nullable(instant),
  exitPrice: z.nullable(amount),
  /**
   * The price paid for the copy as a single. Null if it came out of a pack. A process of the previous version omits
   * this field.
   */
  boughtFor: z._default(z.nullable(amount), null),
});
export type OwnCopy = z.output<typeof ownCopy>;

export const listOwnCopies = endpoint({
  method: 'GET',
  path: '/cards/copies',
  summary: 'The copies of a card of the catalogue that the caller opened, newest first.',
  audience: 'user',
  repeat: 'none',
  reads: ['cards'],
  query: z.object({
    /** The id of a card in the catalogue. */
    cardId: z.uuid('cardId must be the id of a card'),
    ...paging,
  }),
  reply: z.object({ copies: z.array(ownCopy), pagination }),
  rejections: [],
});

nameShapes({ OwnCopy: ownCopy });
