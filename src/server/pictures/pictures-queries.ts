// Stores and reads pictures. The shop's role can do this only through database functions. They accept only re-encoded
// pictures, and return no secret ones.
import type { PictureForm, PictureFormat } from '#domain/picture.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type PictureFile = { width: number; format: PictureFormat; bytes: Buffer };

export type StoredPicture = {
  name: string;
  form: PictureForm;
  /** The width and height of the largest file, in pixels. */
  width: number;
  height: number;
  files: PictureFile[];
};

/** Stores a picture with its files. If a picture of the same name exists, does nothing. */
export async function storePictureFile(db: Transaction, picture: StoredPicture): Promise<void> {
  const { name, form, width, height, files } = picture;
  await statement(
    db,
    'select keep_picture($1, $2, $3, $4, $5::int[], $6::text[], $7::bytea[])',
    [
      name,
      form,
      width,
      height,
      files.map((file) => file.width),
      files.map((file) => file.format),
      files.map((file) => file.bytes),
    ],
    { writes: true },
  );
}

/** Deletes a picture, unless a row still refers to the picture. */
export async function dropPicture(db: Transaction, name: string): Promise<void> {
  await statement(db, 'select drop_picture($1)', [name], { writes: true });
}

/**
 * Returns one file of a picture, and whether the file may be cached forever. Returns null if there is no such file, or
 * if the picture is secret.
 */
export async function findPictureFile(
  db: Database,
  { name, width, format }: { name: string; width: number; format: string },
): Promise<{ bytes: Buffer; lasts: boolean } | null> {
  const [row] = await statement<{ bytes: Buffer; lasts: boolean }>(
    db,
    'select * from read_picture($1, $2, $3)',
    [name, width, format],
  );
  return row ?? null;
}

/**
 * Returns the first picture whose name comes after `after` and that was uploaded before pictures were re-encoded, or
 * null if there are no more such pictures.
 */
export async function findNextOriginal(
  db: Database,
  after: string,
): Promise<{ name: string; original: Buffer } | null> {
  const [row] = await statement<{ name: string; original: Buffer }>(
    db,
    'select * from next_original($1)',
    [after],
  );
  return row ?? null;
}
