// The page Shipments: all parcels that the user has requested, with their progress.
import { listShipments, type Shipment } from '#contract/shipping.ts';
import { placeLine } from '#domain/address-needs.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { formatDay } from '../ui/moments.ts';
import { CardImage } from '../ui/art.tsx';
import { buttonClass } from '../ui/button.tsx';
import { RowsSkeleton, type Column } from '../ui/data-table.tsx';
import { muted } from '../ui/muted.tsx';
import { Price } from '../ui/price.tsx';
import { Loading } from '../ui/states.tsx';
import { ListPage } from '../lists/list-page.tsx';
import { useListPage } from '../lists/use-list-page.ts';

import { ShipmentBadge } from './shipment-parts.tsx';
import { contentsOf } from './shipment-words.ts';
import { countCards } from '../collection/card-words.ts';
import { useAsk } from '../api/ask.ts';

const PAGE_LIMIT = 10;

export const screen = createLazyRoute('/shipments')({ component: ShipmentsPage });

function ShipmentsPage() {
  const search = screen.useSearch();
  const shipments = useAsk(
    listShipments,
    { page: search.page ?? 1, limit: PAGE_LIMIT },
    { keepsPrevious: true },
  );
  return (
    <div className="page pt-9 pb-20">
      <h1 tabIndex={-1} className="mb-6 text-h2 sm:text-h1">
        Shipments
      </h1>
      <ListPage
        list={useListPage('/shipments', search)}
        query={shipments}
        rows={shipments.data?.shipments}
        label="Shipments"
        one="shipment"
        hideCount
        loading={
          <Loading text="Loading shipments...">
            <RowsSkeleton rows={4} />
          </Loading>
        }
        failed="Failed to load shipments"
        none={{
          text: 'Cards that you have shipped to you appear here.',
          action: (
            <Link to="/my-cards" className={buttonClass()}>
              Choose cards to ship
            </Link>
          ),
        }}
        columns={COLUMNS}
        keyOf={(one) => one.id}
        card={(one) => <ShipmentTile shipment={one} />}
      />
    </div>
  );
}

const COLUMNS: Column<Shipment>[] = [
  {
    name: 'shipment',
    head: 'Shipment',
    cell: (one) => (
      <span className="flex items-center gap-3">
        <Picture shipment={one} />
        <ShipmentLink shipment={one} />
      </span>
    ),
  },
  {
    name: 'cards',
    head: 'Cards',
    cell: (one) => muted(one.cards.length),
  },
  {
    name: 'requested',
    head: 'Requested',
    cell: (one) => muted(formatDay(one.createdAt)),
  },
  {
    name: 'destination',
    head: 'Destination',
    cell: (one) => muted(destinationOf(one)),
  },
  { name: 'status', head: 'Status', cell: (one) => <ShipmentBadge shipment={one} /> },
  {
    name: 'fee',
    head: 'Fee',
    align: 'right',
    cell: (one) => <Price amount={one.fee.totalFee} className="font-semibold" />,
  },
];

function Picture({ shipment }: { shipment: Shipment }) {
  const [first] = shipment.cards;
  return first && <CardImage src={first.imageUrl} alt="" className="w-8 shrink-0 self-start" />;
}

function ShipmentLink({ shipment }: { shipment: Shipment }) {
  return (
    <Link
      to="/shipments/$shipmentId"
      params={{ shipmentId: shipment.id }}
      className="link hit-44 font-semibold break-words"
    >
      {contentsOf(shipment)}
    </Link>
  );
}

function destinationOf({ shippingAddress: address }: Shipment): string {
  return address === null ? '–' : placeLine({ city: address.city, state: address.state });
}

function ShipmentTile({ shipment }: { shipment: Shipment }) {
  return (
    <div className="flex gap-4">
      <Picture shipment={shipment} />
      <div className="grid min-w-0 flex-1 gap-2">
        <ShipmentLink shipment={shipment} />
        <p className="flex flex-wrap items-center justify-between gap-2 text-small text-text-2">
          <span>
            {countCards(shipment.cards.length)} · {formatDay(shipment.createdAt)}
          </span>
          <ShipmentBadge shipment={shipment} />
        </p>
        <p className="flex flex-wrap justify-between gap-2 text-small">
          <span className="min-w-0 break-words text-text-2">{destinationOf(shipment)}</span>
          <Price amount={shipment.fee.totalFee} className="font-semibold" />
        </p>
      </div>
    </div>
  );
}
