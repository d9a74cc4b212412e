// Refunds of unopened packs and of unspent credits (docs/product.md §10).
import { REQUEST_STATES } from '#domain/returns.ts';
import * as z from 'zod/mini';
import { amount, instant } from './amounts.ts';
import { hash } from './drops.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { transactionId, shortText, refund, packReturn } from './wallet.ts';

/** A buyer's request to return packs, and the operator's decision. */
export const returnRequest = z.object({
  state: z.enum(REQUEST_STATES),
  /** The buyer's own words. */
  reason: z.string(),
  askedAt: instant,
  decidedAt: z.nullable(instant),
});

/** Far more lines than any order has. */
const LINES_MAX = 100;

export const refundTransaction = endpoint({
  method: 'POST',
  path: '/transactions/{id}/refund',
  summary:
    'Refunds unopened packs to the card that paid for them, as long as their buyer can return them; for admins, also what is left of bought credits.',
  audience: 'user',
  repeat: 'natural',
  changes: ['balance', 'transactions', 'packs', 'stock', 'discount-codes', 'audit-log'],
  params: transactionId,
  body: z.object({
    /**
     * The refund that the caller expects. If the amount differs, the call is rejected. If omitted, the caller
     * accepts any amount.
     */
    amount: z.optional(z.nullable(amount)),
    /**
     * The buyer's secrets for tickets of packs of a drop. The packs are returned together with their secrets. The
     * field is omitted if the shop made the secrets.
     */
    secrets: z.optional(z.array(hash).check(z.maxLength(LINES_MAX))),
    reason: shortText('Reason', 200),
  }),
  reply: refund,
  rejections: ['NOT_FOUND', 'AMOUNT_MISMATCH', 'INVALID_TRANSITION', 'DISPUTED'],
});

export const requestReturn = endpoint({
  method: 'POST',
  path: '/transactions/{id}/return-request',
  summary:
    'Asks an operator to take unopened packs back that can’t be returned otherwise any more.',
  audience: 'user',
  repeat: 'natural',
  changes: ['transactions', 'packs'],
  params: transactionId,
  body: z.object({ reason: shortText('Reason', 200) }),
  reply: packReturn,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION', 'DISPUTED'],
});

export const decideReturn = endpoint({
  method: 'POST',
  path: '/admin/orders/{id}/return-request',
  summary:
    'Allows a buyer who asked for it to return unopened packs by themselves for seven days, or refuses.',
  audience: 'money',
  personsOnly: true,
  repeat: 'natural',
  changes: ['transactions', 'packs', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of an order') }),
  body: z.object({
    decision: z.enum(['granted', 'refused'], 'decision must be granted or refused'),
    /** The reason that the buyer reads in the mail. */
    reason: shortText('Reason', 200),
  }),
  reply: returnRequest,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

export const refundPacks = endpoint({
  method: 'POST',
  path: '/admin/orders/{id}/refund',
  summary:
    'Refunds some unopened packs of an order to its card; they go back on sale, except those of a drop, whose contents the public log shows.',
  audience: 'money',
  personsOnly: true,
  // The request contains the number of unopened packs that the operator saw. A first click reduces this number, so a
  // second click does nothing.
  repeat: 'natural',
  changes: ['balance', 'transactions', 'packs', 'stock', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of an order') }),
  body: z.object({
    packs: z
      .array(
        z.object({
          packTypeId: z.string().check(z.minLength(1), z.maxLength(200)),
          quantity: z.int().check(z.minimum(1, 'quantity must be at least 1'), z.maximum(100)),
          /** How many packs of this type were unopened when the operator decided. */
          unopened: z.int().check(z.minimum(1), z.maximum(100)),
        }),
      )
      .check(
        z.minLength(1, 'Choose at least one pack'),
        z.maxLength(LINES_MAX),
        z.refine((packs) => new Set(packs.map((one) => one.packTypeId)).size === packs.length, {
          error: 'A pack type is named once',
        }),
      ),
    reason: shortText('Reason', 200),
  }),
  reply: refund,
  rejections: ['NOT_FOUND', 'DISPUTED', 'INVALID_TRANSITION'],
});

const bought = z.object({ id: z.uuid('id must be the id of a card') });

/** How a bought single can be returned now. */
const singleReturn = z.object({
  /**
   * With `open`, the buyer can return the single until `until`. With `closed`, only an operator can accept the return.
   */
  way: z.enum(['open', 'closed']),
  /** The amount that would be refunded, with its share of the taxes. Null with `closed`. */
  amount: z.nullable(amount),
  until: z.nullable(instant),
  /** Whether `amount` is the price paid. If not, it is the shop's current price for a card like it. */
  isAtPaid: z.boolean(),
  /** Where the money goes. */
  to: z.enum(['card', 'balance']),
});

export const showSingleReturn = endpoint({
  method: 'GET',
  path: '/cards/{id}/return',
  summary:
    'How the caller can return a card that they bought as a single, and what they would get.',
  audience: 'user',
  repeat: 'none',
  reads: ['cards'],
  params: bought,
  reply: singleReturn,
  rejections: ['CARD_NOT_FOUND', 'CARD_NOT_AVAILABLE'],
});

export const returnSingle = endpoint({
  method: 'POST',
  path: '/cards/{id}/return',
  summary:
    'Returns a card that the caller bought as a single and that has not left; the money goes back as it was paid.',
  audience: 'user',
  // A repeated call finds the card returned, and gets the same reply.
  repeat: 'natural',
  changes: ['balance', 'transactions', 'cards', 'singles'],
  params: bought,
  body: z.object({
    /** The amount that the caller saw. If it differs, the call is rejected. If omitted, the caller accepts any amount. */
    amount: z.optional(z.nullable(amount)),
  }),
  reply: z.object({ amount, to: z.enum(['card', 'balance']) }),
  rejections: [
    'CARD_NOT_FOUND',
    'CARD_NOT_AVAILABLE',
    'AMOUNT_MISMATCH',
    'INVALID_TRANSITION',
    'DISPUTED',
  ],
});

export const refundSingles = endpoint({
  method: 'POST',
  path: '/admin/orders/{id}/refund-singles',
  summary:
    'Takes back singles of an order that have not left, at the price that was paid; the money goes back as it was paid.',
  audience: 'money',
  personsOnly: true,
  // A repeated call finds the cards returned and is rejected.
  repeat: 'natural',
  changes: ['balance', 'transactions', 'cards', 'singles', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of an order') }),
  body: z.object({
    cardIds: z
      .array(z.uuid('cardIds must be ids of cards'))
      .check(z.minLength(1, 'Choose at least one card'), z.maxLength(LINES_MAX)),
    reason: shortText('Reason', 200),
  }),
  reply: z.object({ amount, to: z.enum(['card', 'balance']) }),
  rejections: ['NOT_FOUND', 'DISPUTED', 'INVALID_TRANSITION'],
});

nameShapes({ ReturnRequest: returnRequest, SingleReturn: singleReturn });
