// What moved in hours that are over is added up once, for the overview (choice 276).
import { inTransaction, statement } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';

/** A week at a time: short enough for every limit, however much moved. */
const HOURS_AT_ONCE = 168;

/** Keeps the hours that are over. While somebody writes for seconds who may belong to one of them it does nothing: its next time comes. */
export async function keepHours(
  { db }: Pick<Context, 'db'>,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  for (let done = 0; ;) {
    signal?.throwIfAborted();
    const kept = await inTransaction(db, async (tx) => {
      const [row] = await statement<{ kept: number }>(tx, 'select keep_hours($1) as kept', [
        HOURS_AT_ONCE,
      ]);
      return row!.kept;
    });
    if (kept === 0) return { done, failed: 0 };
    done += kept;
  }
}
