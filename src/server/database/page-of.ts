import { COUNTED_MOST } from '#contract/paging.ts';
import { statement, type Database } from '#engine/database.ts';

/** What a page is taken of. */
export type Listed = {
  /** All of it: `from orders o where …`. */
  from: string;
  values: unknown[];
  /** The statement that reads one page of it in order; `part` is its limit and offset. */
  page: (part: string) => string;
  /**
   * The order that it is counted in, where an index has the place of what is asked for, such as a period: the count of
   * one in which little happened reads no whole table.
   */
  along?: string;
};

/** A page of a list, and how many there are in all, counted up to COUNTED_MOST. */
export async function pageOf<Row extends object>(
  db: Database,
  listed: Listed,
  limit: number,
  offset: number,
): Promise<{ rows: Row[]; total: number }> {
  const along = listed.along === undefined ? '' : `order by ${listed.along}`;
  const [rows, [counted]] = await Promise.all([
    readPage<Row>(db, listed, limit, offset),
    statement<{ total: number }>(
      db,
      `select count(*)::int as total from (select 1 ${listed.from} ${along} limit ${COUNTED_MOST}) counted`,
      listed.values,
    ),
  ]);
  return { rows, total: counted!.total };
}

/**
 * What a text may have as its limit. As a value it would be any number to a plan that is kept, which reads whole tables for
 * a tenth of all rows (choice 280); a text for each size would be a hundred.
 */
const PAGE_SIZES = [10, 25, 50, 100] as const;

/** The least of those that is enough. */
export function pageSizeOf(limit: number): number {
  return PAGE_SIZES.find((size) => size >= limit) ?? limit;
}

/** The page by itself. */
async function readPage<Row extends object>(
  db: Database,
  { values, page }: Listed,
  limit: number,
  offset: number,
): Promise<Row[]> {
  const rows = await statement<Row>(
    db,
    page(`limit ${pageSizeOf(limit)} offset $${values.length + 1}`),
    [...values, offset],
  );
  return rows.slice(0, limit);
}
