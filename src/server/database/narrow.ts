// Writes the filters of a list as SQL. Each combination of filters is a statement with its own plan
// and index. A single statement for all combinations would get a plan that suits none of them
// (choice 109).

/**
 * A filter. `sql` is the condition, with `$?` in place of the value. If `value` is null, the filter
 * is off. A condition without `$?` applies whenever `value` is not null.
 */
export type Filter = { sql: string; value: unknown };

export type Narrowed = {
  /** All conditions, joined by `and`. It is `true` if there are no filters. */
  where: string;
  /** The values of the parameters, beginning with `$1`. */
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

/** Filters for a period that includes its two ends. If an end is null, the period is open at this end. */
export function withinPeriod(column: string, from: Date | null, to: Date | null): Filter[] {
  return [
    { sql: `${column} >= $?`, value: from },
    { sql: isUpTo(column, '$?'), value: to },
  ];
}

/**
 * Compares up to the end of the given millisecond, because the API has milliseconds and the
 * database stores times more precisely.
 */
export function isUpTo(column: string, place: string): string {
  return `${column} < ${place}::timestamptz + interval '1 millisecond'`;
}

/**
 * SQL that tells whether a text begins with another. Its operators force an ordered index
 * (`text_pattern_ops`). With `like` and a parameter, the planner may use an index of name parts
 * instead, which reads half the table for a common part.
 */
export function begins(column: string, place: string): string {
  return String.raw`${column} ~>=~ ${place} and ${column} ~<~ (${place} || U&'\+10FFFF')`;
}

/** The sort order of an index with `text_pattern_ops`. */
export function byLetters(column: string): string {
  return `${column} using ~<~`;
}

/**
 * Limits a query to the first rows in the order of an index, so that the planner uses this index.
 * Without an order, the planner reads all matches or the whole table. With an order and a plain
 * limit, it also does so if it expects few matches. So the limit is a subquery: the planner then
 * assumes that the query reads a tenth of the matches, and so prefers the index.
 */
export function firstBy(order: string, most: number): string {
  return `order by ${order} limit (select ${most})`;
}
