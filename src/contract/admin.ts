// The operator's rows (docs/product.md §13).
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const auditBooks = endpoint({
  method: 'GET',
  path: '/admin/audit',
  summary: 'Counts the violations of each promise about money and stock; zeros when all hold.',
  audience: 'moderator',
  repeat: 'none',
  reply: z.array(z.object({ invariant: z.string(), violations: z.int() })),
  rejections: [],
});
