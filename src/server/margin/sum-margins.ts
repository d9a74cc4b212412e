// The jobs behind the page of margins: they sum what was earned and spent, and value the stock (choice 965).
import { inTransaction, inLongTransaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { listDropsToValue, sumMarginsOnce, valueDrop, valueStockNow } from './margin-queries.ts';

/** The most journals that one transaction sums, which takes about a second. */
const JOURNALS_AT_ONCE = 20_000;

/** Sums all journals that `sum-movements` has summed. */
export async function sumMargins(
  { db }: Pick<Context, 'db'>,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  for (let done = 0; ;) {
    signal?.throwIfAborted();
    const summed = await inTransaction(db, (tx) => sumMarginsOnce(tx, JOURNALS_AT_ONCE));
    done += summed.journals;
    if (!summed.is_behind) return { done, failed: 0 };
  }
}

/** Values the stock, what the shop owes to customers, and the drops. */
export async function valueStock(
  { db }: Pick<Context, 'db'>,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  await inLongTransaction(db, valueStockNow);
  const drops = await listDropsToValue(db);
  for (const drop of drops) {
    signal?.throwIfAborted();
    await inLongTransaction(db, (tx) => valueDrop(tx, drop));
  }
  return { done: drops.length + 1, failed: 0 };
}
