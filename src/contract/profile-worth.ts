// What a collection was worth over time, what was paid for it and what came back (docs/product.md §9).
import * as z from 'zod/mini';
import { amount } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

export const WORTH_DAYS = ['30', '90', '365'] as const;

/** Cards at their credit value: half of market value each, rounded down. */
const worthOfDay = z.object({
  /** A day in UTC; amounts are as of its end. */
  date: z.iso.date(),
  /** Paid for packs and parcels up to then. */
  paid: amount,
  /** Came back up to then: cards sold and converted, refunds. */
  back: amount,
  /** Cards that are at the shop. */
  here: amount,
  /** Cards that were sent to their owner. */
  home: amount,
  /** Sealed packs, at what was paid for them. */
  sealed: amount,
});

/** The packs of one type that the caller has or opened. Those that came back unopened count nowhere. */
const packResult = z.object({
  packTypeId: z.string(),
  name: z.string(),
  packs: z.int(),
  sealedPacks: z.int(),
  /** With their shares of discount, tax and card fee. */
  paid: amount,
  /** The part of it that the sealed ones cost. */
  sealed: amount,
  soldBack: amount,
  cardsHere: z.int(),
  here: amount,
  cardsHome: z.int(),
  home: amount,
});

const worth = z.object({
  days: z.array(worthOfDay),
  /** Those that most was paid for first. */
  packTypes: z.array(packResult),
  /** All that was ever paid and came back, as the transactions have it. */
  money: z.object({
    packs: amount,
    shipping: amount,
    soldBack: amount,
    /** Refunds and money that a bank took back, less what was owed for it and paid. */
    refunds: amount,
    /** Credits that were given: neither paid nor earned. */
    bonus: amount,
  }),
});

export type CollectionWorth = z.output<typeof worth>;

export const showCollectionWorth = endpoint({
  method: 'GET',
  path: '/users/collection-worth',
  summary:
    "What the caller's collection was worth on each of the last days, what was paid for it and what came back.",
  audience: 'user',
  repeat: 'none',
  reads: ['cards', 'transactions', 'packs'],
  query: z.object({
    days: z._default(z.enum(WORTH_DAYS, 'days must be 30, 90 or 365'), '30'),
  }),
  reply: worth,
  rejections: [],
});

nameShapes({ WorthOfDay: worthOfDay, PackResult: packResult, CollectionWorth: worth });
