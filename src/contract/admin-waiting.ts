// What waits for operators (docs/product.md §13).
import * as z from 'zod/mini';
import { WAITING_KINDS } from '#domain/waiting.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

const waiting = z.object({
  kind: z.enum(WAITING_KINDS),
  /** Counted up to COUNTED_MOST, which means "at least". */
  count: z.int(),
  /** The sum of the money that waits. Null if the kind is not about money. */
  amount: z.nullable(amount),
  /**
   * When the oldest item began to wait. For disputes, the first deadline for an answer; null if the bank accepts none.
   */
  at: z.nullable(instant),
  /** How many of them have waited longer than they should. */
  late: z.int(),
});

export type Waiting = z.output<typeof waiting>;

export const listWaiting = endpoint({
  method: 'GET',
  path: '/admin/waiting',
  summary:
    'What waits for operators, as far as the caller may see it. What has nothing waiting is left out.',
  audience: 'staff',
  repeat: 'none',
  reads: [
    'shipments',
    'transactions',
    'disputes',
    'stock',
    'singles',
    'catalogue',
    'jobs',
    'mails',
  ],
  reply: z.object({ waiting: z.array(waiting) }),
  rejections: [],
});

nameShapes({ Waiting: waiting });
