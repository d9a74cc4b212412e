import type { WantedLine } from '#domain/purchase.ts';
import { statement, type Database, type Transaction } from '../database/database.ts';

/** A type's packs for sale, by id: their order says nothing about the order of sale. */
export async function listPacksForSale(
  db: Database,
  packTypeId: string,
  limit: number,
  offset: number,
): Promise<{ id: string }[]> {
  return statement(
    db,
    `select id from physical_packs where pack_type_id = $1 and state = 'available'
     order by id limit $2 offset $3`,
    [packTypeId, limit, offset],
  );
}

/** A physical pack that is for sale, and its type; null for any other id. */
export async function findPackForSale(
  db: Database,
  id: string,
): Promise<{ id: string; pack_type_id: string } | null> {
  const [row] = await statement<{ id: string; pack_type_id: string }>(
    db,
    `select id, pack_type_id from physical_packs where id = $1 and state = 'available'`,
    [id],
  );
  return row ?? null;
}

/** The pack types that some packs are of; ids that are no physical pack are left out. */
export async function listTypesOfPacks(
  db: Database,
  packIds: string[],
): Promise<{ id: string; pack_type_id: string }[]> {
  return statement(db, 'select id, pack_type_id from physical_packs where id = any ($1::uuid[])', [
    packIds,
  ]);
}

export type ClaimedPack = { id: string; packTypeId: string };

/**
 * Takes free packs for a buyer, in the random order fixed when they were stocked: the one place where
 * it is decided which pack a buyer gets. Answers the packs it got, which may be fewer than wanted.
 *
 * `skipLocked`: packs that another purchase is claiming are passed over, so that buyers don't queue.
 * Without it the claim waits for them, and finds out whether they were really taken.
 */
export async function claimFreePacks(
  db: Transaction,
  claim: {
    reservationId: string;
    buyerId: string;
    wanted: WantedLine[];
    state: 'reserved' | 'sold';
    skipLocked: boolean;
  },
): Promise<ClaimedPack[]> {
  const locking = claim.skipLocked ? 'skip locked' : '';
  const rows = await statement<{ id: string; pack_type_id: string }>(
    db,
    `with claimed as materialized (
       select p.id from unnest($3::text[], $4::int[]) as w (pack_type_id, quantity)
       cross join lateral (
         select id from physical_packs p
         where p.pack_type_id = w.pack_type_id and p.state = 'available'
         order by p.rank limit w.quantity for update ${locking}
       ) p
     )
     update physical_packs p set state = $5, buyer_id = $2, reservation_id = $1
     where p.id = any (array(select id from claimed))
     returning p.id, p.pack_type_id`,
    [
      claim.reservationId,
      claim.buyerId,
      claim.wanted.map((line) => line.packTypeId),
      claim.wanted.map((line) => line.quantity),
      claim.state,
    ],
  );
  return rows.map((row) => ({ id: row.id, packTypeId: row.pack_type_id }));
}

/** The packs of a paid reservation that are sealed, locked until the transaction ends. */
export async function lockSealedPacks(
  db: Transaction,
  reservationId: string,
): Promise<{ id: string; pack_type_id: string }[]> {
  return statement(
    db,
    `select id, pack_type_id from physical_packs where reservation_id = $1 and state = 'sold' order by id for update`,
    [reservationId],
  );
}

/** Keeps the sealed packs of a disputed order as they are. */
export async function holdDisputedPacks(db: Transaction, reservationId: string): Promise<void> {
  await statement(
    db,
    `update physical_packs set state = 'disputed' where reservation_id = $1 and state = 'sold'`,
    [reservationId],
  );
}

/** The sealed packs of an order whose dispute is won are their buyer's to open again. */
export async function releaseDisputedPacks(db: Transaction, reservationId: string): Promise<void> {
  await statement(
    db,
    `update physical_packs set state = 'sold' where reservation_id = $1 and state = 'disputed'`,
    [reservationId],
  );
}

