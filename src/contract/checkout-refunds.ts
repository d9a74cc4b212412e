// Refunding unopened packs, and what is left of credits (docs/product.md §10).
import * as z from 'zod/mini';
import { amount } from './amounts.ts';
import { hash } from './catalogue-drops.ts';
import { endpoint } from './endpoint.ts';
import { transactionId, shortText, refund } from './wallet.ts';

/** Far more lines than an order has. */
const LINES_MAX = 100;

export const refundTransaction = endpoint({
  method: 'POST',
  path: '/transactions/{id}/refund',
  summary:
    'Refunds unopened packs to the card that paid for them; for admins, also what is left of bought credits.',
  audience: 'user',
  repeat: 'natural',
  changes: ['balance', 'transactions', 'packs', 'stock', 'discount-codes', 'audit-log'],
  params: transactionId,
  body: z.object({
    /** The expected refund; omitted: any amount. */
    amount: z.optional(z.nullable(amount)),
    /** Of the tickets of packs of a drop, where the buyer made them: those packs are given back with them. */
    secrets: z.optional(z.array(hash).check(z.maxLength(LINES_MAX))),
    reason: shortText('Reason', 200),
  }),
  reply: refund,
  rejections: ['NOT_FOUND', 'AMOUNT_MISMATCH', 'INVALID_TRANSITION', 'DISPUTED'],
});

export const refundPacks = endpoint({
  method: 'POST',
  path: '/admin/orders/{id}/refund',
  summary:
    'Refunds some unopened packs of an order to its card; they go back on sale, except those of a drop, whose contents the public log shows.',
  audience: 'admin',
  // The packs that were seen are named with it, so that a second click finds fewer and does nothing.
  repeat: 'natural',
  changes: ['balance', 'transactions', 'packs', 'stock', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of an order') }),
  body: z.object({
    packs: z
      .array(
        z.object({
          packTypeId: z.string().check(z.minLength(1), z.maxLength(200)),
          quantity: z.int().check(z.minimum(1, 'quantity must be at least 1'), z.maximum(100)),
          /** How many of them were unopened when this was decided. */
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
