import type { Break, BreakKind, SaleBar } from '#domain/break.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** The result of the SQL function `sale_bar` in JSON, where times are text. */
export type SaleBarRow = { why: 'break'; until: string | null } | { why: 'excluded' } | null;

export function saleBarOf(row: SaleBarRow): SaleBar | null {
  if (row === null || row.why === 'excluded') return row;
  return { why: 'break', until: row.until === null ? null : new Date(row.until) };
}

/** Returns why nothing may be sold to an account now. */
export async function findSaleBar(db: Database, userId: string): Promise<SaleBar | null> {
  const [row] = await statement<{ bar: SaleBarRow }>(db, 'select sale_bar($1) as bar', [userId]);
  return saleBarOf(row!.bar);
}

/** Returns the break of a person that ends last, or null if the person is on no break. */
export async function findBreak(db: Database, userId: string): Promise<Break | null> {
  const [row] = await statement<Break>(
    db,
    `select kind, began_at as "beganAt", ends_at as "endsAt" from breaks
     where user_id = $1 and (ends_at is null or ends_at > shop_now()) order by ends_at desc nulls first limit 1`,
    [userId],
  );
  return row ?? null;
}

/** Begins a break. The database sets the times of the break, and stops the person's cards' thirty days. */
export async function insertBreak(
  db: Transaction,
  id: string,
  userId: string,
  kind: BreakKind,
): Promise<Break> {
  const [row] = await statement<Break>(
    db,
    `insert into breaks (id, user_id, kind) values ($1, $2, $3)
     returning kind, began_at as "beganAt", ends_at as "endsAt"`,
    [id, userId, kind],
  );
  return row!;
}

/** Lists all breaks that a person took, oldest first. */
export async function listBreaks(db: Database, userId: string): Promise<Break[]> {
  return statement<Break>(
    db,
    'select kind, began_at as "beganAt", ends_at as "endsAt" from breaks where user_id = $1 order by began_at, id',
    [userId],
  );
}

/**
 * Lists people who have been excluded for a year, have cards or packs here, and were not offered a parcel. People whose
 * exclusion ended in the last week are included, because an exclusion of one year ends on the day of the offer. If the
 * exclusion never ends, `endsAt` is null.
 */
export async function listToOfferParcel(
  db: Database,
): Promise<{ userId: string; endsAt: Date | null }[]> {
  return statement<{ userId: string; endsAt: Date | null }>(
    db,
    `select distinct on (b.user_id) b.user_id as "userId", b.ends_at as "endsAt" from breaks b join users u on u.id = b.user_id and u.erased_at is null
     where b.kind not in ('day', 'week', 'month') and b.began_at <= shop_now() - interval '1 year'
       and (b.ends_at is null or b.ends_at > shop_now() - interval '7 days')
       and (exists (select from physical_cards where opened_by_id = b.user_id and status = 'available')
         or exists (select from places where buyer_id = b.user_id and state = 'sold'))
       and not exists (select from mails where user_id = b.user_id and kind = 'parcel_offer')
     order by b.user_id, b.ends_at desc nulls first limit 1000`,
    [],
  );
}
