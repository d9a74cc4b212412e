// The shipping desk: what waits to be packed, sent, or to arrive. View, words, page and the open parcel
// stand in the address.
import { listAdminShipments, type AdminShipment } from '#contract/shipping-admin.ts';
import { formatCad } from '#domain/money.ts';
import { awaitsPacking, SHIPMENT_STATUSES, type ShipmentStatus } from '#domain/shipping.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useAsk } from '../../api/ask.ts';
import { SHIPMENT_WORDS } from '../shipment-words.ts';
import { countCards } from '../../collection/card-words.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useExistingPage } from '../../ui/use-existing-page.ts';
import { formatMoment } from '../../ui/moments.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { ListFoot, SearchField, WhenLoaded, countedWords } from '../../admin-kit/list-parts.tsx';
import { ShippingBulkBar } from './shipping-bulk-bar.tsx';
import { ShippingDrawer } from './shipping-drawer.tsx';
import { LOOK_AGAIN_MS } from '../../admin-kit/listing.ts';
import type { ShippingSearch } from './shipping-search.ts';
import { shortId, waitedWords } from './shipping-words.ts';
import { TickAll, TickOne, useTicks, type Ticks } from '../../admin-kit/ticks.tsx';

export const screen = createLazyRoute('/admin/shipping')({ component: ShippingAdminPage });

/** What somebody packs in one go. */
const PACKED_AT_ONCE = 50;

function ShippingAdminPage() {
  const search = screen.useSearch();
  const navigate = useNavigate();
  const { page = 1, id, ...filters } = search;
  const list = useAsk(
    listAdminShipments,
    { page, limit: PACKED_AT_ONCE, ...filters },
    { keepsPrevious: true, refetchInterval: LOOK_AGAIN_MS },
  );
  const status = search.status ?? 'requested';
  const go = (next: ShippingSearch) => void navigate({ to: '/admin/shipping', search: next });
  useExistingPage(page, list.data?.pagination.totalPages, (existing) =>
    go({ ...filters, page: existing }),
  );
  const view = (next: ShipmentStatus) => {
    const { status: _before, ...rest } = filters;
    go(next === 'requested' ? rest : { ...rest, status: next });
  };
  const find = (words: string) => {
    const { search: _before, ...rest } = filters;
    go(words === '' ? rest : { ...rest, search: words });
  };
  const counts = new Map(list.data?.counts.map((one) => [one.status, one.count]));
  const views = SHIPMENT_STATUSES.map((name) => ({
    name,
    label: <ViewLabel status={name} count={counts.get(name)} />,
  }));

  return (
    <AdminFrame title="Shipping">
      <Tabs label="Shipments" tabs={views} selected={status} onSelect={view}>
        <form
          aria-label="Find shipments"
          onSubmit={(event) => event.preventDefault()}
          className="max-w-[520px] pt-5"
        >
          <SearchField
            label="E-mail, name, tracking number or shipment"
            value={filters.search ?? ''}
            onChange={find}
          />
        </form>
        <div className="pt-5">
          <WhenLoaded list={list} what="shipments">
            <List
              // Ticks belong to what is seen: another view, other words and another page begin without.
              key={`${status} ${page} ${filters.search ?? ''}`}
              shipments={list.data?.shipments ?? []}
              status={status}
              search={search}
              readAt={list.dataUpdatedAt}
              onShowAll={() => find('')}
            />
          </WhenLoaded>
          {list.data && (
            <ListFoot
              className="mt-5"
              label="Shipments"
              one="shipment"
              pagination={list.data.pagination}
              page={page}
              onPage={(next) => go({ ...filters, page: next })}
            />
          )}
        </div>
      </Tabs>
      {id !== undefined && (
        <ShippingDrawer
          key={id}
          id={id}
          onClose={() => go(page === 1 ? filters : { ...filters, page })}
        />
      )}
    </AdminFrame>
  );
}

function ViewLabel({ status, count }: { status: ShipmentStatus; count: number | undefined }) {
  return (
    <>
      {SHIPMENT_WORDS[status].word}
      {count !== undefined && (
        <span className="font-normal text-text-2"> {countedWords(count)}</span>
      )}
    </>
  );
}

const EMPTY: Record<ShipmentStatus, string> = {
  requested: 'Nothing waits to be packed.',
  packed: 'Nothing waits to be sent.',
  shipped: 'Nothing is on its way.',
  delivered: 'Nothing has arrived yet.',
  cancelled: 'Nothing was cancelled.',
};

type ListProps = {
  shipments: AdminShipment[];
  status: ShipmentStatus;
  search: ShippingSearch;
  /** When the list was read, in ms: waits are told as of then. */
  readAt: number;
  onShowAll: () => void;
};

