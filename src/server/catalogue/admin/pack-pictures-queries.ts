import { statement, type Database, type Transaction } from '../../database/database.ts';

/** The bytes of an operator's picture, or null. */
export async function findPicture(db: Database, name: string): Promise<Buffer | null> {
  const [row] = await statement<{ bytes: Buffer }>(
    db,
    'select bytes from pack_pictures where name = $1',
    [name],
  );
  return row?.bytes ?? null;
}

/** Keeps a picture; one with the same bytes is there already. */
export async function insertPicture(
  db: Database,
  picture: { name: string; bytes: Uint8Array; width: number; height: number },
): Promise<void> {
  await statement(
    db,
    `insert into pack_pictures (name, bytes, width, height) values ($1, $2, $3, $4) on conflict do nothing`,
    [picture.name, Buffer.from(picture.bytes), picture.width, picture.height],
  );
}

/** Shows a picture for a pack type in place of `before`, which is deleted when no other type shows it. */
export async function updatePackPicture(
  db: Transaction,
  id: string,
  picture: string | null,
  before: string | null,
): Promise<void> {
  await statement(db, 'update pack_types set picture = $2, updated_at = now() where id = $1', [
    id,
    picture,
  ]);
  if (before === null || before === picture) return;
  await statement(
    db,
    'delete from pack_pictures where name = $1 and not exists (select from pack_types where picture = $1)',
    [before],
  );
}
