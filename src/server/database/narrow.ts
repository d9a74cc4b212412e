// The filters of a list as SQL. Each combination of filters is a statement with its own plan and
// index, because a single text for all combinations would get a plan that suits none (choice 109).

/**
 * A filter. `sql`: the condition, with `$?` in place of the value. `value` null: not filtered. A
 * condition without `$?` is switched on by any value.
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
 * Without an order, the planner reads all matches or the whole table. With a plain limit it does so
 * too if it expects few matches. The limit is a subquery, because the planner then assumes a tenth
 * of the matches and finds the index cheaper.
 */
export function firstBy(order: string, most: number): string {
  return `order by ${order} limit (select ${most})`;
}
