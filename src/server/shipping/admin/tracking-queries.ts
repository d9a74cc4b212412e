// Queries for the files of packed parcels and of tracking numbers.
import type { ShipmentState, ShippingAddress } from '#domain/shipping.ts';
import { statement, type Database } from '#engine/database.ts';

export type PackedRow = {
  id: string;
  address: ShippingAddress | null;
  service: string | null;
  cards: number;
};

/** Lists packed parcels, oldest first. */
export async function listPackedParcels(db: Database, most: number): Promise<PackedRow[]> {
  return statement<PackedRow>(
    db,
    `select p.id, p.address, q.service_name as service, (
       select count(*)::int from shipments x join shipment_cards sc on sc.shipment_id = x.id and sc.is_live
       where (x.id = p.id or x.goes_with_id = p.id) and x.state = 'packed'
     ) as cards
     from shipments p left join shipping_quotes q on q.id = p.quote_id
     where p.state = 'packed' and p.goes_with_id is null
     order by p.requested_at, p.id limit ${most}`,
    [],
  );
}

/**
 * The parcels whose ids begin with some text. All fields but `matches` are null unless there is exactly one such
 * parcel.
 */
export type BegunRow = {
  matches: number;
  id: string | null;
  state: ShipmentState | null;
  trackingNumber: string | null;
  recipient: string | null;
};

/** Finds parcels by the beginnings of their ids (hexadecimal digits). The result is in the order of `beginnings`. */
export async function findParcelsByIdStart(
  db: Database,
  beginnings: string[],
): Promise<BegunRow[]> {
  return statement<BegunRow>(
    db,
    `select f.matches::int as matches, s.id, s.state, s.tracking_number as "trackingNumber",
       (s.address ->> 'firstName') || ' ' || (s.address ->> 'lastName') as recipient
     from unnest($1::uuid[], $2::uuid[]) with ordinality w (least, most, place)
     cross join lateral (
       select count(*) as matches, (array_agg(id))[1] as id from (
         select id from shipments
         where id between w.least and w.most and requested_at is not null and goes_with_id is null limit 2
       ) two
     ) f
     left join shipments s on s.id = f.id and f.matches = 1
     order by w.place`,
    [
      beginnings.map((text) => text.padEnd(32, '0')),
      beginnings.map((text) => text.padEnd(32, 'f')),
    ],
  );
}
