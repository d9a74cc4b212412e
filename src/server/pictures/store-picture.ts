// How rooms store a picture that an operator uploaded: `writePicture` first, outside of any
// transaction, then `storePicture` inside the transaction of its reason. A table that shows it
// refers to it by a foreign key, and its room deletes it with `dropPicture`.
import { randomBytes } from 'node:crypto';
import { Rejection } from '#domain/rejection.ts';
import type { PictureForm } from '#domain/picture.ts';
import type { Transaction } from '#engine/database.ts';
import { storePictureFile } from './pictures-queries.ts';
import { PictureProblem, writePicture, type WrittenPicture } from './write-picture.ts';

/** Re-encodes a picture that came as base64 in a field. Rejects with VALIDATION_ERROR and the reason. */
export async function writeUploaded(
  field: string,
  base64: string,
  form: PictureForm = 'photograph',
): Promise<WrittenPicture> {
  try {
    return await writePicture(Buffer.from(base64, 'base64'), form);
  } catch (error) {
    if (error instanceof PictureProblem) throw Rejection.ofField(field, error.message);
    throw error;
  }
}

/**
 * Stores a re-encoded picture under the hash of its files, visible to everyone. Returns its name.
 */
export async function storePicture(db: Transaction, picture: WrittenPicture): Promise<string> {
  await storePictureFile(db, picture);
  return picture.name;
}

/** 256 bits: nobody can guess it. */
const SECRET_BYTES = 32;

/**
 * Stores one under a random name, which even the owner of the same picture can't derive. Returns
 * the name.
 */
export async function storeSecretPicture(
  db: Transaction,
  picture: WrittenPicture,
): Promise<string> {
  const name = randomBytes(SECRET_BYTES).toString('base64url');
  await storePictureFile(db, { ...picture, name });
  return name;
}
