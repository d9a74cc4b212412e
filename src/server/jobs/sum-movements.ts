// Sums money movements and openings that are older than a minute, for the operators' overview (choices 755 and 756).
import { inTransaction, statement } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';

/**
 * The most transfers, and the most openings, that one transaction sums. Summing this many takes a fraction of a second.
 */
const MOVEMENTS_AT_ONCE = 100_000;

/**
 * Sums the movements that are due. An open transaction may have written movements that are not visible yet: then the
 * next run sums them.
 */
export async function sumMovements(
  { db }: Pick<Context, 'db'>,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  for (let done = 0; ;) {
    signal?.throwIfAborted();
    const summed = await inTransaction(db, async (tx) => {
      const [row] = await statement<{ movements: number; is_behind: boolean }>(
        tx,
        'select movements, is_behind from sum_movements($1)',
        [MOVEMENTS_AT_ONCE],
        { writes: true },
      );
      return row!;
    });
    done += summed.movements;
    if (!summed.is_behind) return { done, failed: 0 };
  }
}
