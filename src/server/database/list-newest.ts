import { COUNTED_MOST } from '#contract/paging.ts';
import { statement, type Database } from './database.ts';
import type { Narrowed } from './narrow.ts';

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
  if (list.isSearch) {
    const found = await findFew<Row>(db, list, limit, offset);
    return found ?? { rows: await goAlong<Row>(db, list, limit, offset), total: COUNTED_MOST };
  }
  const [rows, total] = await Promise.all([
    goAlong<Row>(db, list, limit, offset),
    countAll(db, list),
  ]);
  return { rows, total };
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

async function goAlong<Row extends object>(
  db: Database,
  list: NewestList,
  limit: number,
  offset: number,
): Promise<Row[]> {
  const { table, columns, narrowed } = list;
  const { where, values } = narrowed;
  return statement<Row>(
    db,
    `select ${columns} from ${table} t where ${where} order by t.created_at desc, t.id desc
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, offset],
  );
}

async function countAll(db: Database, { table, narrowed }: NewestList): Promise<number> {
  const [counted] = await statement<{ total: number }>(
    db,
    `select count(*)::int as total from (select 1 from ${table} t where ${narrowed.where} limit ${COUNTED_MOST}) counted`,
    narrowed.values,
  );
  return counted!.total;
}
