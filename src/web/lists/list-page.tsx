// A list with page navigation. If it has no rows to show, it says that it is loading, failed to load, is empty, or has
// no matches.
import { Link } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { pluralOf } from '../ui/count-of.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useExistingPage } from '../ui/use-existing-page.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { countedWords, countWords } from './count-words.ts';
import { TickAll, TickOne, type Ticks } from './ticks.tsx';
import { Tile } from './tile.tsx';
import type { ListAddress } from './use-list-page.ts';
import { WhenLoaded, type Asked } from './when-loaded.tsx';

export type ListPageProps<Row> = {
  list: ListAddress;
  /** The query that loads the list. If its pagination has no total, the list shows no number of items. */
  query: Asked<{ pagination: { total?: number; totalPages: number } }>;
  rows: readonly Row[] | undefined;
  /** The name of the table for screen readers, such as "Orders". */
  label: string;
  /** The name of one item, such as "order". */
  one: string;
  /** The name of the data, shown while it loads. By default, this is the label. */
  what?: string;
  loading?: ReactNode;
  failed?: string;
  /** The texts that are shown if the list is empty without any filter. */
  none: { title?: string; text: string; action?: ReactNode };
  /** The text that is shown if no item matches the filters. */
  notFound?: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** Renders a row as a card in narrow windows. By default, the card shows the columns below each other. */
  card?: (row: Row) => ReactNode;
  /** Set if rows can be ticked. `name` returns the row's name for screen readers. */
  ticked?: { ticks: Ticks; name: (row: Row) => string } | undefined;
  /** Content above the rows. It is shown even if there are no rows. */
  above?: ReactNode;
  hideCount?: boolean;
};

export function ListPage<Row>({
  list,
  query,
  label,
  one,
  what = label.toLowerCase(),
  loading,
  failed,
  above,
  hideCount = false,
  ...rows
}: ListPageProps<Row>) {
  const pagination = query.data?.pagination;
  useExistingPage(list.page, pagination?.totalPages, list.turn);
  // When the user presses "Show all", the button disappears. The focus then moves to the heading of the page.
  const fallback = useFocusFallback(() => document.querySelector<HTMLElement>('main h1'));
  return (
    <RowLinks value={list.linkTo}>
      <WhenLoaded list={query} what={what} loading={loading} failed={failed}>
        {() => (
          <div {...fallback} className="contents">
            {above}
            {rows.rows?.length === 0 ? (
              <Nothing list={list} one={one} {...rows} />
            ) : (
              <Rows list={list} label={label} {...rows} />
            )}
          </div>
        )}
      </WhenLoaded>
      {pagination && (
        <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
          <p className="text-small text-text-2">
            {!hideCount && pagination.total !== undefined && countWords(pagination.total, one)}
          </p>
          <Pagination
            label={label}
            page={list.page}
            totalPages={pagination.totalPages}
            onPage={list.turn}
          />
        </div>
      )}
    </RowLinks>
  );
}

function Nothing<Row>({
  list,
  one,
  none,
  notFound = 'Nothing matches these filters.',
}: Pick<ListPageProps<Row>, 'list' | 'one' | 'none' | 'notFound'>) {
  if (!list.isNarrowed) return <EmptyState title={`No ${pluralOf(one)} yet`} {...none} />;
  return (
    <EmptyState
      title={`No ${pluralOf(one)} found`}
      text={notFound}
      action={
        <Button variant="secondary" onClick={list.showAll}>
          Show all {pluralOf(one)}
        </Button>
      }
    />
  );
}

function Rows<Row>({
  list,
  label,
  rows = [],
  columns,
  keyOf,
  card,
  ticked,
}: Pick<ListPageProps<Row>, 'list' | 'label' | 'rows' | 'columns' | 'keyOf' | 'card' | 'ticked'>) {
  const cardOf = card ?? ((row: Row) => <Tile columns={columns} row={row} />);
  const isOpen = (row: Row) => keyOf(row) === list.opened;
  const table = { caption: label, rows, keyOf };
  if (ticked === undefined) {
    return <DataTable {...table} columns={columns} isSelected={isOpen} card={cardOf} />;
  }
  const { ticks } = ticked;
  const tick = (row: Row) => <TickOne ticks={ticks} id={keyOf(row)} name={ticked.name(row)} />;
  return (
    <>
      <div className="mb-3 min-[990px]:hidden">
        <TickAll ticks={ticks} />
      </div>
      <DataTable
        {...table}
        columns={[
          { name: 'tick', head: <TickAll ticks={ticks} hideLabel />, cell: tick },
          ...columns,
        ]}
        isSelected={(row) => isOpen(row) || ticks.has(keyOf(row))}
        card={(row) => (
          <div className="flex gap-4">
            <div className="pt-0.5">{tick(row)}</div>
            <div className="min-w-0 flex-1">{cardOf(row)}</div>
          </div>
        )}
      />
    </>
  );
}

const RowLinks = createContext<ListAddress['linkTo'] | null>(null);

/** A link that opens its row beside the list. */
export function RowLink({
  id,
  className,
  children,
}: {
  id: string;
  className?: string;
  children: ReactNode;
}) {
  const linkTo = use(RowLinks);
  if (linkTo === null) throw new Error('A row is opened only from its list');
  return (
    <Link
      {...linkTo(id)}
      resetScroll={false}
      data-opens-row
      className={classNames('link hit-44 font-semibold', className)}
    >
      {children}
    </Link>
  );
}

/** The label of a tab, with the number of rows that the tab shows. */
export function ViewLabel({ label, count }: { label: string; count: number | undefined }) {
  return (
    <>
      {label}
      {count !== undefined && (
        <span className="font-normal text-text-2"> {countedWords(count)}</span>
      )}
    </>
  );
}
