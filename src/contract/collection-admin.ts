// Locked cards, and the operators' decisions about them (docs/product.md §9 and §13).
import * as z from 'zod/mini';
import { FINISHES, LOCK_REASONS } from '#domain/card.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';
import { bulkOf } from './collection.ts';

const lockedCard = z.object({
  cardId: z.uuid(),
  name: z.string(),
  setName: z.string(),
  number: z.string(),
  finish: z.enum(FINISHES),
  ownerEmail: z.string(),
  marketValue: amount,
  /** The credits that the owner gets if the card is converted now. */
  sellPrice: amount,
  /**
   * The end of the card's thirty days. For a card that was locked because its thirty days are over, this time is in
   * the past.
   */
  autoConvertAt: z.nullable(instant),
});

export type LockedCard = z.output<typeof lockedCard>;

export const listLockedCards = endpoint({
  method: 'GET',
  path: '/admin/cards/locked',
  summary: 'The locked cards of all users by reason, earliest expired first.',
  audience: 'support',
  repeat: 'none',
  reads: ['cards'],
  query: z.object({
    ...paging,
    reason: z._default(z.enum(LOCK_REASONS, 'reason is not a reason for a lock'), 'expired'),
  }),
  reply: z.object({
    cards: z.array(lockedCard),
    pagination,
    /** The number of cards for each reason, counted up to COUNTED_MOST. */
    counts: z.array(z.object({ reason: z.enum(LOCK_REASONS), count: z.int() })),
  }),
  rejections: [],
});

const decidedCounts = { successCount: z.int(), failureCount: z.int() };

/** The result for one card, in the order of the request. */
const decidedCard = {
  cardId: z.uuid(),
  cardName: z.string(),
  success: z.boolean(),
  error: z.nullable(z.string()),
  code: z.nullable(z.enum(['CARD_NOT_FOUND', 'CARD_NOT_AVAILABLE'])),
};

const cardIdOfAnybody = z.uuid('Card not found').check(z.toLowerCase());

export const releaseCards = endpoint({
  method: 'POST',
  path: '/admin/cards/release',
  summary: 'Gives cards locked as expired thirty more days; each succeeds or fails on its own.',
  audience: 'support',
  repeat: 'keyed',
  changes: ['cards', 'audit-log'],
  body: z.object({ cardIds: bulkOf(cardIdOfAnybody, 'released') }),
  reply: z.object({
    ...decidedCounts,
    results: z.array(z.object({ ...decidedCard, autoConvertAt: z.nullable(instant) })),
  }),
  rejections: [],
});

export const convertExpiredByHand = endpoint({
  method: 'POST',
  path: '/admin/cards/convert',
  summary:
    "Converts cards locked as expired to their owners' credits; each succeeds or fails on its own.",
  audience: 'money',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['balance', 'transactions', 'cards', 'audit-log'],
  body: z.object({ cardIds: bulkOf(cardIdOfAnybody, 'converted') }),
  reply: z.object({
    ...decidedCounts,
    totalSellPrice: amount,
    results: z.array(z.object({ ...decidedCard, sellPrice: amount })),
  }),
  rejections: [],
});

export const takeBackCards = endpoint({
  method: 'POST',
  path: '/admin/cards/take-back',
  summary:
    'Reclaims cards whose payment was refunded outside the shop; each succeeds or fails on its own.',
  audience: 'money',
  repeat: 'keyed',
  changes: ['cards', 'audit-log'],
  body: z.object({ cardIds: bulkOf(cardIdOfAnybody, 'taken back') }),
  reply: z.object({ ...decidedCounts, results: z.array(z.object(decidedCard)) }),
  rejections: [],
});

nameShapes({ LockedCard: lockedCard });
