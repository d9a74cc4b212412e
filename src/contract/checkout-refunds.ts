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
    /** The refund that the caller expects: the call is rejected if the amount differs. Omitted: any amount. */
    amount: z.optional(z.nullable(amount)),
    /**
     * The buyer's secrets for tickets of packs of a drop. The packs are returned together with their secrets. Omitted
     * if the shop made the secrets.
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
  audience: 'admin',
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
  audience: 'admin',
  // The request says how many unopened packs the operator saw. After a first click there are fewer, so a second click
  // does nothing.
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

nameShapes({ ReturnRequest: returnRequest });
