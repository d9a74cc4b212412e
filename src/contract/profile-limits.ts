// Limits that a person sets for themselves, and breaks from buying (docs/product.md §21).
import * as z from 'zod/mini';
import { BREAK_KINDS } from '#domain/break.ts';
import { LIMIT_KINDS, MONEY_LIMIT_MOST, PACKS_LIMIT_MOST } from '#domain/own-limits.ts';
import { amount, amountBetween, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { ownBreak } from './own-break.ts';

const PACKS_MESSAGE = `Packs are a whole number from 0 to ${PACKS_LIMIT_MOST}`;

/** The user must confirm a higher limit a second time, after `from` and before `until`. */
const raiseTimes = { from: instant, until: instant };

const moneyLimit = z.object({
  /** The limit that applies now. Null if there is no limit. */
  limit: z.nullable(amount),
  /** The amount paid by card for packs and credits in the window that ends now, minus refunds of these payments. */
  used: amount,
  /** The higher limit that the user asked for. If `to` is null, the user wants no limit at all. */
  raise: z.nullable(z.object({ to: z.nullable(amount), ...raiseTimes })),
});

const packsLimit = z.object({
  limit: z.nullable(z.int()),
  used: z.int(),
  raise: z.nullable(z.object({ to: z.nullable(z.int()), ...raiseTimes })),
});

const ownLimits = z.object({
  /** The limits on the money spent in 24 hours, in 7 days and in 30 days. */
  day: moneyLimit,
  week: moneyLimit,
  month: moneyLimit,
  /** The limit on the packs opened in 24 hours. */
  packs: packsLimit,
  break: z.nullable(ownBreak),
});
export type ShownLimits = z.output<typeof ownLimits>;

export const showLimits = endpoint({
  method: 'GET',
  path: '/users/limits',
  summary: "The caller's own limits, what counts towards them, and the break that they are on.",
  audience: 'user',
  repeat: 'none',
  reads: ['limits', 'transactions', 'packs'],
  reply: ownLimits,
  rejections: [],
});

const wantedMoney = z.optional(z.nullable(amountBetween(0, MONEY_LIMIT_MOST)));

export const setLimits = endpoint({
  method: 'PUT',
  path: '/users/limits',
  summary:
    'Sets the limits that are sent. A lower one holds at once and ends open payments above it; a higher one needs a second yes.',
  audience: 'user',
  repeat: 'natural',
  changes: ['limits', 'transactions'],
  body: z.object({
    day: wantedMoney,
    week: wantedMoney,
    month: wantedMoney,
    packs: z.optional(
      z.nullable(
        z
          .int(PACKS_MESSAGE)
          .check(z.minimum(0, PACKS_MESSAGE), z.maximum(PACKS_LIMIT_MOST, PACKS_MESSAGE)),
      ),
    ),
  }),
  reply: ownLimits,
  rejections: [],
});

export const raiseLimit = endpoint({
  method: 'POST',
  path: '/users/limits/raise',
  summary: 'Says yes once more to a higher limit, 24 to 72 hours after it was asked for.',
  audience: 'user',
  repeat: 'natural',
  changes: ['limits'],
  body: z.object({ kind: z.enum(LIMIT_KINDS, 'Please name a limit') }),
  reply: ownLimits,
  rejections: ['INVALID_TRANSITION'],
});

export const takeBreak = endpoint({
  method: 'POST',
  path: '/users/breaks',
  summary:
    'Begins a break from buying, which nobody can end early. Open payments for packs and credits end.',
  audience: 'user',
  repeat: 'natural',
  changes: ['limits', 'account', 'transactions', 'cards'],
  body: z.object({ kind: z.enum(BREAK_KINDS, 'Please choose how long') }),
  reply: ownLimits,
  rejections: ['INVALID_TRANSITION'],
});

export const tellSpending = endpoint({
  method: 'POST',
  path: '/users/spending-line',
  summary:
    'What the caller spent and what came back in thirty days, for one line at the checkout. Null if they read it in the last thirty days, or spent nothing.',
  audience: 'user',
  repeat: 'natural',
  // The call only stores when the user read the line about spending, and no page shows that time.
  changes: [],
  body: z.object({}),
  reply: z.object({ line: z.nullable(z.object({ spent: amount, cameBack: amount })) }),
  rejections: [],
});

nameShapes({
  OwnLimits: ownLimits,
  MoneyLimit: moneyLimit,
  PacksLimit: packsLimit,
});
