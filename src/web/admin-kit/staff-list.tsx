// An operators' list: `ListPage` with named views, chosen columns, an order, a selection over pages, a file of what it shows, and keys.
import { useRef, useState, type ReactNode } from 'react';
import { useAct } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { ListPage, type ListPageProps } from '../lists/list-page.tsx';
import { TickBar } from '../lists/ticks.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Select } from '../ui/select.tsx';
import { showToast } from '../ui/toast.tsx';
import { countWords } from '../lists/count-words.ts';
import { ListViews } from './list-views.tsx';
import { openRow, useRowKeys } from './row-keys.ts';
import { saveCsv } from './save-text.ts';
import { SELECTED_MOST, type Selection } from './use-selection.ts';
import type { StaffListAddress } from './use-staff-list.ts';

export type StaffColumn<Row> = Column<Row> & {
  head: string;
  /** Hidden until an operator chooses the column. */
  isExtra?: true;
};

type StaffListProps<Row> = Omit<ListPageProps<Row>, 'list' | 'ticked' | 'columns' | 'card'> & {
  list: StaffListAddress;
  columns: readonly StaffColumn<Row>[];
  /** The columns by which the endpoint can order the list. */
  orders?: readonly string[];
  card?: ((row: Row) => ReactNode) | undefined;
  selected?:
    | ({
        selection: Selection<Row>;
        name: (row: Row) => string;
      } & (
        | { /** The acts on the selected rows. */ acts: ReactNode }
        | { /** A bar of the page's own, with its acts. */ bar: ReactNode }
      ))
    | undefined;
  /** The file of what the list shows. */
  file?: ListFile | undefined;
};

type ListFile = { name: string; read: () => Promise<string> };

export function StaffList<Row>({
  list,
  columns,
  orders = [],
  card,
  selected,
  file,
  above,
  ...page
}: StaffListProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box);
  const shown = shownColumns(columns, list.columns);
  const isChosen = list.columns !== undefined;
  const total = page.query.data?.pagination.total;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-2">
        <ListViews list={list} />
        {orders.length > 0 && <OrderField list={list} columns={columns} orders={orders} />}
        <ColumnsButton list={list} columns={columns} />
        {file && <FileButton file={file} />}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- Each row has a link, which keys press. */}
      <div
        ref={box}
        onClick={openRow}
        className="[&_[data-row]:focus-within]:bg-surface-2 [&_[data-row]:has([data-opens-row])]:cursor-pointer [&_[data-row]:has([data-opens-row]):hover]:bg-surface-2"
      >
        <ListPage
          {...page}
          list={list}
          columns={shown.map((column) => ordered(column, list, orders))}
          // The page's card shows the usual columns. If the operator chose columns, the list itself shows them below
          // each other.
          {...(card && !isChosen && { card })}
          ticked={selected && { ticks: selected.selection, name: selected.name }}
          above={
            <>
              {above}
              {selected && 'bar' in selected && selected.bar}
              {selected && 'acts' in selected && (
                <SelectionBar one={page.one} total={total} selection={selected.selection}>
                  {selected.acts}
                </SelectionBar>
              )}
            </>
          }
        />
      </div>
    </>
  );
}

function shownColumns<Row>(columns: readonly StaffColumn<Row>[], names: string | undefined) {
  const wanted = names?.split(',') ?? [];
  // The first column has the row's link, so it is always shown.
  const chosen = columns.filter(({ name }, at) => at === 0 || wanted.includes(name));
  return chosen.length > 1 ? chosen : columns.filter(({ isExtra }) => isExtra !== true);
}

const DIRECTIONS = { up: 'ascending', down: 'descending' } as const;

/**
 * Makes the head of a column a button if the endpoint can order by it. Presses go through ascending, descending and
 * unordered.
 */
