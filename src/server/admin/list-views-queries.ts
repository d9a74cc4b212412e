import type { ListName } from '#domain/staff-lists.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type ListViewRow = {
  id: string;
  list: ListName;
  name: string;
  /** The operator whose own view it is. Null if the view is for all staff. */
  owner_id: string | null;
  address: Record<string, string>;
};

const COLUMNS = 'id, list, name, owner_id, address';

export async function listListViews(
  db: Database,
  list: ListName,
  userId: string,
): Promise<ListViewRow[]> {
  return statement(
    db,
    `select ${COLUMNS} from list_views where list = $1 and (owner_id is null or owner_id = $2)
     order by lower(name), id`,
    [list, userId],
  );
}

/** Finds a view that is this operator's own or for all staff. */
export async function findListView(
  db: Database,
  id: string,
  userId: string,
): Promise<ListViewRow | null> {
  const [row] = await statement<ListViewRow>(
    db,
    `select ${COLUMNS} from list_views where id = $1 and (owner_id is null or owner_id = $2)`,
    [id, userId],
  );
  return row ?? null;
}

/** Counts an owner's views of a list, except the view of this name. */
export async function countOtherViews(
  db: Database,
  list: ListName,
  ownerId: string | null,
  name: string,
): Promise<number> {
  const [row] = await statement<{ views: number }>(
    db,
    `select count(*)::int as views from list_views
     where list = $1 and owner_id is not distinct from $2::uuid and lower(name) <> lower($3)`,
    [list, ownerId, name],
  );
  return row!.views;
}

/** Stores a view. It replaces the owner's view of this name. */
export async function storeListView(
  db: Transaction,
  {
    list,
    name,
    ownerId,
    address,
  }: Omit<ListViewRow, 'id' | 'owner_id'> & { ownerId: string | null },
): Promise<ListViewRow> {
  const [row] = await statement<ListViewRow>(
    db,
    `insert into list_views (id, list, name, owner_id, address) values (gen_random_uuid(), $1, $2, $3, $4)
     on conflict (list, coalesce(owner_id, '00000000-0000-0000-0000-000000000000'), lower(name))
     do update set name = excluded.name, address = excluded.address returning ${COLUMNS}`,
    [list, name, ownerId, JSON.stringify(address)],
  );
  return row!;
}

export async function deleteListView(db: Transaction, id: string): Promise<void> {
  await statement(db, 'delete from list_views where id = $1', [id]);
}

export async function deleteViewsOf(db: Transaction, userId: string): Promise<void> {
  await statement(db, 'delete from list_views where owner_id = $1', [userId]);
}
