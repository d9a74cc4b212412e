// What operators see of the prices, and decide about them (docs/product.md §13).
import * as z from 'zod/mini';
import { GAMES } from '#domain/card.ts';
import { JOB_STATES } from '#domain/job.ts';
import { amount, amountBetween, instant } from './amounts.ts';
import { catalogueCard } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { pagination, paging } from './paging.ts';

const priceRun = z.object({
  id: z.uuid(),
  /** The name that the settings give the source. */
  source: z.string(),
  startedAt: instant,
  /** Null while it is under way, or when it was broken off. */
  finishedAt: z.nullable(instant),
  cards: z.int(),
  newPrices: z.int(),
  heldBack: z.int(),
  error: z.nullable(z.string()),
});
export type PriceRunLine = z.output<typeof priceRun>;

const source = z.object({
  name: z.string(),
  source: z.string(),
  game: z.enum(GAMES),
  /** Paths, or addresses without what may be a secret. */
  files: z.array(z.string()),
  lastRun: z.nullable(priceRun),
});
export type PriceSourceLine = z.output<typeof source>;

const prices = z.object({
  /** Empty where the settings name none. */
  sources: z.array(source),
  /** What is wrong with the settings, if they can't be read any more. */
  problem: z.nullable(z.string()),
  /** The hour of the day (UTC) at which they are refreshed. */
  dailyAtHour: z.int(),
  nextRunAt: z.nullable(instant),
  state: z.enum(JOB_STATES),
  runs: z.array(priceRun),
  freshness: z.object({
    /** The day of the oldest and of the newest price that is believed. */
    oldest: z.nullable(z.iso.date()),
    newest: z.nullable(z.iso.date()),
    /** Cards whose price is older than two days, and cards without any; counted up to COUNTED_MOST. */
    older: z.int(),
    unpriced: z.int(),
  }),
  held: z.int(),
});
export type Prices = z.output<typeof prices>;

export const showPrices = endpoint({
  method: 'GET',
  path: '/admin/prices',
  summary: 'The price sources, their schedule and last runs, and how fresh the prices are.',
  audience: 'admin',
  repeat: 'none',
  reply: prices,
  rejections: [],
});

export const runPrices = endpoint({
  method: 'POST',
  path: '/admin/prices/run',
  summary: 'Asks for a refresh of all price sources now; one that waits or runs is enough.',
  audience: 'admin',
  repeat: 'keyed',
  reply: z.null(),
  rejections: ['INVALID_TRANSITION'],
});

const currency = z.enum(['USD', 'EUR', 'CAD']);

const heldPrice = z.object({
  cardId: z.uuid(),
  cardName: z.string(),
  game: z.enum(GAMES),
  set_name: z.string(),
  number: z.string(),
  finish: z.string(),
  source: z.string(),
  observedOn: z.iso.date(),
  /** In `currency`, as the source told it. */
  amount,
  before: amount,
  beforeOn: z.iso.date(),
  currency,
});
export type HeldPrice = z.output<typeof heldPrice>;

export const listHeldPrices = endpoint({
  method: 'GET',
  path: '/admin/prices/held',
  summary: 'The prices that jumped and wait for a decision, the oldest first.',
  audience: 'admin',
  repeat: 'none',
  query: z.object(paging),
  reply: z.object({ held: z.array(heldPrice), pagination }),
  rejections: [],
});

export const decideHeldPrice = endpoint({
  method: 'POST',
  path: '/admin/prices/held/decide',
  summary: 'Believes a price that jumped, or refuses it.',
  audience: 'admin',
  repeat: 'keyed',
  body: z.object({
    cardId: z.uuid('cardId must be the id of a card'),
    source: z.string('source must be a text').check(z.minLength(1), z.maxLength(80)),
    observedOn: z.iso.date('observedOn must be a day such as 2026-11-21'),
    accept: z.boolean('accept must be true or false'),
  }),
  reply: catalogueCard,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const priceReason = z
  .string('reason must be a text')
  .check(
    z.trim(),
    z.minLength(3, 'Say why, in a few words'),
    z.maxLength(300, 'reason is too long'),
  );
const priceByHand = amountBetween(0.01, 100_000);

export const setCardPrice = endpoint({
  method: 'PUT',
  path: '/admin/cards/{id}/price',
  summary: 'Sets the market value of a card by hand. It wins over the sources for seven days.',
  audience: 'admin',
  repeat: 'keyed',
  params: z.object({ id: z.uuid('id must be the id of a card') }),
  body: z.object({ amount: priceByHand, reason: priceReason }),
  reply: catalogueCard,
  rejections: ['CARD_NOT_FOUND'],
});
