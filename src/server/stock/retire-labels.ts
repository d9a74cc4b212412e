import { MOST_RETIRED } from '#domain/packproof/log-objects.ts';
import { inTransaction, type Database } from '#engine/database.ts';
import { appendToLog } from '../public-log/append-to-log.ts';
import { findLog, findLogTime, lockLog } from '../public-log/log-queries.ts';
import type { Context } from '../runtime/context.ts';
import { listLabelsToRetire } from './retired-labels-queries.ts';

/**
 * Retires in the public log the graded cards that came back to the shop before today, so that they never come back in a
 * pack. `number`: the log in which this process has published its verifier. Does nothing if another log is current,
 * because older verifiers refuse such an entry. Returns the number of cards.
 */
export async function retireLabels(context: Context<Database>, number: number): Promise<number> {
  // Without this check, a day without such a card would lock the log for nothing.
  if ((await listLabelsToRetire(context.db, number)).length === 0) return 0;
  const cards = await inTransaction(context.db, async (db) => {
    await lockLog(db);
    if ((await findLog(db))?.number !== number) return 0;
    const due = await listLabelsToRetire(db, number);
    const at = await findLogTime(db);
    const parts = Math.ceil(due.length / MOST_RETIRED);
    await appendToLog(
      { ...context, db },
      Array.from({ length: parts }, (_, part) => ({
        v: 2,
        kind: 'x-retired',
        at,
        labels: due.slice(part * MOST_RETIRED, (part + 1) * MOST_RETIRED),
      })),
    );
    return due.length;
  });
  if (cards === 0) return 0;
  context.log.info(
    { event: 'labels_retired', cards },
    'Public log retired graded cards that came back to the shop: they will never be in a pack again',
  );
  return cards;
}
