// The value of a collection over time, its cost, and the money that came back (docs/product.md §9).
import * as z from 'zod/mini';
import { amount } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

export const WORTH_DAYS = ['30', '90', '365'] as const;

/** One day. Cards have their credit value, which is half of the market value, rounded down for each card. */
const worthOfDay = z.object({
  /** A day in UTC. The amounts are those at the end of the day. */
  date: z.iso.date(),
  /** The total paid for packs and parcels so far. */
  paid: amount,
  /** The total that came back so far, from sold cards, converted cards and refunds. */
  back: amount,
  /** The value of cards at the shop. */
  here: amount,
  /** The value of cards that were shipped to the user. */
  home: amount,
  /** Sealed packs, at their cost. */
  sealed: amount,
});

/** The caller's packs of one type, sealed and opened. Returned packs are not included. */
const packResult = z.object({
  packTypeId: z.string(),
  name: z.string(),
  packs: z.int(),
  sealedPacks: z.int(),
  /** The cost of the packs, including their shares of discount, tax and card fee. */
  paid: amount,
  /** The part of `paid` that is for sealed packs. */
  sealed: amount,
  soldBack: amount,
  cardsHere: z.int(),
  here: amount,
  cardsHome: z.int(),
  home: amount,
});

const worth = z.object({
  days: z.array(worthOfDay),
  /** Sorted by cost, the highest first. */
  packTypes: z.array(packResult),
  /** All money ever paid and returned, from the transactions. */
  money: z.object({
    packs: amount,
    shipping: amount,
    soldBack: amount,
    /**
     * Refunds and payments that a bank took back. The debts from such payments that the user has paid are
     * subtracted.
     */
    refunds: amount,
    /** Credits that the shop gave for free. */
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
