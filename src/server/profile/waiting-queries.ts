// Finds what waits for a user: parcels, sealed packs, and cards that end soon.
import type { ShipmentStatus } from '#domain/shipping.ts';
import { statement, type Database } from '#engine/database.ts';

type WaitingRow = {
  bought: string[];
  parcel_count: number;
  newest_parcel: { id: string; state: ShipmentStatus } | null;
  sealed_packs: number;
  covered_packs: number;
  ending_count: number;
  ending_first_at: Date | null;
};

/**
 * Finds what waits for a user. `withinDays`: only cards that end within this number of days count. A shipment that goes
 * with another parcel does not count.
 */
export async function findWaiting(
  db: Database,
  userId: string,
  withinDays: number,
): Promise<WaitingRow> {
  const [row] = await statement<WaitingRow>(
    db,
    `with parcels as (
       select id, state, created_at from shipments
       where user_id = $1 and goes_with_id is null and state in ('requested', 'packed', 'shipped')
     )
     select p.bought, p.sealed_packs, c.ending_count, c.ending_first_at,
       (select count(*)::int from covered_openings where user_id = $1) as covered_packs,
       (select count(*)::int from parcels) as parcel_count,
       (select json_build_object('id', id, 'state', state) from parcels order by created_at desc, id limit 1) as newest_parcel
     from (
       select coalesce(array_agg(distinct pack_type_id), '{}') as bought,
         count(*) filter (where state = 'sold')::int as sealed_packs
       from places where buyer_id = $1 and state in ('sold', 'disputed', 'opened')
     ) p
     cross join (
       select count(*)::int as ending_count, min(auto_convert_at) as ending_first_at
       from physical_cards
       where opened_by_id = $1 and status = 'available' and auto_convert_at <= shop_now() + $2 * interval '1 day'
     ) c`,
    [userId, withinDays],
  );
  return row!;
}
