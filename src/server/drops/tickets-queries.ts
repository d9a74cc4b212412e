import { statement, type Database, type Transaction } from '#engine/database.ts';

export type TicketRow = {
  /** The hash of the ticket's secret, in hex. `secret` is in hex, too. */
  ref: string;
  place: number;
  secret: string | null;
  /** The time of the sale, in seconds since 1970. */
  issued_at: number;
  sealed_in: number | null;
  /** Whether the buyer returned the ticket with its secret. */
  is_freed: boolean;
};

/** The content of a ticket. */
export type SoldTicket = Pick<TicketRow, 'ref' | 'place' | 'issued_at'>;

/** A ticket of a pack that a user has, with the key that signs the ticket according to the drop's manifest. */
export type LiveTicket = SoldTicket & {
  place_id: string;
  hash: string;
  shop: string;
  ticketKey: string;
};

const TICKET = `select encode(t.ref, 'hex') as ref, t.place, encode(t.secret, 'hex') as secret,
  floor(extract(epoch from t.issued_at))::bigint as issued_at, t.sealed_in, t.is_freed from tickets t`;

/** Lists sold tickets that are not in the log yet, in the order of their places. */
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

/** Lists returned tickets that the log has not declared void yet. */
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

/**
 * SQL for the position of a pack in its drop, as JSON. `place` is an SQL expression for the id of
 * the pack's place.
 */
export function inDrop(place: string): string {
  return `(select jsonb_build_object('placeId', k.place_id, 'drop', encode(d.hash, 'hex'), 'number', d.number, 'place', k.place)
     from tickets k join drops d on d.id = k.drop_id where k.place_id = ${place} and k.given_back_at is null)`;
}

/** Whether a ticket with one of these refs was already sold. */
export async function isAnyUsed(db: Database, refs: string[]): Promise<boolean> {
  const [row] = await statement<{ is_used: boolean }>(
    db,
    'select exists (select from tickets where ref = any ($1::bytea[])) as is_used',
    [refs.map((ref) => Buffer.from(ref, 'hex'))],
  );
  return row!.is_used;
}

/** Lists the tickets of those packs of an order that the buyer still has, in the order of their places. */
export async function listLiveTickets(db: Database, reservationId: string): Promise<LiveTicket[]> {
  const rows = await statement<{ ticket: LiveTicket }>(
    db,
    `select live_ticket(id) as ticket from places
     where reservation_id = $1 and drop_id is not null and state in ('sold', 'disputed', 'opened') order by number`,
    [reservationId],
  );
  return rows.map(({ ticket }) => ticket);
}

/**
 * Frees the places of those sealed packs of an order that belong to drops, with the secrets of
 * their tickets. Returns the number of packs that lack a secret.
 */
export async function freeTicketsOf(
  db: Transaction,
  reservationId: string,
  secrets: string[],
): Promise<number> {
  const [row] = await statement<{ left: number }>(
    db,
    'select free_tickets($1, $2::bytea[])::int as left',
    [reservationId, secrets.map((secret) => Buffer.from(secret, 'hex'))],
    { writes: true },
  );
  return row!.left;
}

export async function noteSealed(db: Transaction, refs: string[], entry: number): Promise<void> {
  await statement(
    db,
    'select note_sealed($1, $2)',
    [refs.map((ref) => Buffer.from(ref, 'hex')), entry],
    { writes: true },
  );
}

export async function noteVoid(db: Transaction, ref: string, entry: number): Promise<void> {
  await statement(db, `select note_void(decode($1, 'hex'), $2)`, [ref, entry], { writes: true });
}

export type SoldPlaceRow = SoldTicket & {
  sealed_in: number | null;
  /** The id of the sold place. */
  id: string;
  buyer_id: string;
  drop_id: string;
  hash: string;
  manifest: string;
  chain: string;
  leaf: number;
};

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

/** The number of a drop's tickets that the log has sealed. */
export async function countSealed(db: Database, dropId: string): Promise<number> {
  const [row] = await statement<{ sealed: number }>(
    db,
    'select count(*)::int as sealed from tickets where drop_id = $1 and sealed_in is not null',
    [dropId],
  );
  return row!.sealed;
}
