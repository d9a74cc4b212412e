// Queries about shipments, for operators.
import { COUNTED_MOST } from '#contract/paging.ts';
import type { SortedBy } from '#contract/paging.ts';
import type { SHIPMENT_ORDERS } from '#contract/shipping-admin.ts';
import type { Condition, Finish } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { searchKey } from '#domain/search-key.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus, type ShippingAddress } from '#domain/shipping.ts';
import { statement, type Database } from '#engine/database.ts';
import { idRange } from '../../database/id-range.ts';
import { begins, byLetters, firstBy } from '../../database/narrow.ts';
import { orderBySql, type Cursor, type Order } from '../../database/order.ts';
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

// The search finds at most these numbers of users and parcels. If more match the typed text, the
// operator has to type more.
const OWNERS_MOST = 100;
const FOUND_MOST = 500;

/**
 * SQL that selects only parcels, and not the shipments that were added to a parcel. An added
 * shipment counts as a part of its parcel.
 */
const ALONE = 'goes_with_id is null';

/** SQL that selects a parcel `p` and the shipments in it. */
const WHOLE = '(x.id = p.id or (x.goes_with_id = p.id and x.state = p.state))';

/**
 * SQL that finds parcels in a state by a typed text. It looks up the text first, with one index for each kind of text,
 * because a scan of all parcels would find few matches. Each lookup filters by state, because otherwise old shipments
 * would fill its limit. $1 is the beginning of an e-mail or a name, $2 the beginning of a tracking number, and $3 to $4
 * the range of ids that begin with the text.
 */
