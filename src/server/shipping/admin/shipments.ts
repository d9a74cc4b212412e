// Shows operators the shipments: the list, and parcels with the storage places of their cards.
import * as rows from '#contract/shipping-admin.ts';
import { paginationOf } from '#contract/paging.ts';
import type { AdminShipmentDetail } from '#contract/shipping-admin.ts';
import { Rejection } from '#domain/rejection.ts';
import { writeCardNumber } from '#domain/card-number.ts';
import { compareOnShelves } from '#domain/shelf-order.ts';
import { awaitsPacking } from '#domain/shipping.ts';
import { csvFile, type CsvColumns } from '../../http/csv-file.ts';
import { handler } from '../../http/handler.ts';
import type { Context } from '../../runtime/context.ts';
import {
  countShipmentsByStatus,
  findAdminShipmentRows,
  listParcelContents,
  listAdminShipmentRows,
  listAdminShipmentsAfter,
  type AdminRow,
  type ShipmentsWanted,
} from './shipments-queries.ts';
import { findCurrentTariff } from '../current-tariff.ts';
import { presentShipment } from '../present-shipment.ts';
import { listAdditions } from '../shipments-queries.ts';
import { customsFormOf } from './customs-form.ts';

export const listAdminShipments = handler(
  rows.listAdminShipments,
  async ({ db, carrier }, _caller, { page, limit, ...asked }) => {
    const wanted = wantedOf(asked);
    const { status } = wanted;
    const [rows, counts] = await Promise.all([
      listAdminShipmentRows(db, wanted, limit, (page - 1) * limit),
      countShipmentsByStatus(db, wanted.search),
    ]);
    const total = counts.find((one) => one.status === status)!.count;
    return {
      shipments: rows.map((one) => ({
        id: one.id,
        status: one.state,
        ownerEmail: one.email,
        recipient: one.address && `${one.address.firstName} ${one.address.lastName}`,
        country: one.address && one.address.country,
        cardCount: one.card_count,
        totalFee: one.fee,
        carrier: one.carrier,
        trackingNumber: one.tracking_number,
        requestedAt: one.requested_at,
      })),
      pagination: paginationOf(total, page, limit),
      counts,
      labelSeller: carrier?.name ?? null,
    };
  },
);

type Asked = Pick<ShipmentsWanted, 'status'> & {
  search?: string | undefined;
  sort?: ShipmentsWanted['sort'] | undefined;
};

function wantedOf({ status, search, sort }: Asked): ShipmentsWanted {
  const usual = awaitsPacking(status) ? 'requested' : '-requested';
  return { status, search: search || null, sort: sort ?? usual };
}

const COLUMNS: CsvColumns<(typeof rows.SHIPMENT_COLUMNS)[number], AdminRow> = {
  shipment: { head: 'Shipment', cell: (row) => row.id },
  requested: { head: 'Requested', cell: (row) => row.requested_at },
  status: { head: 'Status', cell: (row) => row.state },
  owner: { head: 'Owner', cell: (row) => row.email },
  recipient: {
    head: 'Recipient',
    cell: ({ address }) => address && `${address.firstName} ${address.lastName}`,
  },
  country: { head: 'Country', cell: (row) => row.address && row.address.country },
  cards: { head: 'Cards', cell: (row) => row.card_count },
  carrier: { head: 'Carrier', cell: (row) => row.carrier },
  tracking: { head: 'Tracking number', cell: (row) => row.tracking_number },
};

const ROWS_AT_ONCE = 500;

export const exportShipments = handler(
  rows.exportShipments,
  async ({ db }, _caller, { columns, ...asked }) =>
    csvFile(COLUMNS, columns, (after) =>
      listAdminShipmentsAfter(db, wantedOf(asked), after, ROWS_AT_ONCE),
    ),
);

export const showAdminShipment = handler(
  rows.showAdminShipment,
  async (context, _caller, { id }) => {
    const [shipment] = await openShipments(context, [id]);
    if (shipment === undefined) throw new Rejection('NOT_FOUND');
    return shipment;
  },
);

export const printShipments = handler(rows.printShipments, async (context, _caller, { ids }) => {
  const found = await openShipments(context, ids);
  const known = new Map(found.map((one) => [one.shipment.id, one]));
  return { shipments: ids.flatMap((id) => known.get(id) ?? []) };
});

export async function openShipments(
  context: Context,
  ids: string[],
): Promise<AdminShipmentDetail[]> {
  const [found, cards, additionsOf, { tariff }] = await Promise.all([
    findAdminShipmentRows(context.db, ids),
    listParcelContents(context.db, ids),
    listAdditions(context.db, ids),
    findCurrentTariff(context.db),
  ]);
  return found.map(({ shipment, email }) => ({
    shipment: presentShipment(context, shipment),
    ownerEmail: email,
    labelSeller: context.carrier?.name ?? null,
    customs: customsFormOf(
      tariff,
      shipment.address?.country ?? null,
      cards.filter((card) => card.shipment_id === shipment.id),
    ),
    additions: additionsOf(shipment.id),
    cards: cards
      .filter((card) => card.shipment_id === shipment.id)
      .map((card) => ({
        cardId: card.card_id,
        name: card.name,
        setName: card.set_name,
        number: card.number,
        finish: card.finish,
        condition: card.condition,
        packSerial: card.serial,
        position: card.position,
        cardNumber: writeCardNumber({
          certification: card.certification_number,
          position: card.position,
        }),
        shelf: card.shelf,
        pickedAt: card.picked_at,
      }))
      .toSorted(compareOnShelves),
  }));
}
