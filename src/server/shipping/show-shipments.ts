import type { Input, Reply } from '#contract/endpoint.ts';
import { paginationOf } from '#contract/paging.ts';
import type { listShipments as listRow, showShipment as row } from '#contract/shipping.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Context } from '../runtime/context.ts';
import { presentShipment } from './present-shipment.ts';
import { findShipment, listShipmentsOf, type ShipmentRow } from './queries.ts';

export async function listShipments(
  { db }: Context,
  caller: Caller,
  { page, limit }: Input<typeof listRow>,
): Promise<Reply<typeof listRow>> {
  const { rows, total } = await listShipmentsOf(db, caller.userId, limit, (page - 1) * limit);
  return { shipments: rows.map(presentShipment), pagination: paginationOf(total, page, limit) };
}

export async function showShipment(
  context: Context,
  caller: Caller,
  { id }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  return presentShipment(await findOwnShipment(context, caller, id));
}

/** A paid shipment of the caller's. Rejects with NOT_FOUND. */
export async function findOwnShipment(
  { db }: Context,
  caller: Caller,
  id: string,
): Promise<ShipmentRow> {
  const shipment = await findShipment(db, id);
  if (shipment === null || shipment.user_id !== caller.userId || shipment.requested_at === null) {
    throw new Rejection('NOT_FOUND');
  }
  return shipment;
}
