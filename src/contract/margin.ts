// What the shop earned, owes and has in stock, for admins (docs/product.md §13).
import * as z from 'zod/mini';
import { MARGIN_GROUPS } from '#domain/margin-group.ts';
import { MARGIN_LINES } from '#domain/margin.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';

const month = (name: string) =>
  z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, `${name} must be a month such as 2026-11`));

/** The most months in one request. */
export const MARGIN_MONTHS_MAX = 120;

const period = {
  /** The first month (UTC). If omitted, it is eleven months before `to`. */
  from: z.optional(month('from')),
  /** The last month (UTC), included. If omitted, it is the current one. */
  to: z.optional(month('to')),
  by: z._default(z.enum(MARGIN_GROUPS, 'by must be type, drop, month or game'), 'type'),
};

/** The parts of a margin. Money spent is negative, so the parts add up to what is left. */
const marginParts = {
  /** The prices of what was sold, before discounts, tax and fees. */
  sold: amount,
  discounts: amount,
  refunds: amount,
  soldElsewhere: amount,
  boughtBack: amount,
  converted: amount,
  shipping: amount,
  labels: amount,
  fees: amount,
  providerFees: amount,
  packCost: amount,
  singleCost: amount,
  /**
   * What the shop paid for cards that it sold as singles. The line `singles` bears this cost, so it is given back to
   * the line from which the card came.
   */
  recovered: amount,
  gifts: amount,
  losses: amount,
  packs: z.int(),
  singles: z.int(),
  /** Packs and labels whose cost is unknown. While there are any, `left` is null. */
  packsWithoutCost: z.int(),
  labelsWithoutCost: z.int(),
  left: z.nullable(amount),
  /** What is left without the unknown costs. */
  leftBeforeUnknown: amount,
};

const marginRow = z.object({
  /** The id of the pack type or drop, the month or the game. Null for margins that belong to none. */
  key: z.nullable(z.string()),
  name: z.string(),
  line: z.nullable(z.enum(MARGIN_LINES)),
  ...marginParts,
});

export type MarginRow = z.output<typeof marginRow>;

const marginTotal = z.object(marginParts);
export type MarginTotal = z.output<typeof marginTotal>;

export const showMargin = endpoint({
  method: 'GET',
  path: '/admin/margin',
  summary: 'What the shop earned, by pack type, drop, month or game; the rows add up to the total.',
  audience: 'money',
  repeat: 'none',
  reads: ['transactions', 'stock'],
  query: z.object(period),
  reply: z.object({
    from: z.string(),
    to: z.string(),
    /** Events before this instant are counted. Null if nothing was counted yet. */
    countedUntil: z.nullable(instant),
    rows: z.array(marginRow),
    total: marginTotal,
  }),
  rejections: [],
});

const week = z.object({
  /** The first and the last day (UTC), such as 2026-11-23. */
  from: z.string(),
  to: z.string(),
  /** What was sold, also in other shops, after discounts and before returns, tax and fees. */
  sales: amount,
  returns: amount,
  /** What is left after all costs. Null while the cost of anything sold is unknown. */
  left: z.nullable(amount),
  leftBeforeUnknown: amount,
  packsWithoutCost: z.int(),
  /** The number of accounts made, up to PEOPLE_COUNTED_MOST. */
  newPeople: z.int(),
});

export type Week = z.output<typeof week>;

export const PEOPLE_COUNTED_MOST = 10_000;

export const compareWeeks = endpoint({
  method: 'GET',
  path: '/admin/margin/weeks',
  summary: 'The last seven whole days (UTC), and the seven days before.',
  audience: 'money',
  repeat: 'none',
  reads: ['transactions', 'stock', 'account'],
  reply: z.object({ last: week, before: week }),
  rejections: [],
});

export const exportMargin = endpoint({
  method: 'GET',
  path: '/admin/margin.csv',
  summary: 'What the shop earned, by pack type, drop, month or game, as CSV.',
  audience: 'money',
  repeat: 'none',
  reads: ['transactions', 'stock'],
  query: z.object(period),
  file: 'text/csv',
  savedAs: 'margin.csv',
  reply: z.string(),
  rejections: [],
});

const stockValue = z.object({
  line: z.enum(['packs', 'singles']),
  game: gameId,
  packTypeId: z.nullable(z.string()),
  name: z.string(),
  pieces: z.int(),
  withoutCost: z.int(),
  /** The cost of the packs or cards whose cost is known. */
  cost: amount,
  /** The market value of the cards. Null if nobody knows what these packs hold. */
  market: z.nullable(amount),
});

export type StockValue = z.output<typeof stockValue>;

const dropReturn = z.object({
  dropId: z.uuid(),
  name: z.string(),
  number: z.int(),
  packs: z.int(),
  opened: z.int(),
  price: amount,
  /** The mean credit value of all packs of the drop. */
  designed: amount,
  /** The mean credit value of the drop's opened packs. Null if none is open. */
  actual: z.nullable(amount),
  /**
   * The range in which the mean of that many opened packs lies in 95 of 100 such drops, by chance alone. Null if no
   * pack is open.
   */
  chance: z.nullable(z.object({ low: amount, high: amount })),
  isWithinChance: z.boolean(),
  /** What the shop has paid so far, on average, for the cards of an opened pack. Null if none is open. */
  paidBack: z.nullable(amount),
  /** The day whose prices these values use. */
  valuedAt: instant,
});

export type DropReturnRow = z.output<typeof dropReturn>;

const priceWarning = z.object({
  packTypeId: z.string(),
  name: z.string(),
  price: amount,
  /** The average cost of the type's packs in stock. Null if unknown. */
  cost: z.nullable(amount),
  /** What the shop would pay on average for the cards of a sealed pack. Null if unknown. */
  returned: z.nullable(amount),
  warnings: z.array(z.enum(['below_cost', 'below_return'])),
});

export type PriceWarning = z.output<typeof priceWarning>;

const owed = z.object({
  valuedAt: instant,
  creditsBought: amount,
  creditsEarned: amount,
  /** What customers owe the shop. */
  debts: amount,
  sellableCards: z.int(),
  /** What the shop would pay for the `sellableCards`. */
  sellableValue: amount,
  sellableMarket: amount,
  parcels: z.int(),
  parcelCards: z.int(),
  parcelMarket: amount,
  /** Packs that somebody bought and has not opened. */
  sealedPacks: z.int(),
  /** The number of singles that nobody found. `lostSinglesCost`: what the shop paid for them. */
  lostSingles: z.int(),
  lostSinglesCost: amount,
});

export type Owed = z.output<typeof owed>;

export const showWorth = endpoint({
  method: 'GET',
  path: '/admin/margin/worth',
  summary:
    'What the shop still owes, its stock at cost and at market, what each drop was designed to return and returned, and prices below cost or return.',
  audience: 'money',
  repeat: 'none',
  reads: ['stock', 'catalogue', 'cards', 'balance'],
  reply: z.object({
    /** Null if nothing was valued yet. */
    owed: z.nullable(owed),
    stock: z.array(stockValue),
    drops: z.array(dropReturn),
    warnings: z.array(priceWarning),
  }),
  rejections: [],
});

nameShapes({
  Week: week,
  MarginRow: marginRow,
  MarginTotal: marginTotal,
  StockValue: stockValue,
  DropReturn: dropReturn,
  PriceWarning: priceWarning,
  Owed: owed,
});
