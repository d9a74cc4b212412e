import type { CarrierService } from '#domain/label-rate.ts';
import { statement, type Database } from '#engine/database.ts';
import type { CarrierLabel } from '../../runtime/carrier.ts';

/** The carrier's id of a parcel, and the parcel's label. `label` is null if no label was bought yet. */
export type LabelRow = { carrierShipmentId: string; label: CarrierLabel | null };

export async function findLabel(db: Database, shipmentId: string): Promise<LabelRow | null> {
  const [row] = await statement<
    CarrierLabel & { carrierShipmentId: string; boughtAt: Date | null }
  >(
    db,
    `select carrier_shipment_id as "carrierShipmentId", carrier, service, tracking_number as "trackingNumber",
       label_url as "labelUrl", amount_minor as "amountMinor", currency, bought_at as "boughtAt"
     from shipment_labels where shipment_id = $1`,
    [shipmentId],
  );
  if (row === undefined) return null;
  const { carrierShipmentId, boughtAt, ...label } = row;
  return { carrierShipmentId, label: boughtAt === null ? null : label };
}

/** Stores the carrier's id of a parcel, unless the parcel already has one. Returns the stored row. */
export async function insertLabel(
  db: Database,
  shipmentId: string,
  carrierShipmentId: string,
): Promise<LabelRow> {
  await statement(
    db,
    `insert into shipment_labels (shipment_id, carrier_shipment_id) values ($1, $2)
     on conflict (shipment_id) do nothing`,
    [shipmentId, carrierShipmentId],
  );
  return (await findLabel(db, shipmentId))!;
}

/** Stores a bought label. Returns false if the parcel already has a label. */
export async function updateLabel(
  db: Database,
  shipmentId: string,
  label: CarrierLabel,
): Promise<boolean> {
  const rows = await statement(
    db,
    `update shipment_labels set carrier = $2, service = $3, tracking_number = $4, label_url = $5, amount_minor = $6,
       currency = $7, bought_at = shop_now()
     where shipment_id = $1 and bought_at is null returning shipment_id`,
    [
      shipmentId,
      label.carrier,
      label.service,
      label.trackingNumber,
      label.labelUrl,
      label.amountMinor,
      label.currency,
    ],
  );
  return rows.length > 0;
}

/**
 * Finds the carrier's service of the newest label for a parcel of this shop service to this country. Reads only the
 * newest labels, so that it takes the same time in every shop.
 */
export async function findUsualService(
  db: Database,
  like: { serviceKey: string | null; country: string },
): Promise<CarrierService | null> {
  const [row] = await statement<CarrierService>(
    db,
    `select l.carrier, l.service
     from (
       select shipment_id, carrier, service, bought_at from shipment_labels
       where bought_at is not null order by bought_at desc limit ${LABELS_READ}
     ) l
     join shipments s on s.id = l.shipment_id
     left join shipping_quotes q on q.id = s.quote_id
     where q.service_key is not distinct from $1 and s.address ->> 'country' = $2
     order by l.bought_at desc limit 1`,
    [like.serviceKey, like.country],
  );
  return row ?? null;
}

const LABELS_READ = 300;

/**
 * Finds the key of the tariff's service that a parcel's owner paid for. Null if the parcel was requested before tariffs
 * had services.
 */
export async function findServiceKey(db: Database, shipmentId: string): Promise<string | null> {
  const [row] = await statement<{ service_key: string | null }>(
    db,
    `select q.service_key from shipments s left join shipping_quotes q on q.id = s.quote_id where s.id = $1`,
    [shipmentId],
  );
  return row?.service_key ?? null;
}

/** Lists the bought labels of some parcels, in no particular order. */
export async function listLabels(
  db: Database,
  shipmentIds: string[],
): Promise<(CarrierLabel & { shipmentId: string })[]> {
  return statement(
    db,
    `select shipment_id as "shipmentId", carrier, service, tracking_number as "trackingNumber", label_url as "labelUrl",
       amount_minor as "amountMinor", currency
     from shipment_labels where shipment_id = any ($1::uuid[]) and bought_at is not null`,
    [shipmentIds],
  );
}
