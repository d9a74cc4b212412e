// A table. In a narrow container it becomes a list of cards with the same data.
import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './states.tsx';

export type Column<Row> = {
  name: string;
  /** The content of the column's head. It may be a checkbox. */
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: 'left' | 'right';
  /** The head in the table, if it is a button there. */
  tableHead?: ReactNode;
  /** How the rows are ordered by this column, if they can be. */
  sorted?: 'ascending' | 'descending' | 'none';
};

type DataTableProps<Row> = {
  /** The name of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  isSelected?: (row: Row) => boolean;
  /** Renders a row as a card. Used if the container is narrower than 900 px. */
  card: (row: Row) => ReactNode;
};

export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  isSelected,
  card,
}: DataTableProps<Row>) {
  return (
    <div className="@container">
      <div className="hidden overflow-hidden rounded-card border border-line bg-surface @[900px]:block">
        <table className="w-full border-collapse text-small">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="h-11 border-b border-line bg-surface-2 text-head text-text-2">
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  aria-sort={column.sorted}
                  className={classNames(
                    'px-3 font-[560] first:pl-4 last:pr-4',
                    column.align === 'right' ? 'text-right' : 'text-left',
                  )}
                >
                  {column.tableHead ?? column.head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={keyOf(row)}
                data-row
                className={classNames(
                  'h-[var(--row,60px)] border-b border-line last:border-0',
                  // A badge of the same colour as a selected row needs an edge.
                  isSelected?.(row) &&
                    'bg-brand-soft [&_.badge]:outline [&_.badge]:outline-line-strong',
                )}
              >
                {columns.map((column) => (
                  <td
                    key={column.name}
                    className={classNames(
                      'px-3 first:pl-4 last:pr-4',
                      column.align === 'right' && 'text-right',
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul aria-label={caption} className="grid gap-3 @[640px]:grid-cols-2 @[900px]:hidden">
        {rows.map((row) => (
          <Fragment key={keyOf(row)}>
            <li data-row className="min-w-0 rounded-card border border-line bg-surface p-4">
              {card(row)}
            </li>
          </Fragment>
        ))}
      </ul>
    </div>
  );
}

/** A placeholder for a table that is loading. In a narrow container, a placeholder for its cards. */
export function RowsSkeleton({ rows = 5 }: { rows?: number }) {
  const places = Array.from({ length: rows }, (_none, at) => at);
  return (
    <div className="@container mt-6">
      <div className="hidden overflow-hidden rounded-card border border-line bg-surface @[900px]:block">
        <Skeleton className="h-11 rounded-none" />
        {places.map((at) => (
          <div
            key={at}
            className="flex h-[var(--row,60px)] items-center gap-6 border-b border-line px-4 last:border-0"
          >
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-4 w-1/6" />
            <Skeleton className="h-4 w-1/6" />
            <Skeleton className="ml-auto h-4 w-1/12" />
          </div>
        ))}
      </div>
      <div className="grid gap-3 @[640px]:grid-cols-2 @[900px]:hidden">
        {places.map((at) => (
          <div
            key={at}
            className="grid h-40 content-start gap-3 rounded-card border border-line bg-surface p-4"
          >
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        ))}
      </div>
    </div>
  );
}
