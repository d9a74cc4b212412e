import { COUNTED_MOST } from '#contract/paging.ts';
import { statement, type Database } from './database.ts';

/** What a page is taken of. */
export type Listed = {
  /** All of it: `from orders o where …`. */
  from: string;
  values: unknown[];
  /** The statement that reads one page of it in order; `part` is its limit and offset. */
  page: (part: string) => string;
};

/** A page of a list, and how many there are in all, counted up to COUNTED_MOST. */
export async function pageOf<Row extends object>(
  db: Database,
  listed: Listed,
  limit: number,
  offset: number,
): Promise<{ rows: Row[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    readPage<Row>(db, listed, limit, offset),
    statement<{ total: number }>(
      db,
      `select count(*)::int as total from (select 1 ${listed.from} limit ${COUNTED_MOST}) counted`,
      listed.values,
    ),
  ]);
  return { rows, total: counted!.total };
}

/** The page by itself. */
function readPage<Row extends object>(
  db: Database,
  { values, page }: Listed,
  limit: number,
  offset: number,
): Promise<Row[]> {
  const part = `limit $${values.length + 1} offset $${values.length + 2}`;
  return statement<Row>(db, page(part), [...values, limit, offset]);
}
