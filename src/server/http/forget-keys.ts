// The answers to Idempotency-Keys are kept for a day (docs/product.md §3), and not longer.
import type { Context } from '../runtime/context.ts';
import { deleteOldKeys } from './idempotency-keys-queries.ts';

const BATCH = 1_000;

/** Deletes what is older, a batch at a time, so that no purchase waits for it. */
export async function forgetKeys(
  { db }: Context,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  let done = 0;
  for (let deleted = BATCH; deleted === BATCH; done += deleted) {
    signal?.throwIfAborted();
    deleted = await deleteOldKeys(db, BATCH);
  }
  return { done, failed: 0 };
}
