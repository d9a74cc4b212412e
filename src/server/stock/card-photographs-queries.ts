// Queries of photographs of single cards. The database returns a photograph only if the content of
// its pack is no longer secret.
import { statement, type Database, type Transaction } from '#engine/database.ts';

type Place = { packId: string; position: number };

/**
 * Stores the photograph of the card at a position in a pack, in place of an earlier photograph.
 * Returns false if the pack has no such position.
 */
export async function storePhotograph(
  db: Transaction,
  { packId, position }: Place,
  picture: string,
): Promise<boolean> {
  const [row] = await statement<{ stored: boolean }>(
    db,
    'select keep_photograph($1, $2, $3) as stored',
    [packId, position, picture],
    { writes: true },
  );
  return row!.stored;
}

/** Removes the photograph at a position. Does nothing if there is none. */
export async function dropPhotograph(db: Transaction, { packId, position }: Place): Promise<void> {
  await statement(db, 'select drop_photograph($1, $2)', [packId, position], { writes: true });
}

/** Finds the ids of physical packs by their serials. */
export async function listPackIds(db: Database, serials: string[]): Promise<Map<string, string>> {
  const rows = await statement<{ id: string; serial: string }>(
    db,
    'select id, serial from physical_packs where serial = any ($1::text[])',
    [serials],
  );
  return new Map(rows.map((row) => [row.serial, row.id]));
}

/** Lists those photographs of a pack that may be shown, by the position of the card. */
export async function listPhotographs(db: Database, packId: string): Promise<Map<number, string>> {
  const rows = await statement<{ position: number; picture: string }>(
    db,
    'select position, picture from card_photographs where pack_id = $1',
    [packId],
  );
  return new Map(rows.map((row) => [row.position, row.picture]));
}
