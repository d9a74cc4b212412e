// What the database's triggers note of what visitors see.
import { STOCK_COUNTED_MOST } from '#domain/stock.ts';
import { statement, type Database } from '../database/database.ts';
import type { Shown } from '../http/ready-readings.ts';
import { settleFacts } from './pack-type-facts-queries.ts';

/** More rows than this take longer to add up than to put together. */
const ROWS_MOST = 500;

/**
 * What is shown now, each as a text that changes with it. Stock beyond what is told makes no difference. Packs that were
 * opened since the last look are taken out of what is told of the sealed ones first.
 */
export async function lookAtShown(db: Database): Promise<Shown> {
  const due = await statement(db, 'select from facts_due limit 1', []);
  if (due.length > 0) await settleFacts(db, { wait: false });
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
    await statement(db, 'select fold_shown_changes()', []);
  }
  return {
    ofPackType: (id) => marks.get(id) ?? '',
    ofShop: String(rows.find(({ id }) => id === '/shop')?.changes ?? 0),
    // What is about no pack type is about the cards.
    ofCards: String(rows.find(({ id }) => id === '')?.changes ?? 0),
    ofAll: JSON.stringify([...marks]),
  };
}
