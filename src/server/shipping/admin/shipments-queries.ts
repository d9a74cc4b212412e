// Queries about shipments, for operators.
import { COUNTED_MOST } from '#contract/paging.ts';
import type { Condition, Finish } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { searchKey } from '#domain/search-key.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus, type ShippingAddress } from '#domain/shipping.ts';
import { statement, type Database } from '#engine/database.ts';
import { begins, byLetters, firstBy } from '../../database/narrow.ts';
import { pageSizeOf } from '../../database/page-of.ts';
import { findShipmentsById, PAID, type ShipmentRow } from '../shipments-queries.ts';

export type AdminRow = {
  id: string;
  state: ShipmentStatus;
  email: string;
  address: ShippingAddress | null;
  card_count: number;
  fee: Cents;
  carrier: string | null;
  tracking_number: string | null;
  requested_at: Date;
};

// The search finds at most this many users and parcels. If more match the typed text, the operator
// has to type more.
const OWNERS_MOST = 100;
const FOUND_MOST = 500;

/**
 * Only parcels, not the shipments that were added to one. An added shipment counts as a part of its
 * parcel.
 */
const ALONE = 'goes_with_id is null';

/** A parcel `p` and the shipments in it. */
const WHOLE = '(x.id = p.id or (x.goes_with_id = p.id and x.state = p.state))';

/**
 * A search for parcels in a state. The typed text is looked up first, with one index for each kind
 * of text, because a scan of all parcels would rarely find a match. Each lookup filters by state,
 * because otherwise old shipments would fill its limit. $1: the beginning of an e-mail or a name.
 * $2: the beginning of a tracking number. $3 and $4: the range of ids with this beginning.
 */
function found(state: string): string {
  const beginning = (column: string, place: string, most = FOUND_MOST) =>
    `${begins(column, place)} ${firstBy(byLetters(column), most)}`;
  const ways = [
    // An array, because a plan may otherwise scan the whole list of parcels for users that may not
    // exist.
    `user_id = any (array(select id from users where ${beginning('search_key(email)', '$1', OWNERS_MOST)})) limit ${FOUND_MOST}`,
    beginning(`search_key((address ->> 'firstName') || ' ' || (address ->> 'lastName'))`, '$1'),
    beginning(`search_key(address ->> 'lastName')`, '$1'),
    beginning(`upper(replace(tracking_number, ' ', ''))`, '$2'),
    `id between $3::uuid and $4::uuid limit ${FOUND_MOST}`,
  ];
  return ways
    .map(
      (way) =>
        `(select id, requested_at from shipments where state = ${state} and ${ALONE} and ${way})`,
    )
    .join('\n    union ');
}

/** The first parameters of `found`. */
function searchValues(search: string): (string | null)[] {
  const words = searchKey(search);
  const label = search.toUpperCase().replaceAll(' ', '');
  const digits = search.toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return [words, label, null, null];
  return [words, label, digits.padEnd(32, '0'), digits.padEnd(32, 'f')];
}

/** A page of the shipments in a status. `search`: only matching ones. */
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
      ? `select id, requested_at from shipments where state = $${at + 1} and ${ALONE}`
      : found(`$${at + 1}`);
  const rows = await statement<AdminRow>(
    db,
    `select p.id, p.user_id, p.state, p.address, p.carrier, p.tracking_number, p.requested_at, u.email,
       (select count(*)::int from shipments x join shipment_cards sc on sc.shipment_id = x.id where ${WHOLE}) as card_count,
       (select sum(${PAID})::bigint from shipments x where ${WHOLE}) as fee
     from (
       select id, requested_at from (${listed}) listed
       order by requested_at ${order}, id limit ${pageSizeOf(limit)} offset $${at + 2}
     ) page
     join shipments p on p.id = page.id
     join users u on u.id = p.user_id
     order by page.requested_at ${order}, page.id`,
    [...words, status, offset],
  );
  return rows.slice(0, limit);
}

// The sort order makes plans use the index. Postgres makes a cached plan for the average state, and
// for a rare state such a plan would read all parcels.
const inState = (state: string): string =>
  `select from shipments where state = ${state} and ${ALONE} order by requested_at`;

/** The number of matching shipments in each status, up to the limit of totals. */
export async function countShipmentsByStatus(
  db: Database,
  search: string | null,
): Promise<{ status: ShipmentStatus; count: number }[]> {
  const words = search === null ? [] : searchValues(search);
  return statement(
    db,
    `select t.status, (
       select count(*)::int from (
         select 1 from (${search === null ? inState('t.status') : found('t.status')}) s
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
  market_value: Cents;
};

/**
 * The cards of some parcels, including the shipments in them, in no order. Cards that were lost
 * before their parcel was sent are left out, because nobody can pack them.
 */
export async function listParcelContents(
  db: Database,
  shipmentIds: string[],
): Promise<ParcelCardRow[]> {
  return statement<ParcelCardRow>(
    db,
    `select p.id as shipment_id, h.id as card_id, c.name, e.name as set_name, c.number, c.finish, h.condition,
       k.serial, h.position, c.market_value
     from shipments p
     join shipments x on ${WHOLE}
     join shipment_cards sc on sc.shipment_id = x.id
     join physical_cards h on h.id = sc.card_id
     join physical_packs k on k.id = h.pack_id
     join cards c on c.id = h.card_id
     join card_sets e on e.id = c.set_id
     where p.id = any ($1::uuid[]) and (p.state not in ('requested', 'packed') or h.status <> 'lost')`,
    [shipmentIds],
  );
}

/** The shipments with these ids and their owners' e-mails. Skips shipments that were never paid. */
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
