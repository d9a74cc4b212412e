import type { DropState } from '#domain/drop.ts';
import type { Rarity } from '#domain/card.ts';
import { pageOf } from '../database/page-of.ts';
import type { PackTypeRow } from './pack-types-queries.ts';
import { statement, type Database, type Transaction } from '../database/database.ts';

export type DropRow = {
  id: string;
  pack_type_id: string;
  pack_type_name: string;
  number: number | null;
  state: DropState;
  chain: string;
  opens_at: Date;
  closes_by: Date;
  staff_may_buy: boolean;
  opens_itself: boolean;
  carries_to: string | null;
  manifest: string | null;
  /** In hex. */
  hash: string | null;
  created_at: Date;
  closed_at: Date | null;
  packs: number;
  left: number;
  sold: number;
  opened: number;
  withdrawn: number;
  is_ordered: boolean;
};

// Packs that were carried over are those of a later drop by now, and still of this one.
const DROP = `select d.id, d.pack_type_id, n.name as pack_type_name, d.number, d.state, d.chain, d.opens_at, d.closes_by, d.staff_may_buy,
    d.opens_itself, d.carries_to, d.manifest,
    encode(d.hash, 'hex') as hash, d.created_at, d.closed_at, k.*,
    exists (select from drop_leaves l where l.drop_id = d.id and l.place is not null) as is_ordered
  from drops d join pack_types n on n.id = d.pack_type_id cross join lateral (
    select count(*)::int as packs,
      count(*) filter (where p.state in ('available', 'waiting', 'reserved') and p.drop_id = d.id)::int as left,
      count(*) filter (where p.state in ('sold', 'disputed', 'opened') and p.drop_id = d.id)::int as sold,
      count(*) filter (where p.state = 'opened' and p.drop_id = d.id)::int as opened,
      count(*) filter (where p.state = 'withdrawn' and p.drop_id = d.id)::int as withdrawn
    from places p where p.drop_id = d.id
      or p.pack_id in (select l.pack_id from drop_leaves l where l.drop_id = d.id and d.carries_to is not null)
  ) k`;

export async function findDrop(db: Database, id: string): Promise<DropRow | null> {
  const [row] = await statement<DropRow>(db, `${DROP} where d.id = $1`, [id]);
  return row ?? null;
}

export async function findDropByHash(db: Database, hash: string): Promise<DropRow | null> {
  const [row] = await statement<DropRow>(db, `${DROP} where d.hash = decode($1, 'hex')`, [hash]);
  return row ?? null;
}

/** The published drops of a type, newest first. */
export async function listDropsOfType(db: Database, packTypeId: string): Promise<DropRow[]> {
  return statement(
    db,
    `${DROP} where d.pack_type_id = $1 and d.hash is not null order by d.number desc limit 200`,
    [packTypeId],
  );
}

export async function listDropPage(
  db: Database,
  packTypeId: string | null,
  limit: number,
  offset: number,
): Promise<{ rows: DropRow[]; total: number }> {
  const from = 'from drops d where ($1::text is null or d.pack_type_id = $1)';
  const page = (part: string) =>
    `${DROP} where ($1::text is null or d.pack_type_id = $1) order by d.created_at desc, d.id ${part}`;
  return pageOf(db, { from, values: [packTypeId], page }, limit, offset);
}

/** Drops that the log has something to be told of, or that have to be put into order. */
export async function listLivingDrops(db: Database): Promise<DropRow[]> {
  return statement(
    db,
    `${DROP} where d.state in ('published', 'open', 'paused') or d.hash is not null and d.state <> 'given_up' and exists (
       select from tickets t where t.drop_id = d.id
         and (t.sealed_in is null or t.given_back_at is not null and t.void_in is null))
     order by d.created_at`,
    [],
  );
}

/** Draws loose packs into a draft. Throws as the database does where there are not twenty. */
export async function insertDraft(
  db: Transaction,
  draft: {
    id: string;
    packTypeId: string;
    most: number | null;
    chain: string;
    opensAt: Date;
    closesBy: Date;
    staffMayBuy: boolean;
    receivedFrom: Date | null;
    receivedTo: Date | null;
  },
): Promise<void> {
  const { id, packTypeId, most, chain, opensAt, closesBy, staffMayBuy } = draft;
  await statement(db, 'select draft_drop($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    id,
    packTypeId,
    most,
    chain,
    opensAt,
    closesBy,
    staffMayBuy,
    draft.receivedFrom,
    draft.receivedTo,
  ]);
}

/** What is decided of a draft until it is published. */
export type DropTerms = {
  opensAt: Date;
  closesBy: Date;
  staffMayBuy: boolean;
  opensItself: boolean;
};

