// The page with the stock: all physical packs by state, type and serial number, without their contents. The URL holds
// the view, the filters, the page and the open item.
import { columnsIn, orderIn } from '#contract/paging.ts';
import {
  exportStock,
  listStock,
  listTypesOfStock,
  STOCK_COLUMNS,
  STOCK_ORDERS,
  takeInPacks,
  type StockedPack,
} from '#contract/stock-admin.ts';
import { PACK_STATE_WORDS } from '#domain/stock-words.ts';
import type { PackState } from '#domain/stock.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useMay } from '../../admin-kit/use-may.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { muted } from '../../ui/muted.tsx';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { ChoiceField, FilterForm, SearchField } from '../../lists/list-fields.tsx';
import { RowLink } from '../../lists/list-page.tsx';
import { StaffList, type StaffColumn } from '../../admin-kit/staff-list.tsx';
import { useStaffList } from '../../admin-kit/use-staff-list.ts';
import { StockedCardDrawer } from './stock-card-drawer.tsx';
import { StockDrawer } from './stock-drawer.tsx';

import { PackStateBadge } from './stock-words.tsx';
import { useAsk } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { POLL_MS, PAGE_LIMIT } from '../../admin-kit/listing.ts';

export const screen = createLazyRoute('/admin/stock')({ component: StockPage });

/**
 * The states that have a view of their own. Packs in the state `intake` are only in the view "all", because new packs
 * never get that state.
 */
const SHOWN = ['available', 'waiting', 'reserved', 'sold', 'opened', 'withdrawn'] as const;
const VIEWS: { name: PackState | 'all'; label: string }[] = [
  { name: 'all', label: 'All' },
  ...SHOWN.map((state) => ({ name: state, label: PACK_STATE_WORDS[state] })),
];

function StockPage() {
  const mayTakeIn = useMay(takeInPacks);
  const search = screen.useSearch();
  const filters = { state: search.state, packTypeId: search.packType, search: search.search };
  const sort = orderIn(STOCK_ORDERS, search.sort);
  const stock = useAsk(
    listStock,
    {
      page: search.page ?? 1,
      limit: PAGE_LIMIT,
      sort,
      ...filters,
    },
    // If the list has a search, it is not polled, because the server may record each result of a search.
    { keepsPrevious: true, refetchInterval: search.search === undefined ? POLL_MS : false },
  );
  const types = useAsk(listTypesOfStock, {});
  const list = useStaffList('packs', '/admin/stock', search, { opens: ['id', 'card'] });
  return (
    <AdminFrame title="Stock">
      <Tabs
        label="Stock"
        tabs={VIEWS}
        {...list.tabs('state', 'all')}
        aside={
          mayTakeIn ? (
            <Link
              to="/admin/stock/intake"
              className={`${buttonClass({ size: 'small' })} hit-44 mb-2`}
            >
              Take in packs
            </Link>
          ) : undefined
        }
      >
        <FilterForm
          label="Find packs"
          className="py-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,260px)]"
        >
          <SearchField
            label="Start of a serial or certification number"
            {...list.field('search')}
          />
          <ChoiceField
            label="Pack type"
            any="All pack types"
            options={(types.data?.packTypes ?? []).map((type) => ({
              value: type.id,
              label: type.name,
            }))}
            {...list.field('packType')}
          />
        </FilterForm>
        <StaffList
          list={list}
          query={stock}
          rows={stock.data?.packs}
          label="Stock"
          one="pack"
          none={{ text: 'Packs appear here once they are taken in.' }}
          columns={COLUMNS}
          orders={STOCK_ORDERS}
          file={{
            name: exportStock.savedAs,
            read: () =>
              call(exportStock, {
                ...filters,
                sort,
                columns: columnsIn(STOCK_COLUMNS, search.columns),
              }),
          }}
          keyOf={(pack) => pack.id}
        />
      </Tabs>
      {search.card !== undefined ? (
        <StockedCardDrawer id={search.card} onClose={list.close} />
      ) : (
        search.id !== undefined && (
          <StockDrawer id={search.id} search={search} onClose={list.close} />
        )
      )}
    </AdminFrame>
  );
}

const COLUMNS: StaffColumn<StockedPack>[] = [
  {
    name: 'serial',
    head: 'Serial',
    cell: (pack) => (
      <RowLink id={pack.id} className="break-all">
        {pack.serial ?? `Pack ${pack.id.slice(0, 8)}`}
      </RowLink>
    ),
  },
  {
    name: 'certification',
    head: 'Certification',
    cell: (pack) => muted(pack.certificationNumber ?? 'Not in lists', 'break-all'),
  },
  { name: 'type', head: 'Pack type', cell: (pack) => pack.packTypeName },
  {
    name: 'received',
    head: 'Taken in',
    cell: (pack) => muted(formatMoment(pack.receivedAt), 'whitespace-nowrap'),
  },
  { name: 'state', head: 'State', cell: (pack) => <PackStateBadge state={pack.state} /> },
];
