// Runs updates before public endpoints read. The updates recount the statistics of sealed packs,
// and merge rows of the table `shown_changes`, whose sum is the stock.
import { setTimeout as wait } from 'node:timers/promises';
import { statement, type Database } from '#engine/database.ts';
import { recountFacts } from './pack-type-facts-queries.ts';

/** If `shown_changes` has more rows than this, merging them is quicker than adding them up at each read. */
const ROWS_MAX = 500;
/** Milliseconds that a read waits for a recount. */
const RECOUNT_MS = 100;

/**
 * Returns a function that recounts the due statistics. If `waits` is true, the function waits until
 * the recount ends. Otherwise it waits at most 100 ms, and visitors get the previous statistics
 * meanwhile, because a recount takes seconds when thousands of packs open at once.
 */
export function openRecount(db: Database, { waits }: { waits: boolean }): () => Promise<void> {
  let recounting: Promise<void> | null = null;
  const recount = () => (recounting ??= recountDue(db).finally(() => (recounting = null)));
  return waits
    ? () => recountDue(db)
    : () => Promise.race([recount(), wait(RECOUNT_MS, undefined, { ref: false })]);
}

/** Recounts the due statistics, and waits until the recount ends. */
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
