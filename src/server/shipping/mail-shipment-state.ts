import type { ShipmentStatus } from '#domain/shipping.ts';
import { notify } from '../accounts/notify.ts';
import type { Transaction } from '#engine/database.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { shipmentStateMail } from '../mail/templates/shipment-state.ts';
import { insertNotice } from '../notices/notices-queries.ts';
import type { Context } from '../runtime/context.ts';
import { presentShipment } from './present-shipment.ts';
import { findShipment, lockAdditions } from './shipments-queries.ts';

/**
 * The statuses about which the owner gets a mail. `packed` is not among them, because the next
 * useful mail is the one with the tracking number.
 */
const TOLD = new Set<ShipmentStatus>(['requested', 'shipped', 'delivered', 'cancelled']);

/**
 * Mails the owner of a shipment its present status, in the caller's transaction. The owner gets at most one mail per
 * status.
 */
export async function mailShipmentState(context: Context<Transaction>, id: string): Promise<void> {
  const row = await findShipment(context.db, id);
  const shipment = presentShipment(context, row!);
  if (!TOLD.has(shipment.status)) return;
  // A parcel leaves once, so the notice about the parcel also names the cards that were added to it.
  if (shipment.status === 'shipped' && shipment.goesWithId === null) {
    const together = [shipment, ...(await additionsOf(context, id))];
    await insertNotice(context.db, row!.user_id, {
      kind: 'shipped',
      cardIds: together.flatMap(({ cards }) => cards.map((card) => card.catalogueCardId)),
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

/** The shipments that were added to a parcel and not taken out. `moveOn` has locked them already. */
async function additionsOf(context: Context<Transaction>, id: string) {
  const added = await lockAdditions(context.db, id);
  return added.map((row) => presentShipment(context, row));
}
