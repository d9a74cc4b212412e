// What somebody has had of the cards of the catalogue (docs/product.md §9).
import * as z from 'zod/mini';
import { CARD_STATUSES, LOCK_REASONS } from '#domain/card.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { paging, pagination } from './paging.ts';

/** A physical card of the caller's, and what happened to it. */
const ownCopy = z.object({
  id: z.uuid(),
  packName: z.string(),
  packOpeningId: z.uuid(),
  condition: z.string(),
  status: z.enum(CARD_STATUSES),
  lockReason: z.nullable(z.enum(LOCK_REASONS)),
  openedAt: instant,
  /** Until then it can be sold or shipped. */
  autoConvertAt: z.nullable(instant),
  shippedAt: z.nullable(instant),
  deliveredAt: z.nullable(instant),
  /** When it became the house's again, and what was paid for it. */
  exitedAt: z.nullable(instant),
  exitPrice: z.nullable(amount),
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
    /** Of the catalogue. */
    cardId: z.uuid('cardId must be the id of a card'),
    ...paging,
  }),
  reply: z.object({ copies: z.array(ownCopy), pagination }),
  rejections: [],
});

nameShapes({ OwnCopy: ownCopy });
