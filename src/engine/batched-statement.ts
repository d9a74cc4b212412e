// Makes statements that serve several requests of a batch at once. All requests that run such a statement in the same
// turn of the event loop share one execution.
/**
 * A statement for many items. `valuesOf` puts all items into the statement's values. If the statement returns rows, the
 * column `at` of each row is the number of the item to which it belongs, from 1. The text looks up each item by a
 * lateral subquery with a limit, because the planner can't know how few items there are. It uses `unnest((select
 * $1::uuid[]))`, so that Postgres doesn't make a new plan for each number of items.
 */
export type BatchedStatement<Item> = {
  text: string;
  valuesOf: (items: Item[]) => unknown[];
  /** Set if the caller needs the result before Postgres has finished the statements after this one. */
  isServedEarly?: true;
  /**
   * The statement calls a function that writes. Each row of the result means that something was
   * written.
   */
  writes?: true;
  /**
   * The statement may wait for other transactions. If a request of a batch runs such a statement, the whole batch is
   * undone, and each request runs again in its own transaction.
   */
  mayWait?: true;
};

/** The SQL source of a statement whose items are only ids. Each row has an id and its number `at`. */
export const EACH_ID = 'unnest((select $1::uuid[])) with ordinality as w (id, at)';

/**
 * Turns rows into one array for each column, for a statement that unnests the arrays. `width`: the number of columns if
 * there are no rows.
 */
export function inColumns(rows: unknown[][], width = 0): unknown[][] {
  const columns = rows[0]?.length ?? width;
  return Array.from({ length: columns }, (_, column) => rows.map((row) => row[column]));
}

/**
 * Joins JSON documents into one text with one line for each document, for `string_to_array(…, e'\n', '')`. JSON text
 * has no line breaks. An array of long texts would cost more to write and to parse than the documents cost to store. A
 * null document becomes an empty line.
 */
export function inLines(documents: readonly (string | null)[]): string {
  return documents.map((document) => document ?? '').join('\n');
}
