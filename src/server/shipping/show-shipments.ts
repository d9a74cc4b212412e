import * as rows from '#contract/shipping.ts';
import { paginationOf } from '#contract/paging.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import { presentShipment } from './present-shipment.ts';
import {
  findShipment,
  listAdditions,
  listShipmentsOf,
  type ShipmentRow,
} from './shipments-queries.ts';

export const listShipments = handler(
  rows.listShipments,
  async (context, caller, { page, limit }) => {
    const { db } = context;
    const { rows, total } = await listShipmentsOf(db, caller.userId, limit, (page - 1) * limit);
    return {
      shipments: rows.map((row) => presentShipment(context, row)),
      pagination: paginationOf(total, page, limit),
    };
  },
);

export const showShipment = handler(rows.showShipment, async (context, caller, { id }) => {
  const [shipment, additionsOf] = await Promise.all([
    findOwnShipment(context, caller, id),
    listAdditions(context.db, [id]),
  ]);
  return { ...presentShipment(context, shipment), additions: additionsOf(id) };
});

/** Finds a paid shipment of the caller. Rejects with NOT_FOUND if there is none with this id. */
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
