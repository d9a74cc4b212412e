// Updates that run before public endpoints read: the statistics of sealed packs, and the table
// `shown_changes`, whose sum is the stock.
import { setTimeout as wait } from 'node:timers/promises';
import { statement, type Database } from '#engine/database.ts';
import { recountFacts } from './pack-type-facts-queries.ts';

/**
 * Above this number of rows in `shown_changes`, merging them is quicker than adding them up each
 * time.
 */
const ROWS_MAX = 500;
/** Milliseconds that a read waits for a recount. */
const RECOUNT_MS = 100;

/**
 * Makes the function that recounts the due statistics. If `waits`, the function waits for the end
 * of the recount. Otherwise it waits at most 100 ms, because a recount takes seconds when thousands
 * of packs open at once. Visitors get the previous statistics meanwhile.
 */
export function openRecount(db: Database, { waits }: { waits: boolean }): () => Promise<void> {
  let recounting: Promise<void> | null = null;
  const recount = () => (recounting ??= recountDue(db).finally(() => (recounting = null)));
  return waits
    ? () => recountDue(db)
    : () => Promise.race([recount(), wait(RECOUNT_MS, undefined, { ref: false })]);
}

/** Recounts the due statistics, and waits for the end. */
export async function recountDue(db: Database): Promise<void> {
  const [row] = await statement<{ isDue: boolean; rows: number }>(
    db,
    `select exists (select from facts_due) as "isDue", (select count(*) from shown_changes) as rows`,
    [],
  );
  if (row!.isDue) await recountFacts(db, { wait: false });
  if (row!.rows > ROWS_MAX) {
    await statement(db, 'select fold_shown_changes()', [], { writes: true });
  }
}
