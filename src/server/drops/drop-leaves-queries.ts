import { statement, type Database, type Transaction } from '#engine/database.ts';

/**
 * Lists the commitments of a drop's packs in hex, in the order of the drop's leaves. If the drop is
 * a draft, this is the order that the leaves will have.
 */
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

export async function noteShown(
  db: Transaction,
  dropId: string,
  leaf: number,
  entry: number,
): Promise<void> {
  await statement(db, 'select note_shown($1, $2, $3)', [dropId, leaf, entry], { writes: true });
}

export type ShownRow = { leaf: number; place: number | null; document: string; salt: string };

/** Lists the contents of those packs of a drop whose contents may be shown, in the order of their leaves. */
export async function listShown(db: Database, dropId: string): Promise<ShownRow[]> {
  return statement(
    db,
    `select leaf, place, document, encode(salt, 'hex') as salt from shown_documents($1)`,
    [dropId],
  );
}

/** Finds the contents of the pack at a place. Returns null if the contents may not be shown. */
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

/** Lists withdrawn packs whose contents the log does not show yet, in the order of their leaves. */
export async function listUntold(
  db: Database,
  dropId: string,
): Promise<{ leaf: number; packId: string }[]> {
  return statement(
    db,
    `select l.leaf, l.pack_id as "packId" from drop_leaves l join places p on p.pack_id = l.pack_id and p.drop_id = l.drop_id
     where l.drop_id = $1 and p.state = 'withdrawn' and l.shown_in is null and l.place is not null
       and not exists (select from tickets t where t.place_id = p.id and t.given_back_at is not null and t.void_in is null)
     order by l.leaf`,
    [dropId],
  );
}

/** Withdraws a returned pack for good, and returns the pack's contents. */
export async function showGivenBack(
  db: Transaction,
  ref: string,
): Promise<{ document: string; salt: string }> {
  const [row] = await statement<{ document: string; salt: string }>(
    db,
    `select document, encode(salt, 'hex') as salt from show_given_back(decode($1, 'hex'))`,
    [ref],
    { writes: true },
  );
  return row!;
}

/** The leaves of a drop, grouped by the state of their packs. Each group is in ascending order. */
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
