// Checks a requested parcel. If there are signs of a stolen card, the shop holds the parcel until an operator has
// checked it. If the shop does not sell to the parcel's address, it asks operators where the owner lives.
import { isSoldIn } from '#domain/sales-places.ts';
import { regionOf } from '#domain/region.ts';
import type { ShippingAddress } from '#domain/shipping.ts';
import type { Transaction } from '#engine/database.ts';
import { notify } from '../accounts/notify.ts';
import { askAboutPlace } from '../accounts/place-questions-queries.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { parcelCheckMail } from '../mail/templates/parcel-check.ts';
import type { Context } from '../runtime/context.ts';
import { findRisks, insertParcelHold } from './parcel-holds-queries.ts';
import type { ShipmentRow } from './shipments-queries.ts';

type Requested = {
  id: string;
  goesWithId: string | null;
  userId: string;
  address: ShippingAddress | null;
};

/** Checks a parcel in the transaction that requests it. Never refuses the request. */
export async function checkParcel(
  context: Context<Transaction>,
  { id, goesWithId, userId, address }: Requested,
): Promise<void> {
  const region = address === null ? null : regionOf(address);
  if (region !== null && !isSoldIn(context.settings.salesPlaces(), region)) {
    await askAboutPlace(context.db, userId, 'parcel', region);
  }
  await holdIfRisky(context, { id, goes_with_id: goesWithId, user_id: userId });
}

/**
 * Holds a parcel and tells its owner, if payments of the owner look risky. A parcel that was released once is not held
 * again.
 */
export async function holdIfRisky(
  context: Context<Transaction>,
  {
    id,
    goes_with_id: goesWithId,
    user_id: userId,
  }: Pick<ShipmentRow, 'id' | 'goes_with_id' | 'user_id'>,
): Promise<void> {
  const risks = await findRisks(context.db, userId);
  if (risks.length === 0) return;
  const parcelId = goesWithId ?? id;
  const checkBy = await insertParcelHold(context.db, parcelId, risks);
  if (checkBy === null) return;
  await notify(
    context,
    userId,
    'always',
    parcelCheckMail(parcelId, checkBy, letterheadOf(context)),
  );
  context.log.info(
    { event: 'parcel_held', shipmentId: parcelId, risks },
    'Parcel held because payments of its owner look risky: an operator must check it',
  );
}
