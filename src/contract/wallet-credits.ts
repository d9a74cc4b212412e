// Bought and earned credits, and how unspent bought credits are paid back (docs/product.md §6).
import * as z from 'zod/mini';
import { person } from './accounts.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { shortText } from './wallet.ts';

/** The parts of a balance, and the amounts that would be paid back now. */
export const creditParts = z.object({
  bought: amount,
  earned: amount,
  /**
   * The amount that would be paid back to cards (`total`), and the credits that the shop would take from the balance
   * for this amount.
   */
  toCards: z.object({
    credits: amount,
    /** Fees of the top-ups whose credits are all unspent. */
    fees: amount,
    /**
     * Credits that an operator gave for these top-ups. The shop takes these credits back, but pays no money for
     * them.
     */
    gifts: amount,
    total: amount,
  }),
  /**
   * Bought credits that can go back to no card, because they belong to no top-up. An operator pays them back in
   * another way.
   */
  cardless: amount,
  /**
   * How the user can get the money. With `open`, the user gets it by button. With `ask`, an operator decides. With
   * `closed`, it is not possible now.
   */
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
    /**
     * The amount that the caller expects to get on cards. If the amount differs, the call is rejected. If omitted,
     * the caller accepts any amount.
     */
    amount: z.optional(z.nullable(amount)),
  }),
  reply: creditParts,
  rejections: ['AMOUNT_MISMATCH', 'INVALID_TRANSITION', 'DISPUTED'],
});

const creditRequest = z.object({
  id: z.uuid(),
  user: person,
  askedAt: instant,
  /** The end of the second business day after the request. */
  dueAt: instant,
  /** The amounts that would be paid back now. `toCards` goes to cards, and `cardless` is paid in another way. */
  toCards: amount,
  cardless: amount,
});

export type CreditRequest = z.output<typeof creditRequest>;

export const listCreditRequests = endpoint({
  method: 'GET',
  path: '/admin/credit-requests',
  summary: 'Requests to get unspent credits back that wait for an answer, oldest first.',
  audience: 'support',
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
  audience: 'money',
  personsOnly: true,
  repeat: 'natural',
  changes: ['balance', 'transactions', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of a request') }),
  body: z.object({
    decision: z.enum(['paid', 'refused'], 'decision must be paid or refused'),
    /** The reason that the user reads in the mail. */
    reason: shortText('Reason', 200),
    /** The reference of the operator's payment for the part that goes to no card. */
    reference: z.optional(z.nullable(shortText('Reference', 100))),
  }),
  reply: z.null(),
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

nameShapes({ CreditParts: creditParts, CreditRequest: creditRequest });
