// The page with the pack types, sets and cards of the catalogue. The URL holds the view, the filters, the page and the
// open item.
import {
  exportPackTypes,
  listAdminPackTypes,
  PACK_TYPE_COLUMNS,
  PACK_TYPE_ORDERS,
  listSets,
  type CardSet,
  type AdminPackType,
} from '#contract/catalogue-admin.ts';
import { columnsIn, orderIn } from '#contract/paging.ts';
import { listMarketCards, type CatalogueCard } from '#contract/catalogue.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import type { StockWord } from '#domain/waiting.ts';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { muted } from '../../ui/muted.tsx';
import { Price } from '../../ui/price.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useState } from 'react';
import { GameName } from '../../accounts/game-name.tsx';
import { useGameOptions, useKnownGame } from '../../accounts/games.ts';
import { call } from '../../api/call.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { StaffList, type StaffColumn } from '../../admin-kit/staff-list.tsx';
import { useRowSelection } from '../../admin-kit/use-selection.ts';
import { useStaffList } from '../../admin-kit/use-staff-list.ts';
import { ChoiceField, FilterForm, SearchField } from '../../lists/list-fields.tsx';
import { ListPage, RowLink } from '../../lists/list-page.tsx';
import { useListPage } from '../../lists/use-list-page.ts';
import { priceDay } from './catalogue-words.ts';
import { ChangePacks } from './change-packs.tsx';
import { LastChanges } from './last-changes.tsx';
import { comingPrice } from './held-price.tsx';
import { CatalogueCardDrawer } from './card-drawer.tsx';
import { PackDrawer } from './pack-drawer.tsx';

import type { CatalogueSearch, CatalogueView } from './catalogue-search.ts';
import { useAsk } from '../../api/ask.ts';
import { PAGE_LIMIT } from '../../admin-kit/listing.ts';

export const screen = createLazyRoute('/admin/catalogue')({ component: CataloguePage });

const VIEWS: { name: CatalogueView; label: string }[] = [
  { name: 'packs', label: 'Pack types' },
  { name: 'sets', label: 'Sets' },
  { name: 'cards', label: 'Cards' },
];

const STOCK_OPTIONS: { value: StockWord; label: string }[] = [
  { value: 'low', label: 'Nearly sold out' },
  { value: 'unsold', label: 'Nobody buys' },
];

/** Returns the list state of the current view. All views have the same filter fields. */
const useCatalogueList = (search: CatalogueSearch) =>
  useListPage('/admin/catalogue', search, {
    opens: ['id', 'make'],
    selects: ['view', 'sort', 'columns'],
  });

function CataloguePage() {
  const search = useKnownGame(screen.useSearch());
  const games = useGameOptions();
  const { view = 'packs' } = search;
  const navigate = useNavigate();
  const list = useCatalogueList(search);
  const go = (next: CatalogueSearch) =>
    void navigate({ to: '/admin/catalogue', search: next, resetScroll: false });
  return (
    <AdminFrame title="Catalogue">
      <Tabs
        label="Catalogue"
        tabs={VIEWS}
        selected={view}
        onSelect={(name) => go(name === 'packs' ? {} : { view: name })}
        aside={
          view === 'packs' ? (
            <span className="flex gap-2">
              <LastChanges />
              <Button
                size="small"
                className="hit-44 mb-2"
                onClick={() => go({ ...search, make: true })}
              >
                New pack type
              </Button>
            </span>
          ) : undefined
        }
      >
        <FilterForm
          key={view}
          label="Find in the catalogue"
          className="py-5 sm:grid-cols-[minmax(0,320px)_180px_180px]"
        >
          <SearchField label="Name" {...list.field('search')} />
          <ChoiceField label="Game" any="All games" options={games} {...list.field('game')} />
          {view === 'packs' && (
            <ChoiceField label="Stock" any="Any" options={STOCK_OPTIONS} {...list.field('stock')} />
          )}
        </FilterForm>
        {view === 'packs' && <PackTypes search={search} />}
        {view === 'sets' && <Sets search={search} />}
        {view === 'cards' && <Cards search={search} />}
      </Tabs>
      {view === 'packs' && (search.make === true || search.id !== undefined) && (
        <PackDrawer id={search.make === true ? null : search.id!} onClose={list.close} />
      )}
      {view === 'cards' && search.id !== undefined && (
        <CatalogueCardDrawer id={search.id} onClose={list.close} />
      )}
    </AdminFrame>
  );
}

function wantedOf({ game, search, page = 1 }: CatalogueSearch) {
  return { game, search, page };
}

type ViewProps = { search: CatalogueSearch };

const IMPORTED = { text: 'The catalogue appears here once it is imported.' };

function PackTypes({ search }: ViewProps) {
  const list = useStaffList('pack-types', '/admin/catalogue', search, {
    opens: ['id', 'make'],
    selects: ['view'],
  });
  const sort = orderIn(PACK_TYPE_ORDERS, search.sort);
  const filters = { game: search.game, search: search.search, stock: search.stock };
  const query = useAsk(
    listAdminPackTypes,
    { ...filters, sort, page: search.page ?? 1, limit: PAGE_LIMIT },
    { keepsPrevious: true },
  );
  const [isChanging, setChanging] = useState(false);
  const selection = useRowSelection(
    query.data?.packTypes ?? [],
    ({ id }) => id,
    JSON.stringify(filters),
    {
      read: async (page, limit) =>
        (await call(listAdminPackTypes, { ...filters, sort, page, limit })).packTypes,
    },
  );
  return (
    <>
      <StaffList
        list={list}
        query={query}
        rows={query.data?.packTypes}
        label="Pack types"
        one="pack type"
        none={IMPORTED}
        columns={PACK_TYPE_LIST}
        orders={PACK_TYPE_ORDERS}
        keyOf={(type) => type.id}
        selected={{
          selection,
          name: (type) => type.name,
          acts: (
            <Button size="small" onClick={() => setChanging(true)}>
              Change
            </Button>
          ),
        }}
        file={{
          name: exportPackTypes.savedAs,
          read: () =>
            call(exportPackTypes, {
              ...filters,
              sort,
              columns: columnsIn(PACK_TYPE_COLUMNS, search.columns),
            }),
        }}
      />
      {isChanging && (
        <ChangePacks
          types={selection.rows}
          onDone={() => {
            setChanging(false);
            selection.clear();
          }}
          onClose={() => setChanging(false)}
        />
      )}
    </>
  );
}