function found(state: string): string {
  const beginning = (column: string, place: string, most = FOUND_MOST) =>
    `${begins(column, place)} ${firstBy(byLetters(column), most)}`;
  const ways = [
    // The users' ids are an array. With a plain subquery, Postgres may scan all parcels even if no user matches.
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

/** Returns the first parameters of the SQL of `found`. */
function searchValues(search: string): (string | null)[] {
  const words = searchKey(search);
  const label = search.toUpperCase().replaceAll(' ', '');
  const ids = idRange(search, 1);
  return [words, label, ids?.from ?? null, ids?.to ?? null];
}

export type FoundParcelRow = Pick<
  AdminRow,
  'id' | 'state' | 'email' | 'address' | 'tracking_number' | 'requested_at'
>;

/**
 * Finds the newest parcels in any state by the beginning of a tracking number, a recipient's name,
 * an owner's e-mail address or an id. Each way finds at most `most` parcels in a state.
 */
export async function searchParcels(
  db: Database,
  search: string,
  most: number,
): Promise<FoundParcelRow[]> {
  const beginning = (column: string, place: string) =>
    `select id, requested_at from shipments
     where state = s.state and ${ALONE} and ${begins(column, place)} ${firstBy(byLetters(column), most)}`;
  const [words, label, first, last] = searchValues(search);
  const ids = idRange(search);
  return statement<FoundParcelRow>(
    db,
    `select p.id, p.state, u.email, p.address, p.tracking_number, p.requested_at
     from (
       select id, requested_at from (
         select f.* from unnest($3::text[]) s (state) cross join lateral (
           (${beginning(`upper(replace(tracking_number, ' ', ''))`, '$2')})
           union (${beginning(`search_key((address ->> 'firstName') || ' ' || (address ->> 'lastName'))`, '$1')})
           union (${beginning(`search_key(address ->> 'lastName')`, '$1')})
         ) f
         union
         select f.* from (
           select id from users where ${begins('search_key(email)', '$1')} ${firstBy(byLetters('search_key(email)'), most)}
         ) u cross join lateral (
           select id, requested_at from shipments
           where user_id = u.id and ${ALONE} and requested_at is not null order by created_at desc limit ${most}
         ) f
         ${
           ids === null
             ? ''
             : `union (select id, requested_at from shipments
                where id between $4::uuid and $5::uuid and ${ALONE} and requested_at is not null order by id limit ${most})`
         }
       ) found order by requested_at desc, id limit ${most}
     ) found
     join shipments p on p.id = found.id join users u on u.id = p.user_id
     order by found.requested_at desc, found.id`,
    [words, label, SHIPMENT_STATUSES, ...(ids === null ? [] : [first, last])],
  );
}

export type ShipmentsWanted = {
  status: ShipmentStatus;
  search: string | null;
  sort: SortedBy<(typeof SHIPMENT_ORDERS)[number]>;
};

const orderOf = (sort: ShipmentsWanted['sort'], table: string): Order =>
  orderBySql({ requested: { sql: `${table}.requested_at`, type: 'timestamptz' } }, sort, {
    sql: `${table}.id`,
    type: 'uuid',
  });

/** Lists a page of the shipments in a status. If `search` is given, lists only matching shipments. */
export async function listAdminShipmentRows(
  db: Database,
  wanted: ShipmentsWanted,
  limit: number,
  offset: number,
): Promise<AdminRow[]> {
  const rows = await readShipments(db, wanted, null, pageSizeOf(limit), offset);
  return rows.slice(0, limit);
}

/** Lists the shipments that follow a given one in the order of the page. */
export async function listAdminShipmentsAfter(
  db: Database,
  wanted: ShipmentsWanted,
  after: Cursor | null,
  limit: number,
): Promise<(AdminRow & { cursor: string })[]> {
  return readShipments(db, wanted, after, limit, 0);
}

async function readShipments(
  db: Database,
  { status, search, sort }: ShipmentsWanted,
  last: Cursor | null,
  limit: number,
  offset: number,
): Promise<(AdminRow & { cursor: string })[]> {
  const words = search === null ? [] : searchValues(search);
  const at = words.length;
  const listed =
    search === null
      ? `select id, requested_at from shipments where state = $${at + 1} and ${ALONE}`
      : found(`$${at + 1}`);
  const [inner, outer] = [orderOf(sort, 'listed'), orderOf(sort, 'page')];
  const { sql, value } = inner.after(last);
  const after = value === null ? '' : `where ${sql.replaceAll('$?', `$${at + 3}`)}`;
  return statement(
    db,
    `select p.id, p.user_id, p.state, p.address, p.carrier, p.tracking_number, p.requested_at, u.email,
       (select count(*)::int from shipments x join shipment_cards sc on sc.shipment_id = x.id where ${WHOLE}) as card_count,
       (select sum(${PAID})::bigint from shipments x where ${WHOLE}) as fee, ${outer.cursor} as cursor
     from (
       select id, requested_at from (${listed}) listed ${after}
       order by ${inner.by} limit ${limit} offset $${at + 2}
     ) page
     join shipments p on p.id = page.id
     join users u on u.id = p.user_id
     order by ${outer.by}`,
    [...words, status, offset, ...(value === null ? [] : [value])],
  );
}

// The sort order makes Postgres use the index. Postgres caches a plan for the average state. Without the sort order,
// this plan would read all parcels for a rare state.
const inState = (state: string): string =>
  `select from shipments where state = ${state} and ${ALONE} order by requested_at`;

/** Counts the matching shipments in each status, up to the limit of totals. */
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
  certification_number: string;
  position: number;
  shelf: string | null;
  picked_at: Date | null;
  market_value: Cents;
};

/**
 * Lists the cards in these parcels, including those of shipments that were added to a parcel, in no
 * particular order. A card that was lost before its parcel was sent is left out, because nobody can
 * pack it.
 */
export async function listParcelContents(
  db: Database,
  shipmentIds: string[],
): Promise<ParcelCardRow[]> {
  return statement<ParcelCardRow>(
    db,
    `select p.id as shipment_id, h.id as card_id, c.name, e.name as set_name, c.number, c.finish, h.condition,
       k.serial, k.certification_number, h.position, o.shelf, sc.picked_at, c.market_value
     from shipments p
     join shipments x on ${WHOLE}
     join shipment_cards sc on sc.shipment_id = x.id
     join physical_cards h on h.id = sc.card_id
     join physical_packs k on k.id = h.pack_id
     join cards c on c.id = h.card_id
     join card_sets e on e.id = c.set_id
     left join house_cards o on o.id = h.bought_as_id
     where p.id = any ($1::uuid[]) and (p.state not in ('requested', 'packed') or h.status <> 'lost')`,
    [shipmentIds],
  );
}

/**
 * Finds the shipments with these ids, with their owners' e-mail addresses. Skips shipments that
 * were never paid.
 */
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
