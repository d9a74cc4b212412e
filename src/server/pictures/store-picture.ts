// Stores pictures that operators uploaded. Call `writePicture` outside of any transaction, and then call `storePicture`
// in the transaction that needs the picture. Tables refer to pictures by a foreign key, and the rooms of these tables
// delete pictures with `dropPicture`.
import { randomBytes } from 'node:crypto';
import { Rejection } from '#domain/rejection.ts';
import type { PictureForm } from '#domain/picture.ts';
import type { Transaction } from '#engine/database.ts';
import { storePictureFile } from './pictures-queries.ts';
import { PictureProblem, writePicture, type WrittenPicture } from './write-picture.ts';

/** Re-encodes a picture from a base64 field. If that is not possible, rejects with VALIDATION_ERROR and the reason. */
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

/** Stores a re-encoded picture that everyone may see. Returns the picture's name, which is the hash of its files. */
export async function storePicture(db: Transaction, picture: WrittenPicture): Promise<string> {
  await storePictureFile(db, picture);
  return picture.name;
}

/** A secret name has 256 random bits, so that nobody can guess it. */
const SECRET_BYTES = 32;

/**
 * Stores a re-encoded picture under a random name, and returns the name. Even someone who has the same picture can't
 * derive the name.
 */
export async function storeSecretPicture(
  db: Transaction,
  picture: WrittenPicture,
): Promise<string> {
  const name = randomBytes(SECRET_BYTES).toString('base64url');
  await storePictureFile(db, { ...picture, name });
  return name;
}
