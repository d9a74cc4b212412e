import { COUNTED_MOST } from '#contract/paging.ts';
import { statement, type Database } from './database.ts';
import type { Narrowed } from './narrow.ts';
import { pageOf, readPage } from './page-of.ts';

/** What a list is made of: pieces of SQL over a table with `id` and `created_at`, which goes by `t`. */
export type NewestList = {
  table: string;
  columns: string;
  narrowed: Narrowed;
  /** It looks for words by an index of its own, which doesn't know what is newest. */
  isSearch: boolean;
};

/** A search that finds less is put in order as a whole; what it finds may all be old. */
const FOUND_MOST = 5_000;

/**
 * A page of a list, the newest first; `total` counts up to COUNTED_MOST. A search for something rare reads
 * what its index finds and nothing else; one for something common goes along the time, where it meets
 * enough soon. The planner, which can't know which it is, is told by the first of the two.
 */
export async function listNewest<Row extends object>(
  db: Database,
  list: NewestList,
  limit: number,
  offset: number,
): Promise<{ rows: Row[]; total: number }> {
  const { table, columns, narrowed } = list;
  const from = `from ${table} t where ${narrowed.where}`;
  const page = (part: string) =>
    `select ${columns} ${from} order by t.created_at desc, t.id desc ${part}`;
  const listed = { from, values: narrowed.values, page };
  if (!list.isSearch) return pageOf<Row>(db, listed, limit, offset);
  const found = await findFew<Row>(db, list, limit, offset);
  return found ?? { rows: await readPage<Row>(db, listed, limit, offset), total: COUNTED_MOST };
}

/** Null: there are too many to put in order. */
async function findFew<Row extends object>(
  db: Database,
  list: NewestList,
  limit: number,
  offset: number,
): Promise<{ rows: Row[]; total: number } | null> {
  const { table, columns, narrowed } = list;
  const { where, values } = narrowed;
  const rows = await statement<Row & { found: number; found_id: string | null }>(
    db,
    `with found as materialized (
       select t.id, t.created_at from ${table} t where ${where} limit ${FOUND_MOST}
     )
     select counted.found, page.* from (select count(*)::int as found from found) counted
     left join (
       select newest.id as found_id, ${columns} from (
         select id, created_at from found order by created_at desc, id desc
         limit $${values.length + 1} offset $${values.length + 2}
       ) newest join ${table} t on t.id = newest.id
     ) page on true
     order by page.created_at desc, page.found_id desc`,
    [...values, limit, offset],
  );
  const total = rows[0]!.found;
  if (total === FOUND_MOST) return null;
  return {
    rows: rows.filter(({ found_id }) => found_id !== null),
    total: Math.min(total, COUNTED_MOST),
  };
}
