// Credits that come and go (docs/product.md §6).
import * as z from 'zod/mini';
import { JOURNAL_KINDS } from '#domain/ledger.ts';
import { amount, instant } from './amounts.ts';

/** One event that moved money, as its user sees it: what went out is negative. */
export const transaction = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  type: z.enum(JOURNAL_KINDS),
  amount,
  currency: z.string(),
  status: z.enum(['pending', 'processing', 'completed', 'failed']),
  description: z.string(),
  reference: z.nullable(z.string()),
  paymentMethod: z.nullable(z.enum(['balance', 'stripe'])),
  paymentId: z.nullable(z.string()),
  processedAt: z.nullable(instant),
  failureReason: z.nullable(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: instant,
  updatedAt: instant,
});
export type Transaction = z.output<typeof transaction>;