function List({ shipments, status, search, readAt, onShowAll }: ListProps) {
  const ticks = useTicks(shipments.map(({ id }) => id));
  const rows = { search, ticks, readAt };
  const bar = <ShippingBulkBar ticks={ticks} shipments={shipments} status={status} />;
  if (shipments.length === 0) {
    return (
      <>
        {bar}
        <Nothing status={status} isSearched={search.search !== undefined} onShowAll={onShowAll} />
      </>
    );
  }
  return (
    <>
      {bar}
      <div className="mb-3 min-[990px]:hidden">
        <TickAll ticks={ticks} />
      </div>
      <DataTable
        caption="Shipments"
        columns={columns(status, rows)}
        rows={shipments}
        keyOf={(one) => one.id}
        isSelected={(one) => one.id === search.id || ticks.has(one.id)}
        card={(one) => <ShipmentTile shipment={one} rows={rows} />}
      />
    </>
  );
}

function Nothing({
  status,
  isSearched,
  onShowAll,
}: {
  status: ShipmentStatus;
  isSearched: boolean;
  onShowAll: () => void;
}) {
  if (!isSearched) {
    const word = SHIPMENT_WORDS[status].word.toLowerCase();
    return <EmptyState title={`No ${word} shipments`} text={EMPTY[status]} />;
  }
  return (
    <EmptyState
      title="No shipments found"
      text="Nothing here begins so. The numbers above say in which view something does."
      action={
        <Button look="secondary" onClick={onShowAll}>
          Show all
        </Button>
      }
    />
  );
}

type Rows = { search: ShippingSearch; ticks: Ticks; readAt: number };

function columns(status: ShipmentStatus, rows: Rows): Column<AdminShipment>[] {
  const isWaiting = awaitsPacking(status);
  const isTracked = status === 'shipped' || status === 'delivered';
  return [
    {
      name: 'tick',
      head: <TickAll ticks={rows.ticks} hideLabel />,
      cell: (one) => <TickOne ticks={rows.ticks} id={one.id} name={shortId(one.id)} />,
    },
    {
      name: 'shipment',
      head: 'Shipment',
      cell: (one) => <ShipmentLink shipment={one} search={rows.search} />,
    },
    {
      name: 'requested',
      head: 'Requested',
      cell: (one) => (
        <span className="whitespace-nowrap text-text-2">{formatMoment(one.requestedAt)}</span>
      ),
    },
    ...(isWaiting
      ? [
          {
            name: 'age',
            head: 'Age',
            cell: (one: AdminShipment) => (
              <span className="whitespace-nowrap">{waitedWords(one.requestedAt, rows.readAt)}</span>
            ),
          },
        ]
      : []),
    {
      name: 'owner',
      head: 'Owner',
      cell: (one) => (
        <span className="grid py-2">
          <span className="break-words">{one.recipient ?? 'Deleted'}</span>
          <span className="break-all text-text-2">{one.ownerEmail}</span>
        </span>
      ),
    },
    {
      name: 'country',
      head: 'Country',
      cell: (one) => <span className="text-text-2">{one.country ?? '–'}</span>,
    },
    { name: 'cards', head: 'Cards', align: 'right', cell: (one) => one.cardCount },
    ...(isTracked
      ? [
          {
            name: 'tracking',
            head: 'Tracking',
            cell: (one: AdminShipment) => (
              <span className="grid py-2">
                <span>{one.carrier}</span>
                <span className="break-all text-text-2">{one.trackingNumber}</span>
              </span>
            ),
          },
        ]
      : []),
    {
      name: 'fee',
      head: 'Fee',
      align: 'right',
      cell: (one) => <span className="whitespace-nowrap">{formatCad(one.totalFee)}</span>,
    },
  ];
}

/** The first eight signs tell shipments apart for the eye; the whole id stands in the drawer. */
function ShipmentLink({ shipment, search }: { shipment: AdminShipment; search: ShippingSearch }) {
  return (
    <Link
      to="/admin/shipping"
      search={{ ...search, id: shipment.id }}
      resetScroll={false}
      className="link hit-44 font-semibold whitespace-nowrap"
    >
      {shortId(shipment.id)}
    </Link>
  );
}

function ShipmentTile({ shipment, rows }: { shipment: AdminShipment; rows: Rows }) {
  const { requestedAt, carrier, trackingNumber } = shipment;
  return (
    <div className="flex gap-4 text-small">
      <div className="pt-0.5">
        <TickOne ticks={rows.ticks} id={shipment.id} name={shortId(shipment.id)} />
      </div>
      <div className="grid min-w-0 flex-1 gap-1.5">
        <div className="flex items-start justify-between gap-4">
          <ShipmentLink shipment={shipment} search={rows.search} />
          <span className="font-semibold whitespace-nowrap">{formatCad(shipment.totalFee)}</span>
        </div>
        <p className="break-words">{shipment.recipient ?? 'Deleted'}</p>
        <p className="break-all text-text-2">{shipment.ownerEmail}</p>
        <p className="text-text-2">
          {countCards(shipment.cardCount)}
          {shipment.country !== null && ` to ${shipment.country}`}
          {trackingNumber !== null && ` · ${carrier} ${trackingNumber}`}
        </p>
        <p className="text-text-2">
          {formatMoment(requestedAt)}
          {awaitsPacking(shipment.status) && ` · ${waitedWords(requestedAt, rows.readAt)}`}
        </p>
      </div>
    </div>
  );
}
