// The filters of a list as SQL: each combination of filters is its own statement with its own plan and index,
// because one text for all of them gets a plan that suits none (choice 109).

/**
 * One filter: its condition with `$?` in place of the value, and the value; null if not filtered. A
 * condition without `$?` uses no value; it then only switches the filter on.
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

/** From a time to another, both included; null leaves an end open. */
export function within(column: string, from: Date | null, to: Date | null): Filter[] {
  return [
    { sql: `${column} >= $?`, value: from },
    { sql: isUpTo(column, '$?'), value: to },
  ];
}

/** The wire has milliseconds, the database is more precise: the whole last millisecond is in the range. */
export function isUpTo(column: string, place: string): string {
  return `${column} < ${place}::timestamptz + interval '1 millisecond'`;
}

/**
 * That a text begins so, in a way that only an ordered index of its letters (`text_pattern_ops`) can answer:
 * `like` with a parameter may go along an index of parts, which reads half the table for a common one.
 */
export function begins(column: string, place: string): string {
  return String.raw`${column} ~>=~ ${place} and ${column} ~<~ (${place} || U&'\+10FFFF')`;
}

/** The order of that index. */
export function byLetters(column: string): string {
  return `${column} using ~<~`;
}

/**
 * The first few in the order of an index. Without an order a plan looks up all that fit, or reads the table; and so it does with one where
 * it takes all of them for few. A limit that it can't know is for it a tenth of them, whatever they are, which only the index gives for less.
 */
export function firstBy(order: string, most: number): string {
  return `order by ${order} limit (select ${most})`;
}
