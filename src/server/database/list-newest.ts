import { COUNTED_MOST } from '#contract/paging.ts';
import { statement, type Database } from '#engine/database.ts';
import type { Narrowed } from './narrow.ts';
import { pageOf } from './page-of.ts';

/**
 * The parts of a list, as pieces of SQL over a table that has the alias `t` and the columns `id`
 * and `created_at`.
 */
export type NewestList = {
  table: string;
  columns: string;
  narrowed: Narrowed;
  /** The search; null: the list is not searched. */
  search: Search | null;
};

/**
 * A text to find, and the conditions that find it. Each condition uses an index of its own, and has
 * `$?` in place of the text. `first`: the order of that index and a limit, needed if more rows may
 * match than are counted.
 */
export type Search = { text: string; ways: { sql: string; first?: string }[] };

/** Lists a page, newest first. `total`: the number of rows, counted only up to COUNTED_MOST. */
export async function listNewest<Row extends object>(
  db: Database,
  list: NewestList,
  limit: number,
  offset: number,
): Promise<{ rows: Row[]; total: number }> {
  const { table, columns, narrowed, search } = list;
  if (search !== null) return listFound<Row>(db, { ...list, search }, limit, offset);
  const from = `from ${table} t where ${narrowed.where}`;
  const page = (part: string) =>
    `select ${columns} ${from} order by t.created_at desc, t.id desc ${part}`;
  return pageOf<Row>(db, { from, values: narrowed.values, page }, limit, offset);
}

/**
 * Lists a page of the rows that a search finds. Each condition finds at most as many rows as are
 * counted. If more rows match, the user has to type more of the text.
 */
async function listFound<Row extends object>(
  db: Database,
  { table, columns, narrowed, search }: NewestList & { search: Search },
  limit: number,
  offset: number,
): Promise<{ rows: Row[]; total: number }> {
  const { where, values } = narrowed;
  const at = values.length;
  const found = search.ways.map(({ sql, first = '' }) => {
    const condition = sql.replaceAll('$?', `$${at + 1}`);
    return `(select t.id, t.created_at from ${table} t where ${condition} and ${where} ${first})`;
  });
  const rows = await statement<Row & { found: number; found_id: string | null }>(
    db,
    `with found as materialized (${found.join('\n union ')})
     select counted.found, page.* from (select count(*)::int as found from found) counted
     left join (
       select newest.id as found_id, ${columns} from (
         select id, created_at from found order by created_at desc, id desc limit $${at + 2} offset $${at + 3}
       ) newest join ${table} t on t.id = newest.id
     ) page on true
     order by page.created_at desc, page.found_id desc`,
    [...values, search.text, limit, offset],
  );
  return {
    rows: rows.filter(({ found_id }) => found_id !== null),
    total: Math.min(rows[0]!.found, COUNTED_MOST),
  };
}
