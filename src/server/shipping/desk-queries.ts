// What the shipping desk reads.
import { COUNTED_MOST } from '#contract/paging.ts';
import type { Condition, Finish } from '#domain/card.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus, type ShippingAddress } from '#domain/shipping.ts';
import { statement, type Database } from '../database/database.ts';

export type DeskRow = {
  id: string;
  state: ShipmentStatus;
  email: string;
  address: ShippingAddress | null;
  card_count: number;
  base_fee: number;
  weight_fee: number;
  carrier: string | null;
  tracking_number: string | null;
  requested_at: Date;
};

// `%` and `_` stand for themselves in what somebody types.
const FOUND = `($2::text is null or exists (
    select 1 from (select '%' || regexp_replace($2, '([\\\\%_])', '\\\\\\1', 'g') || '%' as words) typed
    join users u on u.id = s.user_id
    where u.email ilike words or s.tracking_number ilike words or s.id::text ilike words
      or concat_ws(' ', s.address ->> 'firstName', s.address ->> 'lastName') ilike words))`;

/** A page of the shipments in a status, and how many are found, as far as totals are counted. */
export async function listShipmentsAtDesk(
  db: Database,
  wanted: { status: ShipmentStatus; search: string | null; isOldestFirst: boolean },
  limit: number,
  offset: number,
): Promise<{ rows: DeskRow[]; total: number }> {
  const { status, search, isOldestFirst } = wanted;
  const order = isOldestFirst ? 'asc' : 'desc';
  const [rows, [count]] = await Promise.all([
    statement<DeskRow>(
      db,
      `list_shipments_at_desk_${order}`,
      `select found.*, u.email,
         (select count(*)::int from shipment_cards sc where sc.shipment_id = found.id) as card_count
       from (
         select s.id, s.user_id, s.state, s.address, s.base_fee, s.weight_fee, s.carrier, s.tracking_number, s.requested_at
         from shipments s
         where s.state = $1 and s.requested_at is not null and ${FOUND}
         order by s.requested_at ${order}, s.id limit $3 offset $4
       ) found
       join users u on u.id = found.user_id
       order by found.requested_at ${order}, found.id`,
      [status, search, limit, offset],
    ),
    statement<{ total: number }>(
      db,
      'count_shipments_at_desk',
      `select count(*)::int as total from (
         select 1 from shipments s where s.state = $1 and s.requested_at is not null and ${FOUND}
         limit ${COUNTED_MOST}
       ) counted`,
      [status, search],
    ),
  ]);
  return { rows, total: count!.total };
}

/** How many shipments are in each status, as far as totals are counted. */
export async function countShipmentsByStatus(
  db: Database,
): Promise<{ status: ShipmentStatus; count: number }[]> {
  return statement(
    db,
    'count_shipments_by_status',
    `select t.status, (
       select count(*)::int from (
         select 1 from shipments s where s.state = t.status limit ${COUNTED_MOST}
       ) counted
     ) as count
     from unnest($1::text[]) with ordinality as t(status, place) order by t.place`,
    [SHIPMENT_STATUSES],
  );
}

export type DeskCardRow = {
  card_id: string;
  name: string;
  set_name: string;
  number: string;
  finish: Finish;
  condition: Condition;
  serial: string;
  position: number;
};

/** The cards of a shipment as they are looked for, and whose it is. */
export async function findContentsAtDesk(
  db: Database,
  shipmentId: string,
): Promise<{ email: string; cards: DeskCardRow[] }> {
  const [[owner], cards] = await Promise.all([
    statement<{ email: string }>(
      db,
      'find_owner_of_shipment',
      'select u.email from shipments s join users u on u.id = s.user_id where s.id = $1',
      [shipmentId],
    ),
    statement<DeskCardRow>(
      db,
      'list_cards_of_shipment',
      `select p.id as card_id, c.name, e.name as set_name, c.number, c.finish, p.condition, k.serial, p.position
       from shipment_cards sc
       join physical_cards p on p.id = sc.card_id
       join physical_packs k on k.id = p.pack_id
       join cards c on c.id = p.card_id
       join card_sets e on e.id = c.set_id
       where sc.shipment_id = $1
       order by e.name, length(c.number), c.number, c.finish, k.serial, p.position`,
      [shipmentId],
    ),
  ]);
  return { email: owner!.email, cards };
}
