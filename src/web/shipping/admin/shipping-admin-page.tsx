// The operators' list of parcels: those to pack, those to send, and those in transit. The URL holds the view, the
// search, the page and the open parcel.
import { columnsIn, orderIn } from '#contract/paging.ts';
import {
  exportShipments,
  listAdminShipments,
  SHIPMENT_COLUMNS,
  SHIPMENT_ORDERS,
  type AdminShipment,
} from '#contract/shipping-admin.ts';
import { formatCad } from '#domain/money.ts';
import {
  awaitsPacking,
  SHIPMENTS_AT_ONCE_MAX,
  SHIPMENT_STATUSES,
  type ShipmentStatus,
} from '#domain/shipping.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { SHIPMENT_WORDS } from '../shipment-words.ts';
import { countCards } from '../../collection/card-words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { muted } from '../../ui/muted.tsx';
import { useSeesAmounts } from '../../admin-kit/use-may.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { FilterForm, SearchField } from '../../lists/list-fields.tsx';
import { RowLink, ViewLabel } from '../../lists/list-page.tsx';
import { StaffList, type StaffColumn } from '../../admin-kit/staff-list.tsx';
import { useRowSelection } from '../../admin-kit/use-selection.ts';
import { useStaffList } from '../../admin-kit/use-staff-list.ts';
import { ShippingBulkBar } from './shipping-bulk-bar.tsx';
import { ShippingDrawer } from './shipping-drawer.tsx';
import { POLL_MS } from '../../admin-kit/listing.ts';
import { shortId, waitedWords } from './shipping-words.ts';
import { TrackingFile } from './tracking-file.tsx';
import { useAsk } from '../../api/ask.ts';
import { call } from '../../api/call.ts';

/** The number of shipments on a page. A packer handles about this many at once. */
const PACKED_AT_ONCE = 50;

export const screen = createLazyRoute('/admin/shipping')({ component: ShippingAdminPage });

/** The statuses of parcels that have left. `hasLeft` would be loaded with the home page, so it is not used. */
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
  const { page = 1, status: wanted, search: words } = search;
  const filters = { status: wanted, search: words };
  const sort = orderIn(SHIPMENT_ORDERS, search.sort);
  const shipments = useAsk(
    listAdminShipments,
    { page, limit: PACKED_AT_ONCE, sort, ...filters },
    { keepsPrevious: true, refetchInterval: POLL_MS },
  );
  const list = useStaffList('shipments', '/admin/shipping', search, {
    opens: ['id'],
    selects: ['status'],
  });
  const views = list.tabs('status', 'requested');
  const status = views.selected;
  const counts = new Map(shipments.data?.counts.map((one) => [one.status, one.count]));
  const rows = shipments.data?.shipments ?? [];
  // A change of the view or the search clears the selection.
  const seen = `${status} ${search.search ?? ''}`;
  const selection = useRowSelection(rows, ({ id }) => id, seen, { most: SHIPMENTS_AT_ONCE_MAX });
  const readAt = shipments.dataUpdatedAt;
  const withFees = useSeesAmounts();

  return (
    <AdminFrame title="Shipping">
      <Tabs
        label="Shipments"
        tabs={SHIPMENT_STATUSES.map((name) => ({
          name,
          label: <ViewLabel label={SHIPMENT_WORDS[name].word} count={counts.get(name)} />,
        }))}
        {...views}
        aside={
          <Link
            to="/admin/shipping/pack"
            search={{ ids: '' }}
            className={buttonClass({ size: 'small' })}
          >
            Pack
          </Link>
        }
      >
        {status === 'packed' && <TrackingFile />}
        <FilterForm label="Find shipments" className="max-w-[520px] py-5">
          <SearchField
            label="E-mail, name, tracking number or shipment"
            {...list.field('search')}
          />
        </FilterForm>
        <StaffList
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
          columns={columns(status, readAt, withFees)}
          orders={SHIPMENT_ORDERS}
          file={{
            name: exportShipments.savedAs,
            read: () =>
              call(exportShipments, {
                ...filters,
                sort,
                columns: columnsIn(SHIPMENT_COLUMNS, search.columns),
              }),
          }}
          keyOf={(one) => one.id}
          card={(one) => <ShipmentTile shipment={one} readAt={readAt} />}
          selected={{
            selection,
            name: (one) => shortId(one.id),
            bar: (
              <ShippingBulkBar
                key={seen}
                ticks={selection}
                shipments={selection.rows}
                status={status}
                labelSeller={shipments.data?.labelSeller ?? null}
              />
            ),
          }}
        />
      </Tabs>
      {search.id !== undefined && (
        <ShippingDrawer key={search.id} id={search.id} onClose={list.close} />
      )}
    </AdminFrame>
  );
}

const FEE: StaffColumn<AdminShipment> = {
  name: 'fee',
  head: 'Fee',
  align: 'right',
  cell: (one) =>
    one.totalFee !== null && <span className="whitespace-nowrap">{formatCad(one.totalFee)}</span>,
};

/** Returns the columns of a view. `readAt`: when the list was loaded, in epoch ms; ages are relative to it. */
function columns(
  status: ShipmentStatus,
  readAt: number,
  withFees: boolean,
): StaffColumn<AdminShipment>[] {
  const age: StaffColumn<AdminShipment> = {
    name: 'age',
    head: 'Age',
    cell: (one) => (
      <span className="whitespace-nowrap">{waitedWords(one.requestedAt, readAt)}</span>
    ),
  };
  const tracking: StaffColumn<AdminShipment> = {
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
    ...(withFees ? [FEE] : []),
  ];
}

/**
 * A link that shows the first eight characters of the shipment's id. Eight characters are enough to tell shipments
 * apart, and the panel shows the whole id.
 */
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
        {shipment.totalFee !== null && (
          <span className="font-semibold whitespace-nowrap">{formatCad(shipment.totalFee)}</span>
        )}
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
