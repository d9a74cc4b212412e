import type { Break, BreakKind, SaleBar } from '#domain/break.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** `sale_bar` as JSON: its instant is a text. */
export type SaleBarRow = { why: 'break'; until: string | null } | { why: 'excluded' } | null;

export function saleBarOf(row: SaleBarRow): SaleBar | null {
  if (row === null || row.why === 'excluded') return row;
  return { why: 'break', until: row.until === null ? null : new Date(row.until) };
}

/** Why nothing may be sold to an account now. */
export async function findSaleBar(db: Database, userId: string): Promise<SaleBar | null> {
  const [row] = await statement<{ bar: SaleBarRow }>(db, 'select sale_bar($1) as bar', [userId]);
  return saleBarOf(row!.bar);
}

/** The break that binds a person longest. Null: they are on none. */
export async function findBreak(db: Database, userId: string): Promise<Break | null> {
  const [row] = await statement<Break>(
    db,
    `select kind, began_at as "beganAt", ends_at as "endsAt" from breaks
     where user_id = $1 and (ends_at is null or ends_at > shop_now()) order by ends_at desc nulls first limit 1`,
    [userId],
  );
  return row ?? null;
}

/** Begins a break. The database stamps its times, and lets the cards' time stand still. */
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
