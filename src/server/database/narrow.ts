// The filters of a list as SQL. Each combination of filters is its own statement with its own plan
// and index, because one text for all of them gets a plan that suits none (choice 109).

/**
 * One filter: its condition, with `$?` in place of the value, and the value; null if not filtered.
 * A condition without `$?` uses no value; any value only switches the filter on.
 */
export type Filter = { sql: string; value: unknown };

export type Narrowed = {
  /** One condition; `true` without any filters. */
  where: string;
  /** The values of `$1` and up. */
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

/** Between two times, both inclusive; null leaves an end open. */
export function within(column: string, from: Date | null, to: Date | null): Filter[] {
  return [
    { sql: `${column} >= $?`, value: from },
    { sql: isUpTo(column, '$?'), value: to },
  ];
}

/**
 * The API has milliseconds and the database is more precise: the range includes the whole last
 * millisecond.
 */
export function isUpTo(column: string, place: string): string {
  return `${column} < ${place}::timestamptz + interval '1 millisecond'`;
}

/**
 * Whether a text begins with another, in a form that only an ordered index (`text_pattern_ops`) can
 * serve. For `like` with a parameter, the planner may use an index of name parts, which reads half
 * the table for a common part.
 */
export function begins(column: string, place: string): string {
  return String.raw`${column} ~>=~ ${place} and ${column} ~<~ (${place} || U&'\+10FFFF')`;
}

/** The sort order of that index. */
export function byLetters(column: string): string {
  return `${column} using ~<~`;
}

/**
 * The first few rows in the order of an index. Without an order, the planner reads all matches, or
 * the whole table. It does so even with an order if it expects few matches. For a limit that it
 * can't know, it assumes a tenth of the matches, and then only the index is cheaper.
 */
export function firstBy(order: string, most: number): string {
  return `order by ${order} limit (select ${most})`;
}
