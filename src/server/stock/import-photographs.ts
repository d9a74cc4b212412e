// Imports photographs of cards from a folder. A file `A-0001_3.jpg` shows the third card of the
// pack with the serial A-0001.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PICTURE_BYTES_MAX } from '#domain/uploaded-picture.ts';
import { readPhotographName } from '#domain/photograph-name.ts';
import { inTransaction, type Database } from '#engine/database.ts';
import { dropPicture } from '../pictures/pictures-queries.ts';
import { storeSecretPicture } from '../pictures/store-picture.ts';
import { PictureProblem, writePicture } from '../pictures/write-picture.ts';
import { storePhotograph, listPackIds } from './card-photographs-queries.ts';
import { ImportProblem } from '../catalogue/import/import-problem.ts';

/**
 * Stores the photographs of a folder, one by one. The import can be repeated, because a photograph
 * replaces an earlier photograph of its card. Calls `refuse` for each file that can't be imported.
 * Throws ImportProblem if there is no such folder.
 */
export async function importPhotographs(
  db: Database,
  folder: string,
  tell: { show: (done: number, all: number) => void; refuse: (problem: ImportProblem) => void },
): Promise<{ stored: number; refused: number }> {
  const named = namesIn(folder).map((file) => ({ file, place: readPhotographName(file) }));
  const ids = await listPackIds(
    db,
    named.flatMap(({ place }) => place?.serial ?? []),
  );
  const counts = { stored: 0, refused: 0 };
  for (const [index, { file, place }] of named.entries()) {
    const packId = place === null ? undefined : ids.get(place.serial);
    const problem =
      place === null
        ? 'is not named like SERIAL_POSITION.jpg'
        : packId === undefined
          ? `there is no pack ${place.serial}`
          : await storeFile(db, join(folder, file), { packId, position: place.position });
    if (problem === null) counts.stored += 1;
    else {
      counts.refused += 1;
      tell.refuse(new ImportProblem(file, null, problem));
    }
    tell.show(index + 1, named.length);
  }
  return counts;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .toSorted();
  } catch (error) {
    throw new ImportProblem(folder, null, (error as Error).message);
  }
}

/** Stores one file. Returns the problem with the file, or null if it was stored. */
async function storeFile(
  db: Database,
  path: string,
  place: { packId: string; position: number },
): Promise<string | null> {
  if (statSync(path).size > PICTURE_BYTES_MAX) {
    return `the picture is larger than ${PICTURE_BYTES_MAX / 1024 / 1024} MB`;
  }
  try {
    const written = await writePicture(readFileSync(path));
    const isStored = await inTransaction(db, async (tx) => {
      const name = await storeSecretPicture(tx, written);
      if (await storePhotograph(tx, place, name)) return true;
      await dropPicture(tx, name);
      return false;
    });
    return isStored ? null : `the pack has no card ${place.position}`;
  } catch (error) {
    if (error instanceof PictureProblem) return error.message;
    throw error;
  }
}
