// Stores pictures that operators uploaded. Call `writePicture` first, outside of any transaction.
// Then call `storePicture` in the transaction that needs the picture. Tables refer to pictures by a
// foreign key, and their rooms delete pictures with `dropPicture`.
import { randomBytes } from 'node:crypto';
import { Rejection } from '#domain/rejection.ts';
import type { PictureForm } from '#domain/picture.ts';
import type { Transaction } from '#engine/database.ts';
import { storePictureFile } from './pictures-queries.ts';
import { PictureProblem, writePicture, type WrittenPicture } from './write-picture.ts';

/** Re-encodes a picture from a base64 field. Rejects with VALIDATION_ERROR and the reason. */
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

/** Stores a re-encoded picture that everyone may see. Returns its name, the hash of its files. */
export async function storePicture(db: Transaction, picture: WrittenPicture): Promise<string> {
  await storePictureFile(db, picture);
  return picture.name;
}

/** 256 bits, so that nobody can guess the name. */
const SECRET_BYTES = 32;

/**
 * Stores a re-encoded picture under a random name. Even someone who has the same picture can't
 * derive the name. Returns the name.
 */
export async function storeSecretPicture(
  db: Transaction,
  picture: WrittenPicture,
): Promise<string> {
  const name = randomBytes(SECRET_BYTES).toString('base64url');
  await storePictureFile(db, { ...picture, name });
  return name;
}
