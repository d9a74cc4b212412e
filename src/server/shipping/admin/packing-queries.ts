// Queries for packers, who scan the cards of parcels.
import { readCardNumber, writeCardNumber } from '#domain/card-number.ts';
import type { ShipmentState } from '#domain/shipping.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** A card that was found by its number. The fields of the shipment are null if the card is in no shipment. */
export type NumberedCard = {
  cardId: string;
  shipmentId: string | null;
  /** The parcel in which the card is sent. */
  parcelId: string | null;
  state: ShipmentState | null;
};

/**
 * Finds the card with this number on its sleeve or on its grader's label. If the card was sold back and sold again, it
 * has several rows. The one that waits to be packed counts.
 */
export async function findByNumber(db: Database, number: string): Promise<NumberedCard | null> {
  const read = readCardNumber(number);
  const [row] = await statement<NumberedCard>(
    db,
    `select found.id as "cardId", s.id as "shipmentId", coalesce(s.goes_with_id, s.id) as "parcelId", s.state
     from (
       select h.id, h.opened_at from physical_packs k join physical_cards h on h.pack_id = k.id
       where upper(k.certification_number) = $1 and h.position = $2
       union
       select h.id, h.opened_at from house_cards o join physical_cards h on h.bought_as_id = o.id
       where o.label is not null and upper(o.label) = $3
     ) found
     left join shipment_cards sc on sc.card_id = found.id and sc.is_live
     left join shipments s on s.id = sc.shipment_id
     order by s.state = 'requested' desc nulls last, s.state is null, found.opened_at desc limit 1`,
    [
      read?.certification.toUpperCase() ?? null,
      read?.position ?? null,
      number.trim().toUpperCase(),
    ],
  );
  return row ?? null;
}

/**
 * Records that a card was picked for its parcel. Returns false if it was picked before. Lock the parcel before you call
 * this.
 */
export async function updatePicked(
  db: Transaction,
  shipmentId: string,
  cardId: string,
): Promise<boolean> {
  const rows = await statement(
    db,
    `update shipment_cards set picked_at = shop_now()
     where shipment_id = $1 and card_id = $2 and picked_at is null returning card_id`,
    [shipmentId, cardId],
  );
  return rows.length > 0;
}

/**
 * Returns the number of a card that nobody has picked yet for a waiting parcel, or null if all its cards were picked.
 */
export async function findUnpicked(db: Transaction, parcelId: string): Promise<string | null> {
  const [row] = await statement<{ certification: string; position: number }>(
    db,
    `select k.certification_number as certification, h.position
     from shipments x
     join shipment_cards sc on sc.shipment_id = x.id and sc.is_live and sc.picked_at is null
     join physical_cards h on h.id = sc.card_id
     join physical_packs k on k.id = h.pack_id
     where (x.id = $1 or x.goes_with_id = $1) and x.state = 'requested'
     order by k.certification_number, h.position limit 1`,
    [parcelId],
  );
  return row === undefined ? null : writeCardNumber(row);
}

/**
 * Finds the waiting parcel that follows another one, or the first if `after` is null. Skips parcels that nobody may
 * pack now.
 */
export async function findNextParcel(db: Database, after: string | null): Promise<string | null> {
  const [row] = await statement<{ id: string }>(
    db,
    `select s.id from shipments s
     where s.state = 'requested' and s.goes_with_id is null
       and ($1::uuid is null or (s.requested_at, s.id) > (select requested_at, id from shipments where id = $1))
       and not exists (select from parcel_holds h where h.shipment_id = s.id and h.released_at is null)
       and account_pause(s.user_id) is null
     order by s.requested_at, s.id limit 1`,
    [after],
  );
  return row?.id ?? null;
}
