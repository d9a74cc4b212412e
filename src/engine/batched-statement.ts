// Statements that serve several requests of a batch at once: all requests that run such a statement
// in the same turn of the event loop share it.
/**
 * A statement for many items. `valuesOf` puts all items into the statement's values. If the
 * statement returns rows, each row says in `at`, from 1, to which item it belongs. The text looks
 * up each item by a lateral subquery with a limit, because the planner can't know how few items
 * there are. It uses `unnest((select $1::uuid[]))`, so that Postgres doesn't make a new plan for
 * each number of items.
 */
export type BatchedStatement<Item> = {
  text: string;
  valuesOf: (items: Item[]) => unknown[];
  /** Set if the caller needs the result while Postgres still works on the next statements. */
  isServedEarly?: true;
  /**
   * The statement calls a function that writes. Each row of the result means that something was
   * written.
   */
  writes?: true;
  /**
   * The statement may wait for other transactions. If a request of a batch runs it, the batch is
   * undone, and each request runs again in its own transaction.
   */
  mayWait?: true;
};

/** The source of a statement whose only items are ids, each with its `at`. */
export const EACH_ID = 'unnest((select $1::uuid[])) with ordinality as w (id, at)';

/**
 * Turns rows into one array for each column, for a statement that unnests them. `width`: number of columns, for use
 * without rows.
 */
export function inColumns(rows: unknown[][], width = 0): unknown[][] {
  const columns = rows[0]?.length ?? width;
  return Array.from({ length: columns }, (_, column) => rows.map((row) => row[column]));
}

/**
 * Joins JSON documents into one text with a line for each, for `string_to_array(…, e'\n', '')`. JSON text has no line
 * breaks. An array of long texts would cost more to write and parse than to store. Null becomes an empty line.
 */
export function inLines(documents: readonly (string | null)[]): string {
  return documents.map((document) => document ?? '').join('\n');
}
