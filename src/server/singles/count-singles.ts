import type { Context } from '../runtime/context.ts';
import { storeSums } from './admin/sums-queries.ts';

/** Sums a large stock of cards by state, for the operators' page. Does nothing for a small stock. */
export async function countSingles({ db }: Context): Promise<{ done: number; failed: number }> {
  return { done: await storeSums(db), failed: 0 };
}
