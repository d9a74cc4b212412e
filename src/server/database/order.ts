// The order of an operators' list as SQL: its `order by`, and the rows after one of them. Each column has an index with the id after it.
import type { SortedBy } from '#contract/paging.ts';
import type { Filter } from './narrow.ts';

type Sorted = {
  sql: string;
  type: string;
  /** The index compares letters by their bytes (`text_pattern_ops`). */
  isByBytes?: true;
  /** The index is `desc nulls last`. */
  isNullsLast?: true;
};

type Id = {
  sql: string;
  type: string;
  /** The index has the ids in the opposite direction. */
  isReversed?: true;
};

/** A row of a list: its value in the column of the order as text, and its id. */
export type Cursor = { cursor: string; id: string };

export type Order = {
  by: string;
  /**
   * SQL for a row's value in the column of the order, as a text that converts back without loss.
   */
  cursor: string;
  /** The filter for the rows after the row `last`. If `last` is null, it passes all rows. */
  after: (last: Cursor | null) => Filter;
};

/** The order by one of some columns, and by id among equal values. `-` before the column's name reverses both. */
export function orderBySql<Name extends string>(
  columns: Record<Name, Sorted>,
  sort: SortedBy<Name>,
  id: Id,
): Order {
  const isDown = sort.startsWith('-');
  const { sql, type, isByBytes, isNullsLast } = columns[sort.replace(/^-/, '') as Name];
  const sign = isDown ? '<' : '>';
  const isIdDown = isDown !== (id.isReversed === true);
  const [beyond, upTo] = isByBytes ? [`~${sign}~`, `~${sign}=~`] : [sign, `${sign}=`];
  const direction = isByBytes ? `using ~${isDown ? '>' : '<'}~` : isDown ? 'desc' : 'asc';
  const nulls = isNullsLast ? ` nulls ${isDown ? 'last' : 'first'}` : '';
  const last = `($?::text[])`;
  return {
    by: `${sql} ${direction}${nulls}, ${id.sql} ${isIdDown ? 'desc' : 'asc'}`,
    cursor: `(${sql})::text`,
    after: (row) => ({
      // The first condition can use the index. The second leaves out the row itself, and rows with
      // the same value before it.
      sql: `${sql} ${upTo} ${last}[1]::${type} and (${sql} ${beyond} ${last}[1]::${type} or ${id.sql} ${isIdDown ? '<' : '>'} ${last}[2]::${id.type})`,
      value: row === null ? null : [row.cursor, row.id],
    }),
  };
}
