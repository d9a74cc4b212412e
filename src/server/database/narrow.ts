// What a list was narrowed to, as SQL: each combination of filters is a statement of its own with its own
// plan and index, as one text for all of them gets a plan that suits none (choice 109).

/**
 * One filter: its condition with `$?` where the value stands, and the value; null where nobody asked. A
 * condition without `$?` takes no value, which then only says that it was asked for.
 */
export type Filter = { sql: string; value: unknown };

export type Narrowed = {
  /** One condition; `true` where nothing was asked. */
  where: string;
  /** What `$1` and on stand for. */
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

/** The wire tells milliseconds, the database keeps more: the last one belongs to a range as a whole. */
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

/** What somebody typed, for `like`: `%` and `_` stand for themselves. */
export function asPattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