function ordered<Row>(
  column: StaffColumn<Row>,
  list: StaffListAddress,
  orders: readonly string[],
): Column<Row> {
  const { name, head } = column;
  if (!orders.includes(name)) return column;
  const at = list.sort === name ? 'up' : list.sort === `-${name}` ? 'down' : null;
  const next = at === null ? name : at === 'up' ? `-${name}` : '';
  return {
    ...column,
    sorted: at === null ? 'none' : DIRECTIONS[at],
    tableHead: (
      <button
        type="button"
        onClick={() => list.order(next)}
        className="hit-44 -mx-1 inline-flex cursor-pointer items-center gap-1 rounded-control px-1 font-[560] hover:text-text"
      >
        {head}
        <Icon
          name="down"
          size={14}
          className={at === 'up' ? 'rotate-180' : at === null ? 'opacity-40' : undefined}
        />
      </button>
    ),
  };
}

/** The field for the order in narrow windows, where a list has no column heads. */
function OrderField<Row>({
  list,
  columns,
  orders,
}: {
  list: StaffListAddress;
  columns: readonly StaffColumn<Row>[];
  orders: readonly string[];
}) {
  const options = columns
    .filter(({ name }) => orders.includes(name))
    .flatMap(({ name, head }) => [
      { value: name, label: `${head}, from the first` },
      { value: `-${name}`, label: `${head}, from the last` },
    ]);
  return (
    <Select
      className="min-[990px]:hidden"
      label="Order"
      labelAt="left"
      options={[{ value: '', label: 'As usual' }, ...options]}
      value={list.sort ?? ''}
      onChange={({ target }) => list.order(target.value)}
    />
  );
}

function ColumnsButton<Row>({
  list,
  columns,
}: {
  list: StaffListAddress;
  columns: readonly StaffColumn<Row>[];
}) {
  const [isOpen, setOpen] = useState(false);
  const shown = new Set(shownColumns(columns, list.columns).map(({ name }) => name));
  const usual = shownColumns(columns, undefined).map(({ name }) => name);
  const toggle = (name: string) => {
    const next = columns
      .map((column) => column.name)
      .filter((one) => (one === name ? !shown.has(one) : shown.has(one)));
    list.showColumns(next.join() === usual.join() ? '' : next.join());
  };
  return (
    <>
      <Button variant="secondary" size="small" className="hit-44" onClick={() => setOpen(true)}>
        Columns
      </Button>
      {isOpen && (
        <Dialog isOpen title="Columns" width={420} onClose={() => setOpen(false)}>
          <div className="grid gap-3">
            {columns.slice(1).map(({ name, head }) => (
              <Checkbox
                key={name}
                label={head}
                checked={shown.has(name)}
                onChange={() => toggle(name)}
              />
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}

function FileButton({ file: { name, read } }: { file: ListFile }) {
  const file = useAct([], read, {
    onSuccess: (text) => saveCsv(text, name),
    onError: (error) =>
      showToast({ kind: 'error', title: 'Nothing was exported', text: messageOf(error) }),
  });
  return (
    <Button
      variant="secondary"
      size="small"
      className="hit-44"
      busy={file.isPending}
      onClick={() => file.mutate(undefined)}
    >
      Export CSV
    </Button>
  );
}

function SelectionBar<Row>({
  one,
  total = 0,
  selection,
  children,
}: {
  one: string;
  total: number | undefined;
  selection: Selection<Row>;
  children: ReactNode;
}) {
  const count = selection.ids.length;
  const most = Math.min(total, SELECTED_MOST);
  return (
    <TickBar selected={countWords(count, one)} isShown={count > 0} refused={null}>
      {children}
      {selection.readAll !== null && count < most && (
        <Button
          size="small"
          variant="secondary"
          busy={selection.isReading}
          onClick={selection.readAll}
        >
          {total >= SELECTED_MOST ? `Select the first ${SELECTED_MOST}` : `Select all ${total}`}
        </Button>
      )}
      <Button size="small" variant="secondary" onClick={selection.clear}>
        Select none
      </Button>
    </TickBar>
  );
}
