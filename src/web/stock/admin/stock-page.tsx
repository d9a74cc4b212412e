// The stock: all physical packs by state, type and serial, without their contents. View, filters, page and the open
// item are in the URL.
import { listPackTypes } from '#contract/catalogue.ts';
import { listStock, type StockedPack } from '#contract/stock-admin.ts';
import { isAdmitted } from '#domain/access.ts';
import { PACK_STATE_WORDS } from '#domain/stock-words.ts';
import type { PackState } from '#domain/stock.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useVisitor } from '../../accounts/visitor.ts';
import { buttonClass } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { muted } from '../../ui/muted.tsx';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { ChoiceField, FilterForm, SearchField } from '../../lists/list-fields.tsx';
import { ListPage, RowLink } from '../../lists/list-page.tsx';
import { useListPage } from '../../lists/use-list-page.ts';
import { StockedCardDrawer } from './stock-card-drawer.tsx';
import { StockDrawer } from './stock-drawer.tsx';

import { PackStateBadge } from './stock-words.tsx';
import { useAsk } from '../../api/ask.ts';
import { POLL_MS, PAGE_LIMIT } from '../../admin-kit/listing.ts';

export const screen = createLazyRoute('/admin/stock')({ component: StockPage });

/**
 * The states with a view of their own. Packs in the state `intake` appear only under "all", because new packs no longer
 * get that state.
 */
const SHOWN = ['available', 'reserved', 'sold', 'opened', 'withdrawn'] as const;
const VIEWS: { name: PackState | 'all'; label: string }[] = [
  { name: 'all', label: 'All' },
  ...SHOWN.map((state) => ({ name: state, label: PACK_STATE_WORDS[state] })),
];

function StockPage() {
  const me = useVisitor();
  const search = screen.useSearch();
  const stock = useAsk(
    listStock,
    {
      page: search.page ?? 1,
      limit: PAGE_LIMIT,
      state: search.state,
      packTypeId: search.packType,
      search: search.search,
    },
    // Searches are not polled, because the server may record each result.
    { keepsPrevious: true, refetchInterval: search.search === undefined ? POLL_MS : false },
  );
  const types = useAsk(listPackTypes, {});
  const list = useListPage('/admin/stock', search, { opens: ['id', 'card'] });
  return (
    <AdminFrame title="Stock">
      <Tabs
        label="Stock"
        tabs={VIEWS}
        {...list.tabs('state', 'all')}
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
            options={(types.data ?? []).map((type) => ({ value: type.id, label: type.name }))}
            {...list.field('packType')}
          />
        </FilterForm>
        <ListPage
          list={list}
          query={stock}
          rows={stock.data?.packs}
          label="Stock"
          one="pack"
          none={{ text: 'Packs appear here once they are taken in.' }}
          columns={COLUMNS}
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

const COLUMNS: Column<StockedPack>[] = [
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
