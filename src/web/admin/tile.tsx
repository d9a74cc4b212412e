import type { Column } from '../ui/data-table.tsx';

/** A row where its table is too wide: the first column on top, the others named. */
export function Tile<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const [first, ...rest] = columns;
  return (
    <div className="grid gap-2 text-small">
      {first?.cell(row)}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-text-2">
        {rest.map((column) => (
          <div key={column.name} className="contents">
            <dt>{column.head}</dt>
            <dd className="text-right">{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
