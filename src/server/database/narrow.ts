// The filters of a list as SQL. Each combination of filters is a statement with its own plan and
// index. A single statement for all combinations would get a plan that suits none of them (choice
// 109).

/**
 * A filter. `sql`: the condition, with `$?` in place of the value. `value` null: the filter is off.
 * A condition without `$?` applies whenever `value` is not null.
 */
export type Filter = { sql: string; value: unknown };

export type Narrowed = {
  /** All conditions, joined. Without filters: `true`. */
  where: string;
  /** The values of `$1` and the following parameters. */
  values: unknown[];
};

export function narrow(filters: Filter[]): Narrowed {
  const asked = filters.filter(({ value }) => value !== null);
  const values: unknown[] = [];
  const conditions = asked.map(({ sql, value }) => {
    if (!sql.includes('$?')) return sql;
    values.push(value);
    return sql.replaceAll('$?', `$${values.length}`);
  });
  return {
    where: conditions.join(' and ') || 'true',
    values,
  };
}

/** Filters for a period, both ends inclusive. Null leaves an end open. */
export function within(column: string, from: Date | null, to: Date | null): Filter[] {
  return [
    { sql: `${column} >= $?`, value: from },
    { sql: isUpTo(column, '$?'), value: to },
  ];
}

/**
 * Compares up to the end of the given millisecond, because the API has milliseconds and the
 * database is more precise.
 */
export function isUpTo(column: string, place: string): string {
  return `${column} < ${place}::timestamptz + interval '1 millisecond'`;
}

/**
 * Whether a text begins with another. The operators force an ordered index (`text_pattern_ops`).
 * With `like` and a parameter, the planner may use an index of name parts instead, which reads half
 * the table for a common part.
 */
export function begins(column: string, place: string): string {
  return String.raw`${column} ~>=~ ${place} and ${column} ~<~ (${place} || U&'\+10FFFF')`;
}

/** The sort order of an index with `text_pattern_ops`. */
export function byLetters(column: string): string {
  return `${column} using ~<~`;
}

/**
 * Limits a query to the first rows in the order of an index, so that the planner uses that index.
 * Without an order, the planner reads all matches or the whole table. It does the same for an order
 * with a plain limit if it expects few matches. So the limit is a subquery: the planner then
 * assumes that the query reads a tenth of the matches, and finds the index cheaper.
 */
export function firstBy(order: string, most: number): string {
  return `order by ${order} limit (select ${most})`;
}
