// Sends many packed parcels at once. For each, it buys the label, marks the parcel as shipped with its tracking number,
// and mails the owner. Each step can be repeated: a parcel that has a label, at the carrier or in the shop, never gets
// another, and a shipped parcel stays shipped. So after a failure the operator can send all of them again.
import * as rows from '#contract/shipping-labels.ts';
import type { Caller } from '#domain/access.ts';
import { chooseRate } from '#domain/label-rate.ts';
import { zoneOf, type ParcelTariff } from '#domain/parcel-tariff.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../../http/handler.ts';
import type { Carrier, CarrierLabel } from '../../runtime/carrier.ts';
import type { Context } from '../../runtime/context.ts';
import { findCurrentTariff } from '../current-tariff.ts';
import { assertMaySend, moveAsOperator, outcomeOf } from '../move-shipment.ts';
import { findShipment, type ShipmentRow } from '../shipments-queries.ts';
import { buyOnce, needCarrier, registerParcel, storeLabel } from './buy-label.ts';
import {
  findLabel,
  findServiceKey,
  findUsualService,
  listLabels,
} from './shipment-labels-queries.ts';

/** How many parcels are sent concurrently. Carriers limit the requests of a shop, and each takes a second or two. */
const AT_ONCE = 5;

export const sendParcels = handler(rows.sendParcels, async (context, caller, { ids }) => {
  const carrier = needCarrier(context);
  const results = await inTurns([...new Set(ids)], (id) =>
    outcomeOf(context, id, async () => {
      const { carrier: name, trackingNumber } = await labelOf(context, caller, carrier, id);
      const parcel = { carrier: name, trackingNumber };
      await moveAsOperator(context, caller, { id, status: 'shipped', parcel });
    }),
  );
  return { results };
});

/** Returns the parcel's label. Buys it first if the parcel has none. */
async function labelOf(
  context: Context,
  caller: Caller,
  carrier: Carrier,
  id: string,
): Promise<CarrierLabel> {
  // The shipment is read before the label. So if another operator sends the parcel in between, its label is found.
  const shipment = await findShipment(context.db, id);
  if (shipment === null) throw new Rejection('NOT_FOUND');
  const known = await findLabel(context.db, id);
  if (known !== null && known.label !== null) return known.label;
  if (shipment.state !== 'packed') {
    throw new Rejection('INVALID_TRANSITION', 'Labels are bought for packed parcels');
  }
  await assertMaySend(context, shipment);
  const registered = await registerParcel(context, carrier, id);
  let { label } = registered;
  if (label === null) {
    const rate = chooseRate(registered.rates, await termsOf(context, shipment));
    if (rate === null) {
      const choose = `Buy the label of one ${shipment.service ?? 'such'} parcel by hand first: the next ones follow it`;
      const none = ['No carrier takes this parcel', ...registered.problems].join('. ');
      throw new Rejection('INVALID_TRANSITION', registered.rates.length === 0 ? none : choose);
    }
    ({ label } = await buyOnce(carrier, registered.id, rate.id));
  }
  await storeLabel(context, caller, id, label);
  return label;
}

/**
 * Returns the service of the last label that was bought for a like parcel, and whether the buyer paid for the cheapest
 * service of their zone.
 */
async function termsOf({ db }: Context, { id, address }: ShipmentRow) {
  const serviceKey = await findServiceKey(db, id);
  const [usual, { tariff }] = await Promise.all([
    findUsualService(db, { serviceKey, country: address?.country ?? '' }),
    findCurrentTariff(db),
  ]);
  return { usual, isPlain: address !== null && isPlain(tariff, address, serviceKey) };
}

function isPlain(
  tariff: ParcelTariff,
  place: { country: string; state: string },
  serviceKey: string | null,
): boolean {
  const services = zoneOf(tariff, place)?.services ?? [];
  const own = services.find(({ key }) => key === serviceKey);
  if (own === undefined) return serviceKey === null || services.length === 1;
  return services.every(({ baseFee }) => own.baseFee <= baseFee);
}

export const printLabels = handler(rows.printLabels, async (context, _caller, { ids }) => {
  const { carrier } = context;
  const wanted = [...new Set(ids)];
  const found = new Map(
    (await listLabels(context.db, wanted)).map((one) => [one.shipmentId, one] as const),
  );
  const labels = await inTurns(
    wanted.flatMap((id) => found.get(id) ?? []),
    async ({ shipmentId, ...label }) => ({
      shipmentId,
      label,
      picture: carrier === null ? null : await pictureOf(context, carrier, label),
    }),
  );
  return { labels };
});

/**
 * Returns a label's picture as a `data:` address, or null if it can't be fetched. The operator then opens the carrier's
 * file.
 */
async function pictureOf(
  { log }: Context,
  carrier: Carrier,
  { labelUrl }: CarrierLabel,
): Promise<string | null> {
  try {
    const picture = await carrier.fetchPicture(labelUrl);
    if (picture === null) return null;
    return `data:${picture.type};base64,${Buffer.from(picture.bytes).toString('base64')}`;
  } catch (error) {
    log.warn(
      { event: 'label_not_fetched', err: error },
      "Could not fetch a label's picture: the operator opens the carrier's file instead",
    );
    return null;
  }
}

/** Works on a few items at a time. Returns the results in the order of the items. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const takeNext = async (): Promise<void> => {
    for (const [at, item] of queue) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
  return results;
}
