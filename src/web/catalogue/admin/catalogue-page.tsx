// The catalogue: pack types, sets and cards. View, filters, page and what is open stand in the address.
import {
  listAdminPackTypes,
  listSets,
  type CardSet,
  type AdminPackType,
} from '#contract/catalogue-admin.ts';
import { listMarketCards, type CatalogueCard } from '#contract/catalogue.ts';
import { GAMES, GAME_NAMES } from '#domain/card.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useAsk } from '../../api/ask.ts';
import { messageOf } from '../../api/messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Price } from '../../ui/price.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useExistingPage } from '../../ui/use-existing-page.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { PAGE_LIMIT } from '../../admin-kit/listing.ts';
import { dayOf } from './catalogue-words.ts';
import { CardDrawer } from './card-drawer.tsx';
import { PackDrawer } from './pack-drawer.tsx';
import type { CatalogueSearch, CatalogueView } from './catalogue-search.ts';
import { Tile } from '../../admin-kit/tile.tsx';

export const screen = createLazyRoute('/admin/catalogue')({ component: CataloguePage });

const VIEWS: { name: CatalogueView; label: string }[] = [
  { name: 'packs', label: 'Pack types' },
  { name: 'sets', label: 'Sets' },
  { name: 'cards', label: 'Cards' },
];

function CataloguePage() {
  const search = screen.useSearch();
  const { view = 'packs' } = search;
  const navigate = useNavigate();
  const go = (next: CatalogueSearch) =>
    void navigate({ to: '/admin/catalogue', search: next, resetScroll: false });
  const { id: _open, make: _make, ...list } = search;
  const close = () => go(list);
  return (
    <AdminFrame title="Catalogue">
      <Tabs
        label="Catalogue"
        tabs={VIEWS}
        selected={view}
        onSelect={(name) => go(name === 'packs' ? {} : { view: name })}
        aside={
          view === 'packs' ? (
            <Button
              size="small"
              className="hit-44 mb-2"
              onClick={() => go({ ...list, make: true })}
            >
              New pack type
            </Button>
          ) : undefined
        }
      >
        <div className="grid gap-5 pt-5">
          <Filters key={view} search={list} onChange={go} />
          {view === 'packs' && <PackTypes search={search} go={go} />}
          {view === 'sets' && <Sets search={search} go={go} />}
          {view === 'cards' && <Cards search={search} go={go} />}
        </div>
      </Tabs>
      {view === 'packs' && (search.make === true || search.id !== undefined) && (
        <PackDrawer id={search.make === true ? null : search.id!} onClose={close} />
      )}
      {view === 'cards' && search.id !== undefined && <CardDrawer id={search.id} onClose={close} />}
    </AdminFrame>
  );
}

// A word is typed in less; the list need not follow every letter.
const TYPING_PAUSE_MS = 300;

type Go = (next: CatalogueSearch) => void;

