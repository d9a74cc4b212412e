// The operators' list of parcels to pack, to send, or in transit. View, search, page and the open parcel are in the
// URL.
import { listAdminShipments, type AdminShipment } from '#contract/shipping-admin.ts';
import { formatCad } from '#domain/money.ts';
import { awaitsPacking, SHIPMENT_STATUSES, type ShipmentStatus } from '#domain/shipping.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { SHIPMENT_WORDS } from '../shipment-words.ts';
import { countCards } from '../../collection/card-words.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { muted } from '../../ui/muted.tsx';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { FilterForm, SearchField } from '../../lists/list-fields.tsx';
import { ListPage, RowLink, ViewLabel } from '../../lists/list-page.tsx';
import { useTicks } from '../../lists/ticks.tsx';
import { useListPage } from '../../lists/use-list-page.ts';
import { ShippingBulkBar } from './shipping-bulk-bar.tsx';
import { ShippingDrawer } from './shipping-drawer.tsx';
import { POLL_MS } from '../../admin-kit/listing.ts';
import { shortId, waitedWords } from './shipping-words.ts';
import { useAsk } from '../../api/ask.ts';

/** The number of shipments on a page, which is about as many as a packer handles at once. */
const PACKED_AT_ONCE = 50;

export const screen = createLazyRoute('/admin/shipping')({ component: ShippingAdminPage });

/** The states of parcels that have left. `hasLeft` is not used here, because the home page would then load it too. */
const SENT: readonly ShipmentStatus[] = ['shipped', 'delivered', 'lost'];

const EMPTY: Record<ShipmentStatus, string> = {
  requested: 'No shipments need packing.',
  packed: 'No packed shipments need sending.',
  shipped: 'Nothing is on its way.',
  delivered: 'Nothing has arrived yet.',
  cancelled: 'Nothing was cancelled.',
  lost: 'No parcel was lost.',
};

function ShippingAdminPage() {
  const search = screen.useSearch();
  const { page = 1, id: _id, ...filters } = search;
  const shipments = useAsk(
    listAdminShipments,
    { page, limit: PACKED_AT_ONCE, ...filters },
    { keepsPrevious: true, refetchInterval: POLL_MS },
  );
  const list = useListPage('/admin/shipping', search, { opens: ['id'], keeps: ['status'] });
  const views = list.tabs('status', 'requested');
  const status = views.selected;
  const counts = new Map(shipments.data?.counts.map((one) => [one.status, one.count]));
  const rows = shipments.data?.shipments ?? [];
  // Ticks are dropped when the view, search or page changes, because they belong to the visible list.
  const seen = `${status} ${list.page} ${search.search ?? ''}`;
  const ticks = useTicks(
    rows.map(({ id }) => id),
    seen,
  );
  const readAt = shipments.dataUpdatedAt;

  return (
    <AdminFrame title="Shipping">
      <Tabs
        label="Shipments"
        tabs={SHIPMENT_STATUSES.map((name) => ({
          name,
          label: <ViewLabel label={SHIPMENT_WORDS[name].word} count={counts.get(name)} />,
        }))}
        {...views}
      >
        <FilterForm label="Find shipments" className="max-w-[520px] py-5">
          <SearchField
            label="E-mail, name, tracking number or shipment"
            {...list.field('search')}
          />
        </FilterForm>
        <ListPage
          list={list}
          query={shipments}
          rows={rows}
          label="Shipments"
          one="shipment"
          none={{
            title: `No ${SHIPMENT_WORDS[status].word.toLowerCase()} shipments`,
            text: EMPTY[status],
          }}
          notFound="Nothing in this view starts with that. The numbers above say which view has matches."
          columns={columns(status, readAt)}
          keyOf={(one) => one.id}
          card={(one) => <ShipmentTile shipment={one} readAt={readAt} />}
          ticked={{ ticks, name: (one) => shortId(one.id) }}
          above={<ShippingBulkBar key={seen} ticks={ticks} shipments={rows} status={status} />}
        />
      </Tabs>
      {search.id !== undefined && (
        <ShippingDrawer key={search.id} id={search.id} onClose={list.close} />
      )}
    </AdminFrame>
  );
}

/** `readAt`: the time in ms at which the list was loaded. Ages are relative to it. */
function columns(status: ShipmentStatus, readAt: number): Column<AdminShipment>[] {
  const age: Column<AdminShipment> = {
    name: 'age',
    head: 'Age',
    cell: (one) => (
      <span className="whitespace-nowrap">{waitedWords(one.requestedAt, readAt)}</span>
    ),
  };
  const tracking: Column<AdminShipment> = {
    name: 'tracking',
    head: 'Tracking',
    cell: (one) => (
      <span className="grid py-2">
        <span>{one.carrier}</span>
        <span className="break-all text-text-2">{one.trackingNumber}</span>
      </span>
    ),
  };
  return [
    { name: 'shipment', head: 'Shipment', cell: (one) => <ShipmentLink shipment={one} /> },
    {
      name: 'requested',
      head: 'Requested',
      cell: (one) => muted(formatMoment(one.requestedAt), 'whitespace-nowrap'),
    },
    ...(awaitsPacking(status) ? [age] : []),
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
    { name: 'country', head: 'Country', cell: (one) => muted(one.country ?? '–') },
    { name: 'cards', head: 'Cards', align: 'right', cell: (one) => one.cardCount },
    ...(SENT.includes(status) ? [tracking] : []),
    {
      name: 'fee',
      head: 'Fee',
      align: 'right',
      cell: (one) => <span className="whitespace-nowrap">{formatCad(one.totalFee)}</span>,
    },
  ];
}

/** The first eight characters of an id, which distinguish shipments well enough. The drawer shows the whole id. */
function ShipmentLink({ shipment: { id } }: { shipment: AdminShipment }) {
  return (
    <RowLink id={id} className="whitespace-nowrap">
      {shortId(id)}
    </RowLink>
  );
}

function ShipmentTile({ shipment, readAt }: { shipment: AdminShipment; readAt: number }) {
  const { requestedAt, carrier, trackingNumber } = shipment;
  return (
    <div className="grid gap-1.5 text-small">
      <div className="flex items-start justify-between gap-4">
        <ShipmentLink shipment={shipment} />
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
        {awaitsPacking(shipment.status) && ` · ${waitedWords(requestedAt, readAt)}`}
      </p>
    </div>
  );
}