/** The packs that a dispute keeps, locked until the transaction ends. */
export async function lockDisputedPacks(
  db: Transaction,
  reservationId: string,
): Promise<{ id: string; pack_type_id: string }[]> {
  return statement(
    db,
    `select id, pack_type_id from physical_packs where reservation_id = $1 and state = 'disputed' order by id for update`,
    [reservationId],
  );
}

/**
 * Puts sold packs that are sealed back on sale, each at a new random place in the order of sale. One that is unlike its
 * document is withdrawn.
 */
export async function returnPacksToSale(db: Transaction, packIds: string[]): Promise<void> {
  await statement(
    db,
    `with returned as (
       insert into pack_returns (pack_id, reservation_id, returned_at)
       select id, reservation_id, shop_now() from physical_packs where id = any ($1::uuid[]) and state in ('sold', 'disputed')
       returning pack_id
     )
     update physical_packs p set state = case when is_pack_whole(p.id) then 'available' else 'withdrawn' end,
       buyer_id = null, reservation_id = null
     from returned r where p.id = r.pack_id`,
    [packIds],
  );
}

/** Which of some packs are unlike their documents: nobody opens them, and they are not sold again. */
export async function listBrokenPacks(
  db: Database,
  packIds: string[],
): Promise<{ id: string; serial: string; pack_type_name: string }[]> {
  return statement(
    db,
    `select p.id, p.serial, t.name as pack_type_name
     from physical_packs p join pack_types t on t.id = p.pack_type_id
     where p.id = any ($1::uuid[]) and p.state <> 'opened' and not is_pack_whole(p.id) order by p.id`,
    [packIds],
  );
}

/** Takes packs off sale that are unlike their documents; those that somebody has stay as they are. */
export async function withdrawBrokenPacks(db: Transaction, packIds: string[]): Promise<void> {
  await statement(
    db,
    `update physical_packs set state = 'withdrawn' where id = any ($1::uuid[]) and state = 'available'`,
    [packIds],
  );
}

/** Which of some graders' numbers came in before. */
export async function listKnownLabels(db: Database, labels: string[]): Promise<Set<string>> {
  const rows = await statement<{ label: string }>(db, 'select known_labels($1::text[]) as label', [
    labels,
  ]);
  return new Set(rows.map((row) => row.label));
}

/** Who compares packs: a wrong guess at a sealed one is written down in their name. */
export type Comparing = { sessionId: string; ip: string; requestId: string };

/**
 * Packs that came in before, of those asked for by serial, and whether they hold the same. What they
 * hold instead can't be asked: `content` is a hash. `by` null: the owner of the database, at the command line.
 */
export async function comparePacks(
  db: Transaction,
  packs: { serial: string; content: string }[],
  by: Comparing | null,
): Promise<Map<string, boolean>> {
  const rows = await statement<{ serial: string; is_same: boolean }>(
    db,
    'select serial, is_same from compare_packs($1::text[], $2::text[], $3, $4, $5)',
    [
      packs.map((pack) => pack.serial),
      packs.map((pack) => pack.content),
      by?.sessionId ?? null,
      by?.ip ?? null,
      by?.requestId ?? null,
    ],
  );
  return new Map(rows.map((row) => [row.serial, row.is_same]));
}

/** Those of some serials that packs came in with before. What they hold is not compared with anything. */
export async function listKnownSerials(db: Database, serials: string[]): Promise<Set<string>> {
  const rows = await statement<{ serial: string }>(
    db,
    'select serial from physical_packs where serial = any ($1::text[])',
    [serials],
  );
  return new Set(rows.map((row) => row.serial));
}

/** The serials of the packs that have some certification numbers, by number. */
export async function listSerialsByCertification(
  db: Database,
  certificationNumbers: string[],
): Promise<Map<string, string>> {
  const rows = await statement<{ certification_number: string; serial: string }>(
    db,
    'select certification_number, serial from physical_packs where certification_number = any ($1::text[])',
    [certificationNumbers],
  );
  return new Map(rows.map((row) => [row.certification_number, row.serial]));
}
