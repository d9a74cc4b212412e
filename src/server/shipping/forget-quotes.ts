// Deletes unused quotes a day after they expire. Until then, users can look them up.
import type { Context } from '../runtime/context.ts';
import { deleteOldQuotes } from './shipping-quotes-queries.ts';

const BATCH = 1_000;

export async function forgetQuotes(
  { db }: Context,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  let done = 0;
  for (let deleted = BATCH; deleted === BATCH; done += deleted) {
    signal?.throwIfAborted();
    deleted = await deleteOldQuotes(db, BATCH);
  }
  return { done, failed: 0 };
}
