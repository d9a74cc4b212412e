// Updates before public endpoints read: the statistics of sealed packs, and the table whose sum is
// the stock.
import { setTimeout as wait } from 'node:timers/promises';
import { statement, type Database } from '#engine/database.ts';
import { recountFacts } from './pack-type-facts-queries.ts';

/** More rows of `shown_changes` than this take longer to add up than to merge. */
const ROWS_MAX = 500;
/** How long a read waits for a recount. */
const RECOUNT_MS = 100;

/**
 * Makes the function that recounts the due statistics. It waits a tenth of a second at most: when
 * thousands of packs of a drop open at once, a recount takes seconds, and visitors get the previous
 * statistics meanwhile. `waits`: it waits for the end.
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
