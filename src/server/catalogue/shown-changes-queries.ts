// What the database's triggers note of what visitors see.
import { setTimeout as wait } from 'node:timers/promises';
import { STOCK_COUNTED_MOST } from '#domain/stock.ts';
import { statement, type Database } from '#engine/database.ts';
import type { Shown } from '../http/ready-rows.ts';
import { settleFacts } from './pack-type-facts-queries.ts';

/** More rows than this take longer to add up than to put together. */
const ROWS_MOST = 500;

/** So long a look waits for figures of sealed packs that are counted anew; whoever looks later sees them. */
const COUNTING_MS = 100;

/**
 * Looks what is shown now, each as a text that changes with it. Stock beyond what is told makes no difference. What is told of
 * sealed packs is brought up to date first, as far as it is soon done: drops of thousands of packs that open at once take seconds,
 * in which visitors go on getting the figures of before. `waits`: until all of it is done. So does the first look, before the shop opens.
 */
export function openLook(db: Database, { waits }: { waits: boolean }): () => Promise<Shown> {
  let isFirst = true;
  let counting: Promise<void> | null = null;
  const count = () => (counting ??= countDue(db).finally(() => (counting = null)));
  return async () => {
    if (waits || isFirst) await countDue(db);
    else await Promise.race([count(), wait(COUNTING_MS, undefined, { ref: false })]);
    isFirst = false;
    return look(db);
  };
}

async function countDue(db: Database): Promise<void> {
  const due = await statement(db, 'select from facts_due limit 1', []);
  if (due.length > 0) await settleFacts(db, { wait: false });
}

async function look(db: Database): Promise<Shown> {
  const rows = await statement<{ id: string; packs: number; changes: number; rows: number }>(
    db,
    `select pack_type_id as id, sum(packs) as packs, sum(changes) as changes, count(*) as rows
     from shown_changes group by 1 order by 1`,
    [],
  );
  const marks = new Map(
    rows.map(({ id, packs, changes }) => [id, `${changes} ${Math.min(packs, STOCK_COUNTED_MOST)}`]),
  );
  if (rows.reduce((sum, row) => sum + row.rows, 0) > ROWS_MOST) {
    await statement(db, 'select fold_shown_changes()', [], { writes: true });
  }
  return {
    ofPackType: (id) => marks.get(id) ?? '',
    ofShop: String(rows.find(({ id }) => id === '/shop')?.changes ?? 0),
    // What is about no pack type is about the cards.
    ofCards: String(rows.find(({ id }) => id === '')?.changes ?? 0),
    ofAll: JSON.stringify([...marks]),
  };
}
