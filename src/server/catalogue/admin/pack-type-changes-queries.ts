// Queries about changes of many pack types at once. Such a change is an entry of the audit log.
import type { ChangeableFields, ChangedFields, CurrentType } from '#domain/pack-type-changes.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type PackTypeChangeRow = {
  id: string;
  at: Date;
  by: string;
  before: Record<string, ChangedFields>;
  after: Record<string, ChangedFields>;
  isUndone: boolean;
};

const CHANGE = `select a.subject_id as id, a.at, u.email as by, a.before, a.after,
    exists (select from audit_log b where b.subject_id = a.subject_id and b.action = 'undo_pack_types') as "isUndone"
  from audit_log a join users u on u.id = a.actor_id where a.action = 'change_pack_types'`;

const CHANGES_SHOWN = 20;

export async function listPackTypeChangeRows(db: Database): Promise<PackTypeChangeRow[]> {
  return statement(db, `${CHANGE} order by a.id desc limit ${CHANGES_SHOWN}`, []);
}

export async function findPackTypeChange(
  db: Database,
  id: string,
): Promise<PackTypeChangeRow | null> {
  const [row] = await statement<PackTypeChangeRow>(db, `${CHANGE} and a.subject_id = $1`, [id]);
  return row ?? null;
}

export async function listChangedTypes(db: Database, ids: string[]): Promise<CurrentType[]> {
  return statement(
    db,
    `select t.id, t.name, t.price, t.next_price as "nextPrice", t.is_available as "isAvailable",
       t.purchase_limit as "purchaseLimit", t.tags, exists (
         select from drops d where d.pack_type_id = t.id and d.state in ('published', 'open', 'paused')) as "isInDrop"
     from pack_types t where t.id = any ($1) order by t.id`,
    [ids],
  );
}

/**
 * Returns the time of the last order of each of these pack types, if it was ordered since `since`.
 * Reads all orders since then, so `since` must not be long ago.
 */
export async function listLastOrders(
  db: Database,
  ids: string[],
  since: Date,
): Promise<Map<string, Date>> {
  const rows = await statement<{ id: string; at: Date }>(
    db,
    `select l.pack_type_id as id, max(o.created_at) as at from orders o join order_lines l on l.order_id = o.id
     where o.created_at >= $1 and l.pack_type_id = any ($2) group by 1`,
    [since, ids],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Stores fields of pack types that the caller has locked. */
export async function storeChangedPackTypes(
  db: Transaction,
  types: (ChangeableFields & { id: string })[],
): Promise<void> {
  await statement(
    db,
    `update pack_types t set price = w.price, next_price = w.next_price, is_available = w.is_available,
       purchase_limit = w.purchase_limit, tags = w.tags, updated_at = shop_now()
     from jsonb_to_recordset($1::jsonb)
       as w (id text, price bigint, next_price bigint, is_available boolean, purchase_limit int, tags text[])
     where t.id = w.id`,
    [
      JSON.stringify(
        types.map(({ id, price, nextPrice, isAvailable, purchaseLimit, tags }) => ({
          id,
          price,
          next_price: nextPrice,
          is_available: isAvailable,
          purchase_limit: purchaseLimit,
          tags,
        })),
      ),
    ],
  );
}
