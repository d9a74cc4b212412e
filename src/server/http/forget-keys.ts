// Deletes the stored responses to Idempotency-Keys after a day (docs/product.md §3).
import type { Context } from '../runtime/context.ts';
import { deleteOldKeys } from './idempotency-keys-queries.ts';

const BATCH = 1_000;

/** Deletes expired keys in batches, so that no purchase waits for all deletions. */
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