export async function decide(
  db: Transaction,
  id: string,
  { opensAt, closesBy, staffMayBuy, opensItself }: DropTerms,
): Promise<void> {
  await statement(db, 'select decide_drop($1, $2, $3, $4, $5)', [
    id,
    opensAt,
    closesBy,
    staffMayBuy,
    opensItself,
  ]);
}

/** The drop of a type in one of these states; there is never more than one draft, and one that is published and not over. */
export async function findDropIn(
  db: Database,
  packTypeId: string,
  states: readonly DropState[],
): Promise<DropRow | null> {
  const [row] = await statement<DropRow>(
    db,
    `${DROP} where d.pack_type_id = $1 and d.state = any ($2)`,
    [packTypeId, states],
  );
  return row ?? null;
}

/** The loose packs of a type by their intakes, newest first. */
export async function listLooseIntakes(
  db: Database,
  packTypeId: string,
): Promise<{ from: Date; to: Date; packs: number }[]> {
  return statement(
    db,
    `select min(received_at) as from, max(received_at) as to, count(*)::int as packs from (
       select received_at, count(*) filter (where is_apart) over (order by received_at) as intake from (
         select received_at,
           received_at - lag(received_at) over (order by received_at) > interval '10 minutes' as is_apart
         from places where pack_type_id = $1 and drop_id is null and state in ('available', 'waiting')
       ) p
     ) p group by intake order by 1 desc`,
    [packTypeId],
  );
}

/** What buyers will be told of a draft's packs, and of those that are left of the drop that it succeeds. */
export async function findDraftFacts(
  db: Database,
  id: string,
  succeeds: string | null,
): Promise<Pick<PackTypeRow, 'facts' | 'hits' | 'prices_as_of'>> {
  const [row] = await statement<Pick<PackTypeRow, 'facts' | 'hits' | 'prices_as_of'>>(
    db,
    `select (select to_jsonb(f) || jsonb_build_object('drop', '') from facts_of_draft($1, $2) f) as facts, h.*
     from (
       select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'rarity', c.rarity,
           'market_value', c.market_value, 'remote', c.image_url, 'packs', h.packs)
           order by c.market_value desc, c.name, c.id), '[]') as hits,
         max(c.priced_on)::timestamp at time zone 'utc' as prices_as_of
       from hits_of_draft($1, $2) h join cards c on c.id = h.card_id
     ) h`,
    [id, succeeds],
  );
  return row!;
}

/** What keeps a drop from closing this moment. */
export async function countUnsettled(
  db: Database,
  id: string,
): Promise<{ unsealed: number; being_paid: number }> {
  const [row] = await statement<{ unsealed: number; being_paid: number }>(
    db,
    `select (select count(*)::int from tickets
         where drop_id = $1 and (sealed_in is null or given_back_at is not null and void_in is null)) as unsealed,
       (select count(*)::int from places where drop_id = $1 and state = 'reserved') as being_paid`,
    [id],
  );
  return row!;
}

export async function discardDraft(db: Transaction, id: string): Promise<void> {
  await statement(db, 'select discard_drop($1)', [id]);
}

export async function listOdds(
  db: Database,
  id: string,
): Promise<{ rarity: Rarity; packs: number }[]> {
  return statement(db, 'select rarity, packs from odds_of_drop($1)', [id]);
}

/** The commitments of a drop's packs in hex, in the order of its leaves; of a draft as they will be. */
export async function listCommitmentsOf(db: Database, id: string): Promise<string[]> {
  const rows = await statement<{ commitment: string }>(
    db,
    `select encode(k.commitment, 'hex') as commitment from physical_packs k where k.id in (
       select l.pack_id from drop_leaves l where l.drop_id = $1
       union select p.pack_id from places p where p.drop_id = $1)
     order by k.commitment`,
    [id],
  );
  return rows.map(({ commitment }) => commitment);
}

export async function findNextNumber(
  db: Database,
  id: string,
): Promise<{ number: number; carried: number; price: number }> {
  const [row] = await statement<{ number: number; carried: number; price: number }>(
    db,
    `select (select coalesce(max(number), 0) + 1 from drops where pack_type_id = d.pack_type_id) as number, t.price,
       (select count(*)::int from places p where p.drop_id = d.id and exists (
         select from drop_leaves b join drops e on e.id = b.drop_id where b.pack_id = p.pack_id and e.carries_to = d.id)) as carried
     from drops d join pack_types t on t.id = d.pack_type_id where d.id = $1`,
    [id],
  );
  return row!;
}

