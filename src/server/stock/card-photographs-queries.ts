// Photographs of single cards. The database returns them only if the pack's content is no longer
// secret.
import { statement, type Database, type Transaction } from '#engine/database.ts';

type Place = { packId: string; position: number };

/**
 * Stores the photograph of a card, at a position in a pack. It replaces an earlier one. Returns
 * false if the pack has no such position.
 */
export async function storePhotograph(
  db: Transaction,
  { packId, position }: Place,
  picture: string,
): Promise<boolean> {
  const [row] = await statement<{ kept: boolean }>(
    db,
    'select keep_photograph($1, $2, $3) as kept',
    [packId, position, picture],
    { writes: true },
  );
  return row!.kept;
}

/** Removes the photograph at a position, if there is one. */
export async function dropPhotograph(db: Transaction, { packId, position }: Place): Promise<void> {
  await statement(db, 'select drop_photograph($1, $2)', [packId, position], { writes: true });
}

/** The ids of physical packs, by their serials. */
export async function listPackIds(db: Database, serials: string[]): Promise<Map<string, string>> {
  const rows = await statement<{ id: string; serial: string }>(
    db,
    'select id, serial from physical_packs where serial = any ($1::text[])',
    [serials],
  );
  return new Map(rows.map((row) => [row.serial, row.id]));
}

/** The photographs of a pack that may be shown, by the card's position. */
export async function listPhotographs(db: Database, packId: string): Promise<Map<number, string>> {
  const rows = await statement<{ position: number; picture: string }>(
    db,
    'select position, picture from card_photographs where pack_id = $1',
    [packId],
  );
  return new Map(rows.map((row) => [row.position, row.picture]));
}
