// Queries of the rows of `places`. A buyer reserves, buys, returns and opens a place; the place's
// physical pack stays in the warehouse.
import type { WantedLine } from '#domain/purchase.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** Lists a type's packs for sale, ordered by id. This order reveals nothing about the order of sale. */
export async function listPacksForSale(
  db: Database,
  packTypeId: string,
  limit: number,
  offset: number,
): Promise<{ id: string }[]> {
  return statement(
    db,
    `select id from places where pack_type_id = $1 and state = 'available'
     order by id limit $2 offset $3`,
    [packTypeId, limit, offset],
  );
}

/** Finds a pack that is for sale, with its type. Returns null for any other id. */
export async function findPackForSale(
  db: Database,
  id: string,
): Promise<{ id: string; pack_type_id: string } | null> {
  const [row] = await statement<{ id: string; pack_type_id: string }>(
    db,
    `select id, pack_type_id from places where id = $1 and state = 'available'`,
    [id],
  );
  return row ?? null;
}

/** Finds the pack types of some packs. Skips unknown ids. */
export async function listTypesOfPacks(
  db: Database,
  packIds: string[],
): Promise<{ id: string; pack_type_id: string }[]> {
  return statement(db, 'select id, pack_type_id from places where id = any ($1::uuid[])', [
    packIds,
  ]);
}

/** Counts the packs that this transaction took in and that wait for a drop of their type to end (choice 670). */
export async function countWaiting(db: Transaction, packTypeIds: string[]): Promise<number> {
  const [row] = await statement<{ packs: number }>(
    db,
    `select count(*) as packs from places
     where pack_type_id = any ($1::text[]) and state = 'waiting' and received_at = now() and not awaits_drop`,
    [packTypeIds],
  );
  return row!.packs;
}

export type ClaimedPack = { id: string; packTypeId: string };

/**
 * Claims free packs for a buyer who pays by card, in the random order that was fixed at intake.
 * `sell_and_open_each` claims packs for credits, and must use this order, too. Returns the packs,
 * which may be fewer than the buyer wants.
 * If `skipLocked` is true, skips packs that another purchase is claiming, so that buyers don't
 * queue. Otherwise waits until it is clear whether that purchase takes them.
 */
export async function claimAvailablePacks(
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
         select id from places p
         where p.pack_type_id = w.pack_type_id and p.state = 'available'
         order by p.rank limit w.quantity for update ${locking}
       ) p
     )
     update places p set state = $5, buyer_id = $2, reservation_id = $1
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

/**
 * Locks the sealed packs of a paid reservation until the transaction ends. `state` is `disputed`
 * for packs that a dispute holds, and `sold` for all others.
 */
export async function lockSealedPacks(
  db: Transaction,
  reservationId: string,
  state: 'sold' | 'disputed',
): Promise<{ id: string; pack_type_id: string }[]> {
  const rows = await statement<{ id: string; pack_type_id: string; is_of_drop: boolean }>(
    db,
    `select id, pack_type_id, drop_id is not null as is_of_drop from places
     where reservation_id = $1 and state = $2 order by id for update`,
    [reservationId, state],
  );
  return rows.toSorted((a, b) => Number(a.is_of_drop) - Number(b.is_of_drop));
}

/** Counts the packs of an order that its buyer can still open. */
export async function countSealedOfOrder(db: Database, reservationId: string): Promise<number> {
  const [row] = await statement<{ packs: number }>(
    db,
    `select count(*) as packs from places where reservation_id = $1 and state = 'sold'`,
    [reservationId],
  );
  return row!.packs;
}

/** Stops the buyer from opening an order's sealed packs, because the payment is disputed. */
export async function holdDisputedPacks(db: Transaction, reservationId: string): Promise<void> {
  await statement(
    db,
    `update places set state = 'disputed' where reservation_id = $1 and state = 'sold'`,
    [reservationId],
  );
}

/** Lets the buyer open an order's sealed packs again, because the shop won the dispute. */
export async function releaseDisputedPacks(db: Transaction, reservationId: string): Promise<void> {
  await statement(
    db,
    `update places set state = 'sold' where reservation_id = $1 and state = 'disputed'`,
    [reservationId],
  );
}

/**
 * Puts sealed packs that were sold back on sale, each at a new random rank. If a pack differs from
 * its document, withdraws it instead.
 */
export async function returnPacksToSale(db: Transaction, packIds: string[]): Promise<void> {
  await statement(
    db,
    `with returned as (
       insert into pack_returns (pack_id, reservation_id, returned_at)
       select pack_id, reservation_id, shop_now() from places where id = any ($1::uuid[]) and state in ('sold', 'disputed')
       returning pack_id
     )
     update places p set state = case when is_pack_whole(p.pack_id) then 'available' else 'withdrawn' end,
       buyer_id = null, reservation_id = null
     from returned r where p.pack_id = r.pack_id`,
    [packIds],
  );
}

/**
 * Takes a pack off sale. Waits for a purchase that is claiming the pack. Returns false unless the
 * pack was on sale or waiting. Also returns false for a waiting pack if its drop is a draft or has
 * no order yet, or if the log has not published its return yet.
 */
export async function withdrawPackFromSale(db: Transaction, id: string): Promise<boolean> {
  const rows = await statement(
    db,
    `update places p set state = 'withdrawn' where pack_id = $1 and (state = 'available' or state = 'waiting'
       and (drop_id is null or number is not null) and not exists (
         select from tickets t where t.place_id = p.id and t.given_back_at is not null and t.void_in is null)) returning id`,
    [id],
  );
  return rows.length === 1;
}

/**
 * Puts a withdrawn pack back on sale, with a new rank from the database. Returns false if the pack
 * was not withdrawn.
 */
export async function putPackBackOnSale(
  db: Transaction,
  id: string,
): Promise<'withdrawn' | 'waiting' | null> {
  const rows = await statement(
    db,
    `update places set state = 'available' where pack_id = $1 and state = 'withdrawn' returning id`,
    [id],
  );
  if (rows.length === 1) return 'withdrawn';
  const [row] = await statement<{ is_put: boolean }>(db, 'select put_on_sale($1) as is_put', [id], {
    writes: true,
  });
  return row!.is_put ? 'waiting' : null;
}

/** Takes packs off sale that differ from their documents. Does not change packs that belong to users. */
export async function withdrawBrokenPacks(db: Transaction, packIds: string[]): Promise<void> {
  await statement(
    db,
    `update places set state = 'withdrawn' where id = any ($1::uuid[]) and state = 'available'`,
    [packIds],
  );
}

/**
 * Whether a place belongs to a drop. If it does, the content of its pack becomes public when an
 * operator withdraws the pack.
 */
export async function isOfDrop(db: Database, placeId: string): Promise<boolean> {
  const [row] = await statement<{ is_of_drop: boolean }>(
    db,
    'select exists (select from places where id = $1 and drop_id is not null) as is_of_drop',
    [placeId],
  );
  return row!.is_of_drop;
}
