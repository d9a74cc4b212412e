// What several requests of one transaction ask in one turn of the event loop, as one statement for all of them.
/**
 * A statement that does for many what each of them asks for: `valuesOf` puts the items of all into its values. If it answers rows,
 * each says by `at`, from 1, whose it is. Each item is looked up by a lateral subquery with a limit, as a plan doesn't know how few
 * there are; `unnest((select $1::uuid[]))` keeps it from being made anew for how many there happen to be.
 */
export type BatchedStatement<Item> = {
  text: string;
  valuesOf: (items: Item[]) => unknown[];
  /** Its answer is wanted while Postgres is at work on what is asked behind it. */
  isServedEarly?: true;
  /** It calls a function that writes: each row of its answer says that something was written. */
  writes?: true;
  /** It may have to wait for others. Asked in a batch, it ends the batch: each request is handled again in its own transaction. */
  mayWait?: true;
};

/** The ids of a statement that is given nothing else, each with its place. */
export const EACH_ID = 'unnest((select $1::uuid[])) with ordinality as w (id, at)';

/** Rows as one array a column, for a statement that unnests them. `width`: of columns, where there may be no row. */
export function inColumns(rows: unknown[][], width = 0): unknown[][] {
  const columns = rows[0]?.length ?? width;
  return Array.from({ length: columns }, (_, column) => rows.map((row) => row[column]));
}

/**
 * Documents as one text, a line each, for `string_to_array(…, e'\n', '')`: what is written as JSON has no line breaks, and to write long
 * texts as an array, and read them again sign by sign, costs more than to store them. Null: an empty line.
 */
export function inLines(documents: readonly (string | null)[]): string {
  return documents.map((document) => document ?? '').join('\n');
}
