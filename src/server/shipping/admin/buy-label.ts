// Buys the label of a packed parcel from a carrier. The carrier is called between transactions. The
// carrier's id of the parcel is stored before the purchase. If the response to the purchase is
// lost, the label is found by this id and not bought twice.
import * as rows from '#contract/shipping-labels.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import {
  CarrierRefused,
  type CarriedParcel,
  type Carrier,
  type CarrierShipment,
} from '../../runtime/carrier.ts';
import type { Context } from '../../runtime/context.ts';
import { findCurrentTariff } from '../current-tariff.ts';
import { findShipment } from '../shipments-queries.ts';
import { parcelGrams } from '#domain/parcel-tariff.ts';
import { customsFormOf } from './customs-form.ts';
import { findLabel, insertLabel, updateLabel } from './shipment-labels-queries.ts';
import { listParcelContents } from './shipments-queries.ts';

export const askCarrier = handler(rows.askCarrier, async (context, _caller, { id }) => {
  const carrier = needCarrier(context);
  const known = await findLabel(context.db, id);
  if (known !== null)
    return stateOf(carrier, await told(() => carrier.find(known.carrierShipmentId)));
  const parcel = await readParcel(context, id);
  const made = await told(() => carrier.register(parcel));
  const { carrierShipmentId } = await insertLabel(context.db, id, made.id);
  // Another operator registered the parcel at the same moment. The stored id is the valid one.
  const counts =
    carrierShipmentId === made.id ? made : await told(() => carrier.find(carrierShipmentId));
  return stateOf(carrier, counts);
});

export const buyLabel = handler(rows.buyLabel, async (context, caller, { id, rateId }) => {
  const carrier = needCarrier(context);
  const known = await findLabel(context.db, id);
  if (known === null) throw new Rejection('NOT_FOUND');
  await readParcel(context, id);
  const before = await told(() => carrier.find(known.carrierShipmentId));
  const bought =
    before.label === null
      ? await told(() => carrier.buyLabel(known.carrierShipmentId, rateId))
      : before;
  const { label } = bought;
  if (label === null) throw new Error('The bought label is missing');
  await inTransaction(context.db, async (db) => {
    if (!(await updateLabel(db, id, label))) return;
    await recordAuditEntry({ ...context, db }, caller, {
      action: 'buy_label',
      subject: { kind: 'shipment', id },
      before: {},
      after: label,
    });
  });
  return stateOf(carrier, bought);
});

function needCarrier({ carrier }: Context): Carrier {
  if (carrier === null) throw new Rejection('NOT_FOUND', 'This shop buys no labels');
  return carrier;
}

function stateOf({ name }: Carrier, { rates, label, problems }: CarrierShipment) {
  return { seller: name, rates: label === null ? rates : [], label, problems };
}

/**
 * The carrier's response. A refusal has the carrier's words, and any other failure counts as
 * temporary.
 */
async function told(ask: () => Promise<CarrierShipment>): Promise<CarrierShipment> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CarrierRefused) throw Rejection.ofField('shippingAddress', error.message);
    throw new Rejection('UNAVAILABLE', {
      sentence: 'The carrier does not answer. Try again in a while.',
      retryAfterS: RETRY_AFTER_S,
      cause: error,
    });
  }
}

const RETRY_AFTER_S = 30;

/** The parcel as it is handed over, including the shipments that were added to it. */
async function readParcel({ db }: Context, id: string): Promise<CarriedParcel> {
  const [shipment, cards, { tariff }] = await Promise.all([
    findShipment(db, id),
    listParcelContents(db, [id]),
    findCurrentTariff(db),
  ]);
  if (shipment === null || shipment.requested_at === null || shipment.goes_with_id !== null) {
    throw new Rejection('NOT_FOUND');
  }
  const { address } = shipment;
  if (shipment.state !== 'packed' || address === null) {
    throw new Rejection('INVALID_TRANSITION', 'Labels are bought for packed parcels');
  }
  if (tariff.sender === null) {
    throw Rejection.ofField('sender', 'Say on the page Parcels where parcels come from first');
  }
  return {
    reference: id,
    from: tariff.sender,
    to: address,
    grams: parcelGrams(tariff, cards.length),
    customs: customsFormOf(tariff, address.country, cards),
  };
}
