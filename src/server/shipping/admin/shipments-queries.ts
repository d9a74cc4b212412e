// The operators' queries about shipments.
import { COUNTED_MOST } from '#contract/paging.ts';
import type { Condition, Finish } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus, type ShippingAddress } from '#domain/shipping.ts';
import { statement, type Database } from '../../database/database.ts';
import { begins } from '../../database/narrow.ts';
import { findShipmentsById, type ShipmentRow } from '../shipments-queries.ts';

export type AdminRow = {
  id: string;
  state: ShipmentStatus;
  email: string;
  address: ShippingAddress | null;
  card_count: number;
  base_fee: Cents;
  weight_fee: Cents;
  tax: Cents;
  carrier: string | null;
  tracking_number: string | null;
  requested_at: Date;
};

// Of more people or parcels that begin alike somebody has to type on.
const OWNERS_MOST = 100;
const FOUND_MOST = 500;

/**
 * What is typed is looked up first, each way along its own index: along a queue a rare one would be far
 * away. The state is asked in each way, or those of long ago would fill it. $1: the beginning of an e-mail
 * or a name, $2: of a tracking number, $3 and $4: the ids that begin so.
 */
function found(state: string): string {
  const ways = [
    `user_id in (select id from users where ${begins('email', '$1')} limit ${OWNERS_MOST})`,
    begins(`lower((address ->> 'firstName') || ' ' || (address ->> 'lastName'))`, '$1'),
    begins(`lower(address ->> 'lastName')`, '$1'),
    begins(`upper(replace(tracking_number, ' ', ''))`, '$2'),
    'id between $3::uuid and $4::uuid',
  ];
  return ways
    .map(
      (way) =>
        `(select id, requested_at from shipments where state = ${state} and ${way} limit ${FOUND_MOST})`,
    )
    .join('\n    union ');
}

/** The first values of `found`. */
function searchValues(search: string): (string | null)[] {
  const words = search.toLowerCase();
  const label = search.toUpperCase().replaceAll(' ', '');
  const digits = search.toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return [words, label, null, null];
  return [words, label, digits.padEnd(32, '0'), digits.padEnd(32, 'f')];
}

/** A page of the shipments in a status; found ones only, where something is looked for. */
export async function listAdminShipmentRows(
  db: Database,
  wanted: { status: ShipmentStatus; search: string | null; isOldestFirst: boolean },
  limit: number,
  offset: number,
): Promise<AdminRow[]> {
  const { status, search, isOldestFirst } = wanted;
  const order = isOldestFirst ? 'asc' : 'desc';
  const words = search === null ? [] : searchValues(search);
  const at = words.length;
  const listed =
    search === null
      ? `select id, requested_at from shipments where state = $${at + 1}`
      : found(`$${at + 1}`);
  return statement<AdminRow>(
    db,
    `select s.id, s.user_id, s.state, s.address, s.base_fee, s.weight_fee, s.tax, s.carrier, s.tracking_number, s.requested_at,
       u.email, (select count(*)::int from shipment_cards sc where sc.shipment_id = s.id) as card_count
     from (
       select id, requested_at from (${listed}) listed
       order by requested_at ${order}, id limit $${at + 2} offset $${at + 3}
     ) page
     join shipments s on s.id = page.id
     join users u on u.id = s.user_id
     order by page.requested_at ${order}, page.id`,
    [...words, status, limit, offset],
  );
}

/** How many matching shipments are in each status, up to the limit of every total. */
export async function countShipmentsByStatus(
  db: Database,
  search: string | null,
): Promise<{ status: ShipmentStatus; count: number }[]> {
  const words = search === null ? [] : searchValues(search);
  return statement(
    db,
    `select t.status, (
       select count(*)::int from (
         select 1 from (${search === null ? 'select from shipments where state = t.status' : found('t.status')}) s
         limit ${COUNTED_MOST}
       ) counted
     ) as count
     from unnest($${words.length + 1}::text[]) with ordinality as t(status, place) order by t.place`,
    [...words, SHIPMENT_STATUSES],
  );
}

export type ParcelCardRow = {
  shipment_id: string;
  card_id: string;
  name: string;
  set_name: string;
  number: string;
  finish: Finish;
  condition: Condition;
  serial: string;
  position: number;
};

/** The cards of some shipments, in the order of the shelves. */
export async function listParcelContents(
  db: Database,
  shipmentIds: string[],
): Promise<ParcelCardRow[]> {
  return statement<ParcelCardRow>(
    db,
    `select sc.shipment_id, p.id as card_id, c.name, e.name as set_name, c.number, c.finish, p.condition,
       k.serial, p.position
     from shipment_cards sc
     join physical_cards p on p.id = sc.card_id
     join physical_packs k on k.id = p.pack_id
     join cards c on c.id = p.card_id
     join card_sets e on e.id = c.set_id
     where sc.shipment_id = any ($1::uuid[])
     order by e.name, length(c.number), c.number, c.finish, k.serial, p.position`,
    [shipmentIds],
  );
}

/** Shipments that were asked for, of those that are named, and their owners' e-mails. */
export async function findAdminShipmentRows(
  db: Database,
  shipmentIds: string[],
): Promise<{ shipment: ShipmentRow; email: string }[]> {
  const [shipments, owners] = await Promise.all([
    findShipmentsById(db, shipmentIds),
    statement<{ id: string; email: string }>(
      db,
      'select s.id, u.email from shipments s join users u on u.id = s.user_id where s.id = any ($1::uuid[])',
      [shipmentIds],
    ),
  ]);
  const emails = new Map(owners.map(({ id, email }) => [id, email]));
  return shipments.flatMap((shipment) =>
    shipment.requested_at === null ? [] : [{ shipment, email: emails.get(shipment.id)! }],
  );
}
