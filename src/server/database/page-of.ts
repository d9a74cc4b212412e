import { COUNTED_MOST } from '#contract/paging.ts';
import { statement, type Database } from '#engine/database.ts';

/** The list to take a page from. */
export type Listed = {
  /** The whole list: `from orders o where …`. */
  from: string;
  values: unknown[];
  /** The statement that reads one page in order; `part` is its limit and offset. */
  page: (part: string) => string;
  /**
   * The order for the count, if an index can restrict it to the filter, such as a period: then the
   * count of a quiet period does not read the whole table.
   */
  along?: string;
};

/** A page of a list, and the total number, counted up to COUNTED_MOST. */
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
 * The limits that may be written into a statement. As a parameter, the limit could be any number
 * for a cached plan, which then reads whole tables for a tenth of all rows (choice 280). A text for
 * each size would be a hundred statements.
 */
const PAGE_SIZES = [10, 25, 50, 100] as const;

/** The smallest of them that is enough. */
export function pageSizeOf(limit: number): number {
  return PAGE_SIZES.find((size) => size >= limit) ?? limit;
}

/** Reads only the page. */
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
