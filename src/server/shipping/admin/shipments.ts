// Shipments for operators: the list, and parcels with the storage places of their cards.
import * as rows from '#contract/shipping-admin.ts';
import { paginationOf } from '#contract/paging.ts';
import type { AdminShipmentDetail } from '#contract/shipping-admin.ts';
import { Rejection } from '#domain/rejection.ts';
import { compareOnShelves } from '#domain/shelf-order.ts';
import { awaitsPacking } from '#domain/shipping.ts';
import { handler } from '../../http/handler.ts';
import type { Context } from '../../runtime/context.ts';
import {
  countShipmentsByStatus,
  findAdminShipmentRows,
  listParcelContents,
  listAdminShipmentRows,
} from './shipments-queries.ts';
import { findCurrentTariff } from '../current-tariff.ts';
import { presentShipment } from '../present-shipment.ts';
import { listAdditions } from '../shipments-queries.ts';
import { customsFormOf } from './customs-form.ts';

export const listAdminShipments = handler(
  rows.listAdminShipments,
  async ({ db }, _caller, { status, search, page, limit }) => {
    const wanted = { status, search: search || null, isOldestFirst: awaitsPacking(status) };
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
    };
  },
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

async function openShipments(context: Context, ids: string[]): Promise<AdminShipmentDetail[]> {
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
      }))
      .toSorted(compareOnShelves),
  }));
}