/** A change of a filter begins at the first page. */
function Filters({ search: list, onChange }: { search: CatalogueSearch; onChange: Go }) {
  const { page: _page, ...filters } = list;
  const [text, setText] = useState(filters.search ?? '');
  const change = (name: 'search' | 'game', value: string) => {
    const { [name]: _before, ...rest } = filters;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  useEffect(() => {
    if (text.trim() === (filters.search ?? '').trim()) return;
    const pause = setTimeout(() => change('search', text.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  });
  return (
    <form
      aria-label="Find in the catalogue"
      onSubmit={(event) => {
        event.preventDefault();
        change('search', text.trim());
      }}
      className="grid items-end gap-4 sm:grid-cols-[minmax(0,320px)_180px]"
    >
      <Field
        label={<span className="font-normal text-text-2">Name</span>}
        type="search"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Select
        label="Game"
        value={filters.game ?? ''}
        onChange={({ target }) => change('game', target.value)}
        options={[
          { value: '', label: 'All games' },
          ...GAMES.map((game) => ({ value: game, label: GAME_NAMES[game] })),
        ]}
      />
    </form>
  );
}

type ViewProps = { search: CatalogueSearch; go: Go };

/** One list of the page: loading, failed, empty, or its rows and pages. */
function List<Row>({
  name,
  query,
  rows,
  totalPages,
  columns,
  keyOf,
  search,
  go,
}: ViewProps & {
  name: string;
  query: { isError: boolean; error: Error | null; refetch: () => unknown };
  rows: Row[] | undefined;
  totalPages: number | undefined;
  columns: Column<Row>[];
  keyOf: (row: Row) => string;
}) {
  const { page: _page, id: _id, make: _make, ...filters } = search;
  useExistingPage(search.page ?? 1, totalPages, (page) => go({ ...filters, page }));
  if (rows === undefined) {
    return query.isError ? (
      <ErrorState
        title={`Failed to load the ${name}`}
        text={messageOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Loading text={`Loading the ${name}…`}>
        <Skeleton className="mt-6 h-80" />
      </Loading>
    );
  }
  if (rows.length === 0) {
    const isNarrowed = search.search !== undefined || search.game !== undefined;
    return (
      <EmptyState
        title={`No ${name} ${isNarrowed ? 'found' : 'yet'}`}
        text={isNarrowed ? 'Nothing matches these filters.' : 'What is imported shows here.'}
      />
    );
  }
  return (
    <>
      <DataTable
        caption={name}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        isSelected={(row) => keyOf(row) === search.id}
        card={(row) => <Tile columns={columns} row={row} />}
      />
      <div className="flex justify-end">
        <Pagination
          label={name}
          page={search.page ?? 1}
          totalPages={totalPages ?? 1}
          onPage={(page) => go({ ...filters, page })}
        />
      </div>
    </>
  );
}

const muted = (text: ReactNode) => <span className="text-text-2">{text}</span>;

function OpenLink({
  id,
  search,
  children,
}: {
  id: string;
  search: CatalogueSearch;
  children: string;
}) {
  return (
    <Link
      to="/admin/catalogue"
      search={{ ...search, id }}
      resetScroll={false}
      className="link hit-44 font-semibold break-words"
    >
      {children}
    </Link>
  );
}

function wantedOf({ game, search, page = 1 }: CatalogueSearch) {
  return { game, search, page };
}

function PackTypes({ search, go }: ViewProps) {
  const query = useAsk(
    listAdminPackTypes,
    { ...wantedOf(search), limit: PAGE_LIMIT },
    { keepsPrevious: true },
  );
  const columns: Column<AdminPackType>[] = [
    {
      name: 'name',
      head: 'Name',
      cell: (type) => (
        <OpenLink id={type.id} search={search}>
          {type.name}
        </OpenLink>
      ),
    },
    {
      name: 'set',
      head: 'Set',
      cell: (type) => muted(`${GAME_NAMES[type.game]}, ${type.set_name}`),
    },
    {
      name: 'price',
      head: 'Price',
      align: 'right',
      cell: (type) => <Price amount={type.price} was={type.originalPrice} />,
    },
    {
      name: 'discount',
      head: 'Discount',
      align: 'right',
      cell: (type) => muted(type.discount === null ? '–' : `${type.discount} %`),
    },
    {
      name: 'expected',
      head: 'Expected value',
      align: 'right',
      cell: (type) =>
        type.expectedValue === null ? muted('–') : <Price amount={type.expectedValue.amount} />,
    },
    { name: 'stock', head: 'Stock', align: 'right', cell: (type) => type.stock },
    {
      name: 'state',
      head: 'State',
      align: 'right',
      cell: (type) => <StateBadge type={type} />,
    },
  ];
  return (
    <List
      name="pack types"
      query={query}
      rows={query.data?.packTypes}
      totalPages={query.data?.pagination.totalPages}
      columns={columns}
      keyOf={(type) => type.id}
      search={search}
      go={go}
    />
  );
}

function StateBadge({ type }: { type: AdminPackType }) {
  if (!type.is_available) return <Badge tone="outline">Off sale</Badge>;
  return type.stock === 0 ? <Badge tone="warn">Sold out</Badge> : <Badge>On sale</Badge>;
}

const SET_COLUMNS: Column<CardSet>[] = [
  { name: 'name', head: 'Name', cell: (set) => <span className="font-semibold">{set.name}</span> },
  { name: 'code', head: 'Code', cell: (set) => muted(set.code) },
  { name: 'game', head: 'Game', cell: (set) => muted(GAME_NAMES[set.game]) },
  { name: 'released', head: 'Released', cell: (set) => muted(set.releasedOn ?? '–') },
  { name: 'cards', head: 'Cards', align: 'right', cell: (set) => set.cards },
  { name: 'packTypes', head: 'Pack types', align: 'right', cell: (set) => set.packTypes },
];

function Sets({ search, go }: ViewProps) {
  const query = useAsk(
    listSets,
    { ...wantedOf(search), limit: PAGE_LIMIT },
    { keepsPrevious: true },
  );
  return (
    <List
      name="sets"
      query={query}
      rows={query.data?.sets}
      totalPages={query.data?.pagination.totalPages}
      columns={SET_COLUMNS}
      keyOf={(set) => set.id}
      search={search}
      go={go}
    />
  );
}

function Cards({ search, go }: ViewProps) {
  const query = useAsk(
    listMarketCards,
    { ...wantedOf(search), pageSize: PAGE_LIMIT },
    { keepsPrevious: true },
  );
  const columns: Column<CatalogueCard>[] = [
    {
      name: 'name',
      head: 'Name',
      cell: (card) => (
        <OpenLink id={card.id} search={search}>
          {card.name}
        </OpenLink>
      ),
    },
    { name: 'set', head: 'Set', cell: (card) => muted(`${card.set_name} ${card.number}`) },
    { name: 'rarity', head: 'Rarity', cell: (card) => muted(card.nativeRarity) },
    { name: 'finish', head: 'Finish', cell: (card) => muted(card.finish) },
    {
      name: 'value',
      head: 'Market value',
      align: 'right',
      cell: (card) => <Price amount={card.marketValue} />,
    },
    {
      name: 'priced',
      head: 'Price of',
      align: 'right',
      cell: (card) => muted(dayOf(card.pricesAsOf)),
    },
  ];
  return (
    <List
      name="cards"
      query={query}
      rows={query.data?.cards}
      totalPages={query.data?.pagination.totalPages}
      columns={columns}
      keyOf={(card) => card.id}
      search={search}
      go={go}
    />
  );
}
