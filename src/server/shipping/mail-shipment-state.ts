import type { ShipmentStatus } from '#domain/shipping.ts';
import { notify } from '../accounts/notify.ts';
import type { Transaction } from '#engine/database.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { shipmentStateMail } from '../mail/templates/shipment-state.ts';
import { insertNotice } from '../notices/notices-queries.ts';
import type { Context } from '../runtime/context.ts';
import { presentShipment } from './present-shipment.ts';
import { findShipment } from './shipments-queries.ts';

/** Packing concerns only the house: the next useful mail has a tracking number (choice 54). */
const TOLD = new Set<ShipmentStatus>(['requested', 'shipped', 'delivered', 'cancelled']);

/**
 * Notifies the owner of a shipment of its present status, once per status, in the caller's
 * transaction.
 */
export async function mailShipmentState(context: Context<Transaction>, id: string): Promise<void> {
  const row = await findShipment(context.db, id);
  const shipment = presentShipment(context, row!);
  if (!TOLD.has(shipment.status)) return;
  if (shipment.status === 'shipped') {
    await insertNotice(context.db, row!.user_id, {
      kind: 'shipped',
      cardIds: shipment.cards.map(({ catalogueCardId }) => catalogueCardId),
      subjectId: id,
    });
  }
  await notify(
    context,
    row!.user_id,
    'parcelMails',
    shipmentStateMail(shipment, letterheadOf(context)),
    `shipment ${id} ${shipment.status}`,
  );
}
