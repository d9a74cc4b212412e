// Packers scan the cards of a parcel, so that no parcel leaves with a wrong card or without one.
import * as rows from '#contract/shipping-packing.ts';
import { Rejection } from '#domain/rejection.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import { HELD } from '../move-shipment.ts';
import { lockShipment } from '../shipments-queries.ts';
import { findByNumber, findNextParcel, updatePicked } from './packing-queries.ts';
import { openShipments } from './shipments.ts';

export const nextParcel = handler(rows.nextParcel, async (context, _caller, { after }) => {
  const id = await findNextParcel(context.db, after ?? null);
  const [parcel] = id === null ? [] : await openShipments(context, [id]);
  return { parcel: parcel ?? null };
});

export const pickCard = handler(rows.pickCard, async (context, _caller, { number, parcels }) => {
  const picked = await inTransaction(context.db, async (db) => {
    const found = await findByNumber(db, number);
    if (found === null) throw new Rejection('CARD_NOT_FOUND', `No card has the number ${number}`);
    const { cardId, shipmentId, parcelId } = found;
    if (parcelId === null || shipmentId === null) {
      throw new Rejection('INVALID_TRANSITION', `Nobody asked for ${number}: put it back`);
    }
    const parcel = `parcel ${parcelId.slice(0, 8)}`;
    if (parcels.length > 0 && !parcels.includes(parcelId)) {
      const these = parcels.length === 1 ? 'this one' : 'one of these';
      throw new Rejection('INVALID_TRANSITION', `${number} goes into ${parcel}, not into ${these}`);
    }
    const shipment = (await lockShipment(db, parcelId))!;
    // A card that was added later belongs to a shipment of its own, which its owner may have cancelled.
    const own = shipmentId === parcelId ? shipment : (await lockShipment(db, shipmentId))!;
    for (const { state } of [own, shipment]) {
      if (state === 'requested') continue;
      throw new Rejection('INVALID_TRANSITION', `${number} is in ${parcel}, which is ${state}`);
    }
    if (shipment.checked_until !== null) throw new Rejection('INVALID_TRANSITION', HELD);
    return { cardId, parcelId, wasPicked: !(await updatePicked(db, shipmentId, cardId)) };
  });
  const [parcel] = await openShipments(context, [picked.parcelId]);
  return { cardId: picked.cardId, wasPicked: picked.wasPicked, parcel: parcel! };
});
