import type { Column } from '../ui/data-table.tsx';

/**
 * Shows a row as a tile where the window is too narrow for the table. The first column is the heading of the tile, and
 * the other columns have labels.
 */
export function Tile<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const [first, ...rest] = columns;
  return (
    <div className="grid gap-2 text-small">
      {first?.cell(row)}
      <dl className="grid grid-cols-1 gap-y-1 text-text-2">
        {rest.map((column) => (
          <div key={column.name} className="flex flex-wrap justify-between gap-x-4">
            <dt>{column.head}</dt>
            <dd className="ml-auto min-w-0 text-right">{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
