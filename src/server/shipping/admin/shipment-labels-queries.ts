import { statement, type Database } from '#engine/database.ts';
import type { CarrierLabel } from '../../runtime/carrier.ts';

/** The carrier's id of a parcel. `label`: null if none was bought yet. */
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

/**
 * Stores the carrier's id of a parcel. If there is one already, it stays. Returns the stored row.
 */
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

/** Stores a bought label. Returns false if there is one already. */
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
