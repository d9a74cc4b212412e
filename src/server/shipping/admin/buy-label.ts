// Buys the label of a packed parcel from a carrier. The shop calls the carrier between transactions, and stores the
// carrier's id of the parcel before the purchase. If the response to the purchase is lost, the shop finds the label by
// this id instead of buying another one.
import * as rows from '#contract/shipping-labels.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import {
  CarrierRefused,
  type CarriedParcel,
  type Carrier,
  type CarrierLabel,
  type CarrierShipment,
} from '../../runtime/carrier.ts';
import type { Context } from '../../runtime/context.ts';
import { findCurrentTariff } from '../current-tariff.ts';
import { assertMaySend } from '../move-shipment.ts';
import { findShipment } from '../shipments-queries.ts';
import { parcelGrams } from '#domain/parcel-tariff.ts';
import { customsFormOf } from './customs-form.ts';
import { findLabel, insertLabel, updateLabel } from './shipment-labels-queries.ts';
import { listParcelContents } from './shipments-queries.ts';

export const askCarrier = handler(rows.askCarrier, async (context, _caller, { id }) => {
  const carrier = needCarrier(context);
  return stateOf(carrier, await registerParcel(context, carrier, id));
});

/** Returns the state of a packed parcel at the carrier, and registers the parcel there first if that was not done yet. */
export async function registerParcel(
  context: Context,
  carrier: Carrier,
  id: string,
): Promise<CarrierShipment> {
  const known = await findLabel(context.db, id);
  if (known !== null) return told(() => carrier.find(known.carrierShipmentId));
  const parcel = await readParcel(context, id);
  const made = await told(() => carrier.register(parcel));
  const { carrierShipmentId } = await insertLabel(context.db, id, made.id);
  // Another operator may have registered the parcel at the same moment. The stored id is the valid
  // one.
  return carrierShipmentId === made.id ? made : told(() => carrier.find(carrierShipmentId));
}

export const buyLabel = handler(rows.buyLabel, async (context, caller, { id, rateId }) => {
  const carrier = needCarrier(context);
  const known = await findLabel(context.db, id);
  if (known === null) throw new Rejection('NOT_FOUND');
  await readParcel(context, id);
  const before = await told(() => carrier.find(known.carrierShipmentId));
  if (before.label === null) await assertMaySend(context, (await findShipment(context.db, id))!);
  const bought =
    before.label === null
      ? await buyOnce(carrier, known.carrierShipmentId, rateId)
      : { ...before, label: before.label };
  await storeLabel(context, caller, id, bought.label);
  return stateOf(carrier, bought);
});

type Labelled = CarrierShipment & { label: CarrierLabel };

/**
 * Buys a label. If another operator bought the parcel's label at the same moment, the carrier refuses, and this returns
 * the other operator's label.
 */
export async function buyOnce(
  carrier: Carrier,
  carrierShipmentId: string,
  rateId: string,
): Promise<Labelled> {
  const bought = await told(async () => {
    try {
      return await carrier.buyLabel(carrierShipmentId, rateId);
    } catch (error) {
      const now = error instanceof CarrierRefused ? await carrier.find(carrierShipmentId) : null;
      if (now === null || now.label === null) throw error;
      return now;
    }
  });
  if (bought.label === null) throw new Error('The bought label is missing');
  return { ...bought, label: bought.label };
}

/** Stores a bought label and its audit entry. Does nothing if the parcel's label is already stored. */
export async function storeLabel(
  context: Context,
  caller: Caller,
  id: string,
  label: CarrierLabel,
): Promise<void> {
  await inTransaction(context.db, async (db) => {
    if (!(await updateLabel(db, id, label))) return;
    await recordAuditEntry({ ...context, db }, caller, {
      action: 'buy_label',
      subject: { kind: 'shipment', id },
      before: {},
      after: label,
    });
  });
}

export function needCarrier({ carrier }: Context): Carrier {
  if (carrier === null) throw new Rejection('NOT_FOUND', 'This shop buys no labels');
  return carrier;
}

function stateOf({ name }: Carrier, { rates, label, problems }: CarrierShipment) {
  return { seller: name, rates: label === null ? rates : [], label, problems };
}

/**
 * Returns the carrier's response. If the carrier refuses, rejects with the carrier's words. Any
 * other failure counts as temporary.
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

/** Reads the parcel as operators hand it over to the carrier, including the shipments that were added to it. */
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
