// Makes the files of a drop, as a shop serves them and a buyer saves them: the log in tiles, the drops' files, the
// proof of a pack, the buyer's `mine.json`, and a reader's policy. Every call gives the same bytes.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { joined } from '#domain/packproof/bytes.ts';
import { writeCanonical } from '#domain/packproof/canon.ts';
import type { LogAtHand } from '#domain/packproof/log-replay.ts';
import { TILE_WIDTH, writeEntryBundle, writeTilePath } from '#domain/packproof/tiles.ts';
import { leafHash } from '#domain/packproof/tree.ts';
import {
  honestDrop,
  logOver,
  mineOf,
  POLICY,
  PRACTICE_CHAIN,
  practiceDrop,
  proofOf,
} from './proof-log.ts';
import { proofPrimitives } from './proof-primitives.ts';

/** The files of a log, by the paths at which they are served. */
export function servedLog(log: LogAtHand): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const put = (path: string, text: string) => files.set(path, Buffer.from(text));
  put('log/checkpoint', log.checkpoint);
  for (let from = 0; from < log.entries.length; from += TILE_WIDTH) {
    const part = log.entries.slice(from, from + TILE_WIDTH).map((entry) => Buffer.from(entry));
    const tile = { index: from / TILE_WIDTH, width: part.length };
    const putTile = (level: 0 | 'entries', bytes: Uint8Array) =>
      files.set(`log/tile/${writeTilePath({ level, ...tile })}`, Buffer.from(bytes));
    putTile('entries', writeEntryBundle(part));
    putTile(0, joined(part.map((entry) => leafHash(proofPrimitives, entry))));
  }
  for (const [drop, all] of log.commitments) put(`drops/${drop}/commitments`, JSON.stringify(all));
  for (const [drop, file] of log.contents) put(`drops/${drop}/contents`, file);
  for (const [index, proof] of log.keyProofs) put(`log/${index}.tlog-proof`, proof);
  return files;
}

export function writeFiles(folder: string, files: ReadonlyMap<string, Uint8Array | string>): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/**
 * Makes all files about the pack at one place of a closed drop. The drop has twenty packs, which are all sold and
 * opened.
 */
export function proofFiles(place = 2): Map<string, Buffer | string> {
  return new Map<string, Buffer | string>([
    ['packproof.json', writeCanonical(proofOf(place))],
    ['mine.json', writeCanonical(mineOf(place))],
    ['policy.txt', POLICY],
    ...servedLog(logOver(DROP.entries, [DROP])),
  ]);
}
const DROP = honestDrop();

/** The folder in which the files of `proofFiles` are stored, for readers who don't want to run this code. */
export const STORED_PROOF = join(import.meta.dirname, '../../../docs/examples/proof');

/** The stored files by their paths, without the page that explains them. */
export function storedProof(): Map<string, Buffer> {
  return new Map(
    readdirSync(STORED_PROOF, { recursive: true, encoding: 'utf8' })
      .filter((path) => path !== 'README.md' && statSync(join(STORED_PROOF, path)).isFile())
      .map((path) => [path, readFileSync(join(STORED_PROOF, path))]),
  );
}

/** Makes the files of {@link proofFiles} for a drop that is ordered by a practice number. */
export function practiceFiles(place = 2): Map<string, Buffer | string> {
  const honest = practiceDrop();
  return new Map<string, Buffer | string>([
    ...proofFiles(place),
    [
      'packproof.json',
      writeCanonical({ ...proofOf(place, undefined, { honest }), chain: PRACTICE_CHAIN }),
    ],
    ['mine.json', writeCanonical(mineOf(place, undefined, honest))],
    ...servedLog(logOver(honest.entries, [honest])),
  ]);
}
