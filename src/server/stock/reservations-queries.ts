import { statement, type Transaction } from '#engine/database.ts';

/** Sells the packs of a held reservation. Returns none if they were released. */
export async function sellReservedPacks(db: Transaction, reservationId: string): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `with paid as (
       update reservations set state = 'paid', expires_at = null where id = $1 and state = 'held' returning id
     )
     update places p set state = 'sold' from paid
     where p.reservation_id = paid.id and p.state = 'reserved' returning p.id`,
    [reservationId],
  );
  return rows.map((row) => row.id);
}

/**
 * Puts the packs of a held reservation back on sale. Returns false if the reservation was paid or
 * released before.
 */
export async function freeReservedPacks(db: Transaction, reservationId: string): Promise<boolean> {
  const rows = await statement<{ id: string }>(
    db,
    `with ended as (
       update reservations set state = case when expires_at <= shop_now() then 'expired' else 'released' end
       where id = $1 and state = 'held' returning id
     ), freed as (
       update places p set state = 'available', buyer_id = null, reservation_id = null from ended
       where p.reservation_id = ended.id and p.state = 'reserved'
     )
     select id from ended`,
    [reservationId],
  );
  return rows.length === 1;
}

/** Extends a held reservation to a later time. */
export async function updateReservationExpiry(
  db: Transaction,
  reservationId: string,
  expiresAt: Date,
): Promise<void> {
  await statement(db, `update reservations set expires_at = $2 where id = $1 and state = 'held'`, [
    reservationId,
    expiresAt,
  ]);
}

/** Creates a reservation that is paid from the start, or marks an expired one as paid. */
export async function insertPaidReservation(
  db: Transaction,
  id: string,
  userId: string,
): Promise<void> {
  await statement(
    db,
    `insert into reservations (id, user_id, state) values ($1, $2, 'paid')
     on conflict (id) do update set state = 'paid', expires_at = null
     where reservations.user_id = excluded.user_id and reservations.state in ('expired', 'released')`,
    [id, userId],
  );
}

/** Creates a reservation for some seconds. Returns its end. */
export async function insertHeldReservation(
  db: Transaction,
  id: string,
  userId: string,
  seconds: number,
  refs: string[] | undefined,
): Promise<Date> {
  const [row] = await statement<{ expires_at: Date }>(
    db,
    `insert into reservations (id, user_id, state, expires_at, refs)
     values ($1, $2, 'held', shop_now() + make_interval(secs => $3), $4::bytea[]) returning expires_at`,
    [id, userId, seconds, refs?.map((ref) => Buffer.from(ref, 'hex')) ?? null],
  );
  return row!.expires_at;
}