const PACK_TYPE_LIST: StaffColumn<AdminPackType>[] = [
  {
    name: 'name',
    head: 'Name',
    cell: (type) => (
      <RowLink id={type.id} className="break-words">
        {type.name}
      </RowLink>
    ),
  },
  {
    name: 'set',
    head: 'Set',
    cell: (type) =>
      muted(
        <>
          <GameName id={type.game} />, {type.set_name}
        </>,
      ),
  },
  {
    name: 'price',
    head: 'Price',
    align: 'right',
    cell: (type) => (
      <span className={type.nextPrice === null ? undefined : 'block py-2'}>
        <Price amount={type.price} was={type.originalPrice} />
        {type.nextPrice !== null && (
          <span className="block text-small text-text-2">
            <Price amount={comingPrice(type)} /> from its next drop
          </span>
        )}
      </span>
    ),
  },
  {
    name: 'discount',
    head: 'Discount',
    align: 'right',
    cell: (type) => muted(type.discount === null ? '–' : `${type.discount}%`),
  },
  {
    name: 'expected',
    head: 'Expected value',
    align: 'right',
    cell: (type) => (
      <>
        {type.expectedValue === null ? muted('–') : <Price amount={type.expectedValue.amount} />}
        {type.expectedValue !== null && type.expectedValue.basis !== 'counted' && (
          <span className="block text-small text-text-2">estimate</span>
        )}
        {type.openedPacks && (
          <span className="block text-small text-text-2">
            opened: <Price amount={type.openedPacks.mean} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'cost',
    head: 'Cost',
    align: 'right',
    isExtra: true,
    cell: (type) => (type.cost === null ? muted('–') : <Price amount={type.cost} />),
  },
  {
    name: 'limit',
    head: 'Limit',
    align: 'right',
    isExtra: true,
    cell: (type) => type.purchaseLimit ?? muted('None'),
  },
  {
    name: 'tags',
    head: 'Tags',
    isExtra: true,
    cell: (type) => muted(type.tags.join(', ') || '–'),
  },
  { name: 'stock', head: 'Stock', align: 'right', cell: (type) => type.stock },
  { name: 'state', head: 'State', align: 'right', cell: (type) => <StateBadge type={type} /> },
];

function StateBadge({ type }: { type: AdminPackType }) {
  if (!type.is_available) return <Badge tone="outline">Off sale</Badge>;
  return type.stock === 0 ? <Badge tone="warn">Sold out</Badge> : <Badge>On sale</Badge>;
}

function Sets({ search }: ViewProps) {
  const query = useAsk(
    listSets,
    { ...wantedOf(search), limit: PAGE_LIMIT },
    { keepsPrevious: true },
  );
  return (
    <ListPage
      list={useCatalogueList(search)}
      query={query}
      rows={query.data?.sets}
      label="Sets"
      one="set"
      none={IMPORTED}
      columns={SET_COLUMNS}
      keyOf={(set) => set.id}
    />
  );
}

const SET_COLUMNS: Column<CardSet>[] = [
  { name: 'name', head: 'Name', cell: (set) => <span className="font-semibold">{set.name}</span> },
  { name: 'code', head: 'Code', cell: (set) => muted(set.code) },
  { name: 'game', head: 'Game', cell: (set) => muted(<GameName id={set.game} />) },
  { name: 'released', head: 'Released', cell: (set) => muted(set.releasedOn ?? '–') },
  { name: 'cards', head: 'Cards', align: 'right', cell: (set) => set.cards },
  { name: 'packTypes', head: 'Pack types', align: 'right', cell: (set) => set.packTypes },
];

function Cards({ search }: ViewProps) {
  const query = useAsk(
    listMarketCards,
    { ...wantedOf(search), pageSize: PAGE_LIMIT },
    { keepsPrevious: true },
  );
  return (
    <ListPage
      list={useCatalogueList(search)}
      query={query}
      rows={query.data?.cards}
      label="Cards"
      one="card"
      none={IMPORTED}
      columns={CARD_COLUMNS}
      keyOf={(card) => card.id}
    />
  );
}

const CARD_COLUMNS: Column<CatalogueCard>[] = [
  {
    name: 'name',
    head: 'Name',
    cell: (card) => (
      <RowLink id={card.id} className="break-words">
        {card.name}
      </RowLink>
    ),
  },
  { name: 'set', head: 'Set', cell: (card) => muted(`${card.set_name} ${card.number}`) },
  { name: 'rarity', head: 'Rarity', cell: (card) => muted(card.nativeRarity) },
  { name: 'finish', head: 'Finish', cell: (card) => muted(FINISH_WORDS[card.finish]) },
  {
    name: 'value',
    head: 'Market value',
    align: 'right',
    cell: (card) => <Price amount={card.marketValue} />,
  },
  {
    name: 'priced',
    head: 'Price date',
    align: 'right',
    cell: (card) => muted(priceDay(card.pricesAsOf)),
  },
];