export async function publish(db: Transaction, id: string, manifest: string): Promise<void> {
  await statement(db, 'select publish_drop($1, $2)', [id, manifest]);
}

export async function order(db: Transaction, id: string): Promise<void> {
  await statement(db, 'select order_drop($1)', [id]);
}

export async function move(
  db: Transaction,
  id: string,
  to: 'open' | 'paused' | 'closed',
  carriesTo: string | null = null,
): Promise<void> {
  await statement(db, 'select move_drop($1, $2, $3)', [id, to, carriesTo]);
}

/** Of these types, those with enough loose packs that never had a drop. */
export async function listTypesWithoutDrop(db: Database, packTypeIds: string[]): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select t.id from pack_types t where t.id = any ($1) and not exists (select from drops d where d.pack_type_id = t.id)
       and (select count(*) from places p
         where p.pack_type_id = t.id and p.drop_id is null and p.state in ('available', 'waiting')) >= 20
     order by t.id`,
    [packTypeIds],
  );
  return rows.map(({ id }) => id);
}

/** Of these, the published ones that have their order, and whose time to open has come. */
export async function listDueToOpen(db: Database, ids: string[]): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select id from drops d where id = any ($1) and state = 'published' and opens_at <= shop_now()
       and not exists (select from drop_leaves l where l.drop_id = d.id and l.place is null)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Takes loose packs off the shelf that came back while a drop of their type is on sale. */
export async function keepLooseWaiting(db: Database, packTypeId: string): Promise<void> {
  await statement(db, 'select keep_loose_waiting($1)', [packTypeId]);
}

/** A number that was asked for and checked before; null where it wasn't. */
export async function findBeacon(
  db: Database,
  chain: string,
  round: number,
): Promise<{ round: number; signature: string; source: string } | null> {
  const [row] = await statement<{ round: number; signature: string; source: string }>(
    db,
    `select round, encode(signature, 'hex') as signature, source from beacons where chain = $1 and round = $2`,
    [chain, round],
  );
  return row ?? null;
}

export async function insertBeacon(
  db: Database,
  chain: string,
  { round, signature, source }: { round: number; signature: string; source: string },
): Promise<void> {
  await statement(
    db,
    `insert into beacons (chain, round, signature, source) values ($1, $2, decode($3, 'hex'), $4) on conflict do nothing`,
    [chain, round, signature, source],
  );
}

export type TicketRow = {
  /** In hex, as the secret. */
  ref: string;
  place: number;
  secret: string | null;
  /** Seconds since 1970. */
  issued_at: number;
  sealed_in: number | null;
  /** Its buyer gave it back by their own call. */
  is_freed: boolean;
};

/** What a ticket says. */
export type SoldTicket = Pick<TicketRow, 'ref' | 'place' | 'issued_at'>;

/** A ticket that somebody has, with what its drop's manifest says of who signs it. */
export type LiveTicket = SoldTicket & {
  place_id: string;
  hash: string;
  shop: string;
  ticketKey: string;
};

const TICKET = `select encode(t.ref, 'hex') as ref, t.place, encode(t.secret, 'hex') as secret,
  floor(extract(epoch from t.issued_at))::bigint as issued_at, t.sealed_in, t.is_freed from tickets t`;

/** Sold and not yet in the log, by their places. */
export async function listUnsealed(
  db: Database,
  dropId: string,
  most: number,
): Promise<TicketRow[]> {
  return statement(
    db,
    `${TICKET} where t.drop_id = $1 and t.sealed_in is null order by t.place limit $2`,
    [dropId, most],
  );
}

/** Given back, and not yet declared void. */
export async function listGivenBack(db: Database, dropId: string): Promise<TicketRow[]> {
  return statement(
    db,
    `${TICKET} where t.drop_id = $1 and t.given_back_at is not null and t.void_in is null and t.sealed_in is not null
     order by t.place limit 50`,
    [dropId],
  );
}

export async function findTicketRow(
  db: Database,
  ref: string,
): Promise<(TicketRow & { hash: string; manifest: string }) | null> {
  const [row] = await statement<TicketRow & { hash: string; manifest: string }>(
    db,
    `select t.*, encode(d.hash, 'hex') as hash, d.manifest from (
       ${TICKET.replace(' from tickets', ', t.drop_id from tickets')} where t.ref = decode($1, 'hex')
     ) t join drops d on d.id = t.drop_id`,
    [ref],
  );
  return row ?? null;
}

export type PlaceInDrop = { placeId: string; drop: string; number: number; place: number };

/** Where the pack of a place lies in its drop, as JSON, for who has it; `place` is the id in the words of a statement. */
export function inDrop(place: string): string {
  return `(select jsonb_build_object('placeId', k.place_id, 'drop', encode(d.hash, 'hex'), 'number', d.number, 'place', k.place)
     from tickets k join drops d on d.id = k.drop_id where k.place_id = ${place} and k.given_back_at is null)`;
}

/** Whether a ticket was sold with one of these refs. */
export async function isAnyUsed(db: Database, refs: string[]): Promise<boolean> {
  const [row] = await statement<{ is_used: boolean }>(
    db,
    'select exists (select from tickets where ref = any ($1::bytea[])) as is_used',
    [refs.map((ref) => Buffer.from(ref, 'hex'))],
  );
  return row!.is_used;
}

/** The tickets of the packs of an order that are its buyer's, by their places. */
export async function listLiveTickets(db: Database, reservationId: string): Promise<LiveTicket[]> {
  const rows = await statement<{ ticket: LiveTicket }>(
    db,
    `select live_ticket(id) as ticket from places
     where reservation_id = $1 and drop_id is not null and state in ('sold', 'disputed', 'opened') order by number`,
    [reservationId],
  );
  return rows.map(({ ticket }) => ticket);
}

/** Frees what an order has sealed of drops with the secrets of its tickets; answers how many packs have none. */
export async function freeTicketsOf(
  db: Transaction,
  reservationId: string,
  secrets: string[],
): Promise<number> {
  const [row] = await statement<{ left: number }>(
    db,
    'select free_tickets($1, $2::bytea[])::int as left',
    [reservationId, secrets.map((secret) => Buffer.from(secret, 'hex'))],
  );
  return row!.left;
}

export async function noteSealed(db: Transaction, refs: string[], entry: number): Promise<void> {
  await statement(db, 'select note_sealed($1, $2)', [
    refs.map((ref) => Buffer.from(ref, 'hex')),
    entry,
  ]);
}

export async function noteVoid(db: Transaction, ref: string, entry: number): Promise<void> {
  await statement(db, `select note_void(decode($1, 'hex'), $2)`, [ref, entry]);
}

export async function noteShown(
  db: Transaction,
  dropId: string,
  leaf: number,
  entry: number,
): Promise<void> {
  await statement(db, 'select note_shown($1, $2, $3)', [dropId, leaf, entry]);
}

export type ShownRow = { leaf: number; place: number | null; document: string; salt: string };

/** What packs held that may be shown: of those that are open or withdrawn, in the order of their leaves. */
export async function listShown(db: Database, dropId: string): Promise<ShownRow[]> {
  return statement(
    db,
    `select leaf, place, document, encode(salt, 'hex') as salt from shown_documents($1)`,
    [dropId],
  );
}

export type SoldPlaceRow = SoldTicket & {
  sealed_in: number | null;
  /** The place's. */
  id: string;
  buyer_id: string;
  drop_id: string;
  hash: string;
  manifest: string;
  chain: string;
  leaf: number;
};

/** A place of a drop that somebody has, with its ticket. */
export async function findSoldPlace(db: Database, id: string): Promise<SoldPlaceRow | null> {
  const [row] = await statement<SoldPlaceRow>(
    db,
    `select p.id, p.buyer_id, t.drop_id, encode(t.ref, 'hex') as ref, t.place, t.sealed_in,
       floor(extract(epoch from t.issued_at))::bigint as issued_at, encode(d.hash, 'hex') as hash, d.manifest, d.chain, l.leaf
     from places p join tickets t on t.place_id = p.id and t.given_back_at is null
     join drops d on d.id = t.drop_id join drop_leaves l on l.drop_id = t.drop_id and l.place = t.place
     where p.id = $1 and p.state in ('sold', 'disputed', 'opened')`,
    [id],
  );
  return row ?? null;
}

/** What the pack of a place held, if that may be shown. */
export async function findShownDocument(
  db: Database,
  placeId: string,
): Promise<{ document: string; salt: string } | null> {
  const [row] = await statement<{ document: string; salt: string }>(
    db,
    `select document, encode(salt, 'hex') as salt from shown_document($1)`,
    [placeId],
  );
  return row ?? null;
}

/** Leaves of packs that were withdrawn, and of which the log says nothing yet. */
export async function listUntold(db: Database, dropId: string): Promise<number[]> {
  const rows = await statement<{ leaf: number }>(
    db,
    `select l.leaf from drop_leaves l join places p on p.pack_id = l.pack_id and p.drop_id = l.drop_id
     where l.drop_id = $1 and p.state = 'withdrawn' and l.shown_in is null and l.place is not null
       and not exists (select from tickets t where t.place_id = p.id and t.given_back_at is not null and t.void_in is null)
     order by l.leaf`,
    [dropId],
  );
  return rows.map(({ leaf }) => leaf);
}

/** Withdraws a pack that was given back for good, and tells what it held. */
export async function showGivenBack(
  db: Transaction,
  ref: string,
): Promise<{ document: string; salt: string }> {
  const [row] = await statement<{ document: string; salt: string }>(
    db,
    `select document, encode(salt, 'hex') as salt from show_given_back(decode($1, 'hex'))`,
    [ref],
  );
  return row!;
}

/** Leaves of a drop by what became of their packs, each ascending. */
export async function listLeaves(
  db: Database,
  dropId: string,
): Promise<{ carried: number[]; unopened: number[]; free: number[] }> {
  const [row] = await statement<{ carried: number[]; unopened: number[]; free: number[] }>(
    db,
    `select coalesce(array_agg(l.leaf order by l.leaf) filter (where p.drop_id is distinct from l.drop_id), '{}') as carried,
       coalesce(array_agg(l.leaf order by l.leaf)
         filter (where p.drop_id = l.drop_id and p.state not in ('opened', 'withdrawn')), '{}') as unopened,
       coalesce(array_agg(l.leaf order by l.leaf)
         filter (where p.drop_id = l.drop_id and p.state in ('available', 'waiting')), '{}') as free
     from drop_leaves l join places p on p.pack_id = l.pack_id where l.drop_id = $1`,
    [dropId],
  );
  return row!;
}

/** Closed drops of the log in force that somebody had sealed packs of when their contents were told last, and of how many. */
export async function listClosedWithUnopened(
  db: Database,
): Promise<{ id: string; hash: string; unopened: number }[]> {
  return statement(
    db,
    `select d.id, encode(d.hash, 'hex') as hash, jsonb_array_length(e.data::jsonb->'unopened') as unopened
     from drops d cross join lateral (
       select data from log_entries where manifest = d.hash and kind = 'contents' and log = (select max(number) from logs)
       order by index desc limit 1
     ) e
     where d.state = 'closed' and e.data::jsonb->'unopened' <> '[]' order by d.closed_at`,
    [],
  );
}

/** How many tickets of a drop are in the log. */
export async function countSealed(db: Database, dropId: string): Promise<number> {
  const [row] = await statement<{ sealed: number }>(
    db,
    'select count(*)::int as sealed from tickets where drop_id = $1 and sealed_in is not null',
    [dropId],
  );
  return row!.sealed;
}

/** Published drops of a type without a sale, `but` for one, and those of them that are not over. */
export async function countDropsWithoutSale(
  db: Database,
  packTypeId: string,
  but: string,
): Promise<{ all: number; not_over: number }> {
  const [row] = await statement<{ all: number; not_over: number }>(
    db,
    `select count(*)::int as all, count(*) filter (where d.state in ('published', 'open', 'paused'))::int as not_over
     from drops d where d.pack_type_id = $1 and d.id <> $2 and d.hash is not null
       and not exists (select from tickets t where t.drop_id = d.id)`,
    [packTypeId, but],
  );
  return row!;
}

/** Of these types, those that are sold from a drop of which this user, who is staff, may buy nothing. */
export async function listClosedToStaff(
  db: Database,
  userId: string,
  packTypeIds: string[],
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select d.pack_type_id as id from drops d join users u on u.id = $1
     where u.role <> 'user' and d.pack_type_id = any ($2) and d.state = 'open' and not d.staff_may_buy`,
    [userId, packTypeIds],
  );
  return rows.map(({ id }) => id);
}

/** Whether a drop of a type is published, and not over. */
export async function isInDrop(db: Database, packTypeId: string): Promise<boolean> {
  const [row] = await statement<{ is_in_drop: boolean }>(
    db,
    `select exists (
       select from drops where pack_type_id = $1 and state in ('published', 'open', 'paused')) as is_in_drop`,
    [packTypeId],
  );
  return row!.is_in_drop;
}

/** Whether a place is one of a drop: once its pack is withdrawn, everybody knows what it holds. */
export async function isOfDrop(db: Database, placeId: string): Promise<boolean> {
  const [row] = await statement<{ is_of_drop: boolean }>(
    db,
    'select exists (select from places where id = $1 and drop_id is not null) as is_of_drop',
    [placeId],
  );
  return row!.is_of_drop;
}

/** Ends every drop whose log can't go on: what was not sold of them is loose again, without a word in the log. */
export async function giveUpDrops(db: Transaction): Promise<void> {
  await statement(db, 'select give_up_drops()', []);
}
