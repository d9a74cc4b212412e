import type { ShipmentStatus } from '#domain/shipping.ts';
import { notify } from '../accounts/notify.ts';
import type { Transaction } from '#engine/database.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { shipmentStateMail } from '../mail/templates/shipment-state.ts';
import { insertNotice } from '../notices/notices-queries.ts';
import type { Context } from '../runtime/context.ts';
import { presentShipment } from './present-shipment.ts';
import { findShipment } from './shipments-queries.ts';

/**
 * The statuses about which the owner gets a mail. `packed` is not among them, because the next
 * useful mail is the one with the tracking number (choice 54).
 */
const TOLD = new Set<ShipmentStatus>(['requested', 'shipped', 'delivered', 'cancelled']);

/**
 * Mails the owner of a shipment its present status, in the caller's transaction. The owner gets one
 * mail per status.
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
