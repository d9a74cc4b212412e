import { COUNTED_MOST } from '#contract/paging.ts';
import { statement, type Database } from '#engine/database.ts';

/** The list from which a page is taken. */
export type Listed = {
  /** SQL for the whole list, such as `from orders o where …`. */
  from: string;
  values: unknown[];
  /** Returns the statement that reads one page in order. `part` is the page's limit and offset. */
  page: (part: string) => string;
  /**
   * The order in which the rows are counted. Set it if an index of this order can skip rows that a
   * filter, such as a period, excludes. Otherwise the count of a period with few rows reads the
   * whole table.
   */
  along?: string;
};

/** Reads a page of a list, and the total number of rows, counted up to COUNTED_MOST. */
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
 * Page sizes that are written into statements. If the limit were a parameter, a cached plan would
 * assume a tenth of all rows and read whole tables (choice 280). If every size had its own text,
 * there would be a hundred statements.
 */
const PAGE_SIZES = [10, 25, 50, 100] as const;

/** The smallest of PAGE_SIZES that is enough for `limit`. */
export function pageSizeOf(limit: number): number {
  return PAGE_SIZES.find((size) => size >= limit) ?? limit;
}

/** Reads the rows of a page. */
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

/** Returns the SQL of a limit that covers all pages up to and including the page of `part`. */
export function upTo(part: string): string {
  return part.replace('offset', '+').replaceAll(/\$\d+/g, '$&::bigint');
}
