// What the shipping desk sees: the queue, and parcels with where their cards lie.
import type { Input, Reply } from '#contract/endpoint.ts';
import { paginationOf } from '#contract/paging.ts';
import type {
  listDeskShipments as listRow,
  OpenDeskShipment,
  printShipments as sheetsRow,
  showDeskShipment as row,
} from '#contract/shipping-desk.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { awaitsDesk } from '#domain/shipping.ts';
import type { Database } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import {
  countShipmentsByStatus,
  findShipmentsAtDesk,
  listContentsAtDesk,
  listShipmentsAtDesk,
} from './desk-queries.ts';
import { presentShipment } from './present-shipment.ts';
import { feeOf } from './queries.ts';

export async function listDeskShipments(
  { db }: Context,
  _caller: Caller,
  { status, search, page, limit }: Input<typeof listRow>,
): Promise<Reply<typeof listRow>> {
  const wanted = { status, search: search || null, isOldestFirst: awaitsDesk(status) };
  const [rows, counts] = await Promise.all([
    listShipmentsAtDesk(db, wanted, limit, (page - 1) * limit),
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
      totalFee: feeOf(one),
      carrier: one.carrier,
      trackingNumber: one.tracking_number,
      requestedAt: one.requested_at,
    })),
    pagination: paginationOf(total, page, limit),
    counts,
  };
}

export async function showDeskShipment(
  { db }: Context,
  _caller: Caller,
  { id }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  const [shipment] = await openShipments(db, [id]);
  if (shipment === undefined) throw new Rejection('NOT_FOUND');
  return shipment;
}

export async function printShipments(
  { db }: Context,
  _caller: Caller,
  { ids }: Input<typeof sheetsRow>,
): Promise<Reply<typeof sheetsRow>> {
  const known = new Map((await openShipments(db, ids)).map((one) => [one.shipment.id, one]));
  return { shipments: ids.flatMap((id) => known.get(id) ?? []) };
}

async function openShipments(db: Database, ids: string[]): Promise<OpenDeskShipment[]> {
  const [found, cards] = await Promise.all([
    findShipmentsAtDesk(db, ids),
    listContentsAtDesk(db, ids),
  ]);
  return found.map(({ shipment, email }) => ({
    shipment: presentShipment(shipment),
    ownerEmail: email,
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
      })),
  }));
}
