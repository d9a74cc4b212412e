// What the shipping desk sees: the queue, and one parcel with where its cards lie.
import type { Input, Reply } from '#contract/endpoint.ts';
import { paginationOf } from '#contract/paging.ts';
import type {
  listDeskShipments as listRow,
  showDeskShipment as row,
} from '#contract/shipping-desk.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { awaitsDesk } from '#domain/shipping.ts';
import type { Context } from '../runtime/context.ts';
import { countShipmentsByStatus, findContentsAtDesk, listShipmentsAtDesk } from './desk-queries.ts';
import { presentShipment } from './present-shipment.ts';
import { feeOf, findShipment } from './queries.ts';

export async function listDeskShipments(
  { db }: Context,
  _caller: Caller,
  { status, search, page, limit }: Input<typeof listRow>,
): Promise<Reply<typeof listRow>> {
  const wanted = { status, search: search || null, isOldestFirst: awaitsDesk(status) };
  const [{ rows, total }, counts] = await Promise.all([
    listShipmentsAtDesk(db, wanted, limit, (page - 1) * limit),
    countShipmentsByStatus(db),
  ]);
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
  const shipment = await findShipment(db, id);
  if (shipment === null || shipment.requested_at === null) throw new Rejection('NOT_FOUND');
  const { email, cards } = await findContentsAtDesk(db, id);
  return {
    shipment: presentShipment(shipment),
    ownerEmail: email,
    cards: cards.map((card) => ({
      cardId: card.card_id,
      name: card.name,
      setName: card.set_name,
      number: card.number,
      finish: card.finish,
      condition: card.condition,
      packSerial: card.serial,
      position: card.position,
    })),
  };
}
