import {
  batchedStatement,
  statement,
  withoutTableScans,
  type Transaction,
} from '#engine/database.ts';
import { inColumns, type BatchedStatement } from '#engine/batched-statement.ts';

/** Pays a held reservation and sells its packs. Returns false if the reservation was released before. */
export async function sellReservedPacks(db: Transaction, reservationId: string): Promise<boolean> {
  const rows = await statement<{ id: string }>(
    db,
    `with paid as (
       update reservations set state = 'paid', expires_at = null where id = $1 and state = 'held' returning id
     ), sold as (
       update places p set state = 'sold' from paid
       where p.reservation_id = paid.id and p.state = 'reserved'
     )
     select id from paid`,
    [reservationId],
  );
  return rows.length === 1;
}

/**
 * Puts the packs of a held reservation back on sale. Returns false if the reservation was already
 * paid or released.
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

/** Creates the paid reservation of an order without packs. Returns no packs, as there are none. */
export async function insertSale(
  db: Transaction,
  sale: { id: string; userId: string },
): Promise<[]> {
  await withoutTableScans(db, () => batchedStatement(db, NEW_SALES, sale));
  return [];
}

const NEW_SALES: BatchedStatement<{ id: string; userId: string }> = {
  text: `insert into reservations (id, user_id, state) select id, user_id, 'paid' from unnest($1::uuid[], $2::uuid[]) as w (id, user_id)`,
  valuesOf: (sales) => inColumns(sales.map(({ id, userId }) => [id, userId])),
};

/**
 * Creates a reservation that is paid from the start. If an expired reservation has this id, marks
 * it as paid.
 */
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

/** Creates a reservation that lasts some seconds. Returns the time of its end. */
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
