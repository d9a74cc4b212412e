// Bought and earned credits, and how unspent bought ones go back (docs/product.md §6).
import * as z from 'zod/mini';
import { person } from './accounts.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { shortText } from './wallet.ts';

/** The parts of a balance, and what would go back now. */
export const creditParts = z.object({
  bought: amount,
  earned: amount,
  /** What goes back to cards, and what leaves the balance for it. */
  toCards: z.object({
    credits: amount,
    /** Fees of top-ups of which nothing was spent. */
    fees: amount,
    /** Credits that an operator gave for these top-ups; they bring no money. */
    gifts: amount,
    total: amount,
  }),
  /** Bought credits behind which no card stands. An operator pays them in another way. */
  cardless: amount,
  /** `open`: by button. `ask`: an operator decides. */
  way: z.enum(['open', 'ask', 'closed']),
  message: z.string(),
});

export type CreditParts = z.output<typeof creditParts>;

export const showCreditParts = endpoint({
  method: 'GET',
  path: '/users/credits/parts',
  summary: "The bought and earned parts of the caller's balance, and how bought credits go back.",
  audience: 'user',
  repeat: 'none',
  reads: ['balance', 'transactions'],
  reply: creditParts,
  rejections: [],
});

export const returnCredits = endpoint({
  method: 'POST',
  path: '/users/credits/return',
  summary:
    'Gives unspent bought credits back to the cards that paid for them; or asks an operator, where the caller can’t any more.',
  audience: 'user',
  repeat: 'natural',
  changes: ['balance', 'transactions'],
  body: z.object({
    /** What the caller expects to get on cards: the call is rejected if that differs. Omitted: any amount. */
    amount: z.optional(z.nullable(amount)),
  }),
  reply: creditParts,
  rejections: ['AMOUNT_MISMATCH', 'INVALID_TRANSITION', 'DISPUTED'],
});

const creditRequest = z.object({
  id: z.uuid(),
  user: person,
  askedAt: instant,
  /** The end of the second business day. */
  dueAt: instant,
  /** What would go back now: to cards, and in another way. */
  toCards: amount,
  cardless: amount,
});

export type CreditRequest = z.output<typeof creditRequest>;

export const listCreditRequests = endpoint({
  method: 'GET',
  path: '/admin/credit-requests',
  summary: 'Requests to get unspent credits back that wait for an answer, oldest first.',
  audience: 'moderator',
  repeat: 'none',
  reads: ['balance', 'transactions'],
  reply: z.array(creditRequest),
  rejections: [],
});

export const decideCreditRequest = endpoint({
  method: 'POST',
  path: '/admin/credit-requests/{id}',
  summary:
    'Pays a request: to the cards, and the rest in another way under a reference; or refuses it.',
  audience: 'admin',
  repeat: 'natural',
  changes: ['balance', 'transactions', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of a request') }),
  body: z.object({
    decision: z.enum(['paid', 'refused'], 'decision must be paid or refused'),
    /** The reason that the user reads in the mail. */
    reason: shortText('Reason', 200),
    /** How the part without a card was paid. */
    reference: z.optional(z.nullable(shortText('Reference', 100))),
  }),
  reply: z.null(),
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

nameShapes({ CreditParts: creditParts, CreditRequest: creditRequest });
