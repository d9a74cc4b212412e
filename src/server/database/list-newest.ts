import { COUNTED_MOST } from '#contract/paging.ts';
import { statement, type Database } from '#engine/database.ts';
import type { Filter, Narrowed } from './narrow.ts';
import { orderBySql, type Order } from './order.ts';
import { pageOf } from './page-of.ts';

/**
 * The parts of a list, as pieces of SQL over a table that has the alias `t` and the columns `id`
 * and `created_at`.
 */
export type NewestList = {
  table: string;
  columns: string;
  narrowed: Narrowed;
  /** The search. Null if the list is not searched. */
  search: Search | null;
  /** The order, if it is not newest first. */
  order?: Order;
};

const NEWEST = orderBySql({ made: { sql: 't.created_at', type: 'timestamptz' } }, '-made', {
  sql: 't.id',
  type: 'uuid',
});

/**
 * A text to find, and the conditions that find it. Each condition has its own index, and has `$?`
 * in place of the text. If more rows may match than lists count, `first` has an order by this index
 * and a limit.
 */
export type Search = { text: string; ways: { sql: string; first?: string }[] };

/** Lists a page, newest row first unless another order is given. `total` is the number of rows, counted up to COUNTED_MOST. */
export async function listNewest<Row extends object>(
  db: Database,
  list: NewestList,
  limit: number,
  offset: number,
): Promise<{ rows: Row[]; total: number }> {
  const { table, columns, narrowed, search, order = NEWEST } = list;
  if (search !== null) return listFound<Row>(db, { ...list, search }, limit, offset);
  const from = `from ${table} t where ${narrowed.where}`;
  const page = (part: string) => `select ${columns} ${from} order by ${order.by} ${part}`;
  return pageOf<Row>(db, { from, values: narrowed.values, page }, limit, offset);
}

/**
 * Lists a page of the rows that a search finds. Each condition finds only as many rows as lists
 * count. If more rows match, the user has to type more of the text.
 */
async function listFound<Row extends object>(
  db: Database,
  { table, columns, narrowed, search, order = NEWEST }: NewestList & { search: Search },
  limit: number,
  offset: number,
): Promise<{ rows: Row[]; total: number }> {
  const { where, values } = narrowed;
  const at = values.length;
  const found = waysOf(table, search, `$${at + 1}`, where);
  const rows = await statement<Row & { found: number; found_id: string | null }>(
    db,
    `with found as materialized (${found})
     select counted.found, page.* from (select count(*)::int as found from found) counted
     left join (
       select t.id as found_id, ${columns}, row_number() over (order by ${order.by}) as place from (
         select t.id from found join ${table} t on t.id = found.id order by ${order.by} limit $${at + 2} offset $${at + 3}
       ) page join ${table} t on t.id = page.id
     ) page on true
     order by page.place`,
    [...values, search.text, limit, offset],
  );
  return {
    rows: rows.filter(({ found_id }) => found_id !== null),
    total: Math.min(rows[0]!.found, COUNTED_MOST),
  };
}

function waysOf(table: string, { ways }: Search, text: string, where: string): string {
  return ways
    .map(({ sql, first = '' }) => {
      const condition = sql.replaceAll('$?', text);
      return `(select t.id from ${table} t where ${condition} and ${where} ${first})`;
    })
    .join('\n union ');
}

/** A filter that keeps only the rows that a search finds. */
export function foundBy(table: string, search: Search): Filter {
  return { sql: `t.id = any (array(${waysOf(table, search, '$?', 'true')}))`, value: search.text };
}
