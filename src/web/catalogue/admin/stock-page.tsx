// The stock: every physical pack, by state, type and serial, without what it holds. View, filters, page and
// what is open stand in the address.
import { listPackTypes } from '#contract/catalogue.ts';
import { listStock, type StockedPack } from '#contract/catalogue-stock-admin.ts';
import { isAdmitted } from '#domain/access.ts';
import type { PackState } from '#domain/stock.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useVisitor } from '../../accounts/visitor.ts';
import { useAsk } from '../../api/ask.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useExistingPage } from '../../ui/use-existing-page.ts';
import { formatMoment } from '../../ui/moments.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { LOOK_AGAIN_MS, PAGE_LIMIT } from '../../admin-kit/listing.ts';
import { ListFoot, SearchField, WhenLoaded } from '../../admin-kit/list-parts.tsx';
import { StockedCardDrawer } from './stock-card-drawer.tsx';
import { StockDrawer } from './stock-drawer.tsx';
import type { StockSearch } from './stock-search.ts';
import { PackStateBadge, STATE_WORDS } from './stock-words.tsx';
import { Tile } from '../../admin-kit/tile.tsx';

export const screen = createLazyRoute('/admin/stock')({ component: StockPage });

/** A pack is coming in only while its intake has not ended: nobody sees it so. */
const SHOWN = ['available', 'reserved', 'sold', 'opened', 'withdrawn'] as const;
const VIEWS: { name: PackState | 'all'; label: string }[] = [
  { name: 'all', label: 'All' },
  ...SHOWN.map((state) => ({ name: state, label: STATE_WORDS[state].word })),
];

function StockPage() {
  const me = useVisitor();
  const search = screen.useSearch();
  const navigate = useNavigate();
  const stock = useAsk(
    listStock,
    {
      page: search.page ?? 1,
      limit: PAGE_LIMIT,
      state: search.state,
      packTypeId: search.packType,
      search: search.search,
    },
    { keepsPrevious: true, refetchInterval: LOOK_AGAIN_MS },
  );
  const { page: _page, id: _id, card: _card, ...filters } = search;
  const go = (next: StockSearch) =>
    void navigate({ to: '/admin/stock', search: next, resetScroll: false });
  useExistingPage(search.page ?? 1, stock.data?.pagination.totalPages, (page) =>
    go({ ...filters, page }),
  );
  const view = (state: PackState | 'all') => {
    const { state: _before, ...rest } = filters;
    go(state === 'all' ? rest : { ...rest, state });
  };
  const close = () => {
    const { id: _open, card: _shown, ...list } = search;
    go(list);
  };

  return (
    <AdminFrame title="Stock">
      <Tabs
        label="Stock"
        tabs={VIEWS}
        selected={search.state ?? 'all'}
        onSelect={view}
        aside={
          me && isAdmitted(me.role, 'admin') ? (
            <Link
              to="/admin/stock/intake"
              className={`${buttonClass({ size: 'small' })} hit-44 mb-2`}
            >
              Take in packs
            </Link>
          ) : undefined
        }
      >
        <div className="grid gap-5 pt-5">
          <Filters filters={filters} onChange={go} />
          <WhenLoaded list={stock} what="stock">
            <List packs={stock.data?.packs ?? []} search={search} onClear={() => go({})} />
          </WhenLoaded>
          {stock.data && (
            <ListFoot
              label="Stock"
              one="pack"
              pagination={stock.data.pagination}
              page={search.page ?? 1}
              onPage={(page) => go({ ...filters, page })}
            />
          )}
        </div>
      </Tabs>
      {search.card !== undefined ? (
        <StockedCardDrawer id={search.card} onClose={close} />
      ) : (
        search.id !== undefined && <StockDrawer id={search.id} search={search} onClose={close} />
      )}
    </AdminFrame>
  );
}

type Filter = Omit<StockSearch, 'page' | 'id' | 'card'>;

/** A change of a filter begins at the first page. */
function Filters({ filters, onChange }: { filters: Filter; onChange: (next: Filter) => void }) {
  const types = useAsk(listPackTypes, {});
  const change = (name: 'search' | 'packType', value: string) => {
    const { [name]: _before, ...rest } = filters;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <form
      aria-label="Find packs"
      onSubmit={(event) => event.preventDefault()}
      className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,260px)]"
    >
      <SearchField
        label="Serial or certification number, or how it begins"
        value={filters.search ?? ''}
        onChange={(value) => change('search', value)}
      />
      <Select
        label="Pack type"
        value={filters.packType ?? ''}
        onChange={({ target }) => change('packType', target.value)}
        options={[
          { value: '', label: 'All pack types' },
          ...(types.data ?? []).map((type) => ({ value: type.id, label: type.name })),
        ]}
      />
    </form>
  );
}

type ListProps = { packs: StockedPack[]; search: StockSearch; onClear: () => void };

function List({ packs, search, onClear }: ListProps) {
  if (packs.length === 0) {
    return Object.keys(search).length === 0 ? (
      <EmptyState title="No packs yet" text="Packs that are taken in show here." />
    ) : (
      <EmptyState
        title="No packs found"
        text="Nothing matches these filters."
        action={
          <Button look="secondary" onClick={onClear}>
            Show all packs
          </Button>
        }
      />
    );
  }
  const shown = columns(search);
  return (
    <DataTable
      caption="Stock"
      columns={shown}
      rows={packs}
      keyOf={(pack) => pack.id}
      isSelected={(pack) => pack.id === search.id}
      card={(pack) => <Tile columns={shown} row={pack} />}
    />
  );
}

function columns(search: StockSearch): Column<StockedPack>[] {
  return [
    {
      name: 'serial',
      head: 'Serial',
      cell: (pack) => (
        <Link
          to="/admin/stock"
          search={{ ...search, id: pack.id }}
          resetScroll={false}
          className="link hit-44 font-semibold break-all"
        >
          {pack.serial}
        </Link>
      ),
    },
    {
      name: 'certification',
      head: 'Certification',
      cell: (pack) => <span className="break-all text-text-2">{pack.certificationNumber}</span>,
    },
    { name: 'type', head: 'Pack type', cell: (pack) => pack.packTypeName },
    {
      name: 'received',
      head: 'Taken in',
      cell: (pack) => (
        <span className="whitespace-nowrap text-text-2">{formatMoment(pack.receivedAt)}</span>
      ),
    },
    { name: 'state', head: 'State', cell: (pack) => <PackStateBadge state={pack.state} /> },
  ];
}
