// Re-encodes the pack pictures that were uploaded before the shop re-encoded uploads. Re-encodes
// one picture after the other.
import { inTransaction } from '#engine/database.ts';
import { dropPicture, findNextOriginal } from '../../pictures/pictures-queries.ts';
import { storePicture } from '../../pictures/store-picture.ts';
import { PictureProblem, writePicture } from '../../pictures/write-picture.ts';
import type { Context } from '../../runtime/context.ts';
import { replacePackPicture } from './pack-types-queries.ts';

/**
 * Writes each old picture in every width and format. A picture that can't be decoded is deleted,
 * and its packs show their drawing again.
 */
export async function writeOldPictures(
  { db, log }: Context,
  signal: AbortSignal,
): Promise<{ done: number; failed: number }> {
  let done = 0;
  let last = '';
  while (!signal.aborted) {
    const old = await findNextOriginal(db, last);
    if (old === null) break;
    const written = await writePicture(old.original).catch((error: unknown) => {
      if (!(error instanceof PictureProblem)) throw error;
      log.warn(
        { event: 'picture_redrawn', picture: old.name, problem: error.message },
        'Could not read the old picture of a pack: deleted it, and the pack shows its drawing again',
      );
      return null;
    });
    await inTransaction(db, async (tx) => {
      const name = written === null ? null : await storePicture(tx, written);
      await replacePackPicture(tx, old.name, name);
      await dropPicture(tx, old.name);
    });
    last = old.name;
    done += 1;
  }
  return { done, failed: 0 };
}
