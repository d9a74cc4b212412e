// How rooms keep a picture that an operator uploaded: `writePicture` first, outside of any transaction, then `storePicture`
// inside that of its reason. Whoever shows it refers to it by a foreign key, and drops it with `dropPicture`.
import { randomBytes } from 'node:crypto';
import { Rejection } from '#domain/rejection.ts';
import type { PictureForm } from '#domain/picture.ts';
import type { Transaction } from '#engine/database.ts';
import { storePictureFile } from './pictures-queries.ts';
import { PictureProblem, writePicture, type WrittenPicture } from './write-picture.ts';

/** Writes a picture that came as base64 in a field. Rejects with VALIDATION_ERROR, which says what is wrong with it. */
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

/** Keeps a written picture under the hash of its files, for all to see. Returns its name. */
export async function storePicture(db: Transaction, picture: WrittenPicture): Promise<string> {
  await storePictureFile(db, picture);
  return picture.name;
}

/** 256 bits: nobody finds it by trying. */
const SECRET_BYTES = 32;

/** Keeps one under a random name, which nobody could tell who has the same picture. Returns it. */
export async function storeSecretPicture(
  db: Transaction,
  picture: WrittenPicture,
): Promise<string> {
  const name = randomBytes(SECRET_BYTES).toString('base64url');
  await storePictureFile(db, { ...picture, name });
  return name;
}
