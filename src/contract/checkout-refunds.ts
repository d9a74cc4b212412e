// Refunding unopened packs (docs/product.md §10).
import * as z from 'zod/mini';
import { amount } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { transactionId, shortText, refund } from './wallet.ts';

export const refundTransaction = endpoint({
  method: 'POST',
  path: '/transactions/{id}/refund',
  summary: 'Refunds unopened packs to the card that paid for them; the packs go back on sale.',
  audience: 'user',
  repeat: 'natural',
  changes: ['balance', 'transactions', 'packs', 'stock', 'discount-codes', 'audit-log'],
  params: transactionId,
  body: z.object({
    /** The expected refund; omitted: any amount. */
    amount: z.optional(z.nullable(amount)),
    reason: shortText('Reason', 200),
  }),
  reply: refund,
  rejections: ['NOT_FOUND', 'AMOUNT_MISMATCH', 'INVALID_TRANSITION', 'DISPUTED'],
});
