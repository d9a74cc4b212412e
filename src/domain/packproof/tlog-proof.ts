// The proof that an entry is in a log, as one text. It has the entry's index, the neighbours on the entry's path to
// the root, and a checkpoint (C2SP tlog-proof).
import { base64Of, bytesOfBase64 } from './bytes.ts';
import { readCheckpoint, readDecimal, type Checkpoint } from './checkpoint.ts';
import type { Primitives } from './primitives.ts';
import { isIncluded, leafHash } from './tree.ts';

export type TlogProof = { index: number; path: Uint8Array[]; checkpoint: Checkpoint };

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';

/**
 * Parses the proof of a log entry. Throws if the text is no such proof. A line of extra data is refused too, because
 * no signature covers that line.
 */
export function readTlogProof(text: string): TlogProof {
  const split = text.indexOf('\n\n');
  const [first, second = '', ...hashes] = text.slice(0, Math.max(split, 0)).split('\n');
  const [, index] = /^index (.+)$/.exec(second) ?? [];
  if (first !== FIRST_LINE || index === undefined)
    throw new Error('This is not the proof of a log entry');
  const path = hashes.map(bytesOfBase64);
  if (path.some((hash) => hash.length !== 32)) throw new Error('A proof of a log has no hash');
  return { index: readDecimal(index), path, checkpoint: readCheckpoint(text.slice(split + 2)) };
}

/** The proof of a log entry as text. `checkpoint` is the checkpoint's own text. */
export function writeTlogProof(index: number, path: Uint8Array[], checkpoint: string): string {
  return [FIRST_LINE, `index ${index}`, ...path.map(base64Of), '', checkpoint].join('\n');
}

/** Whether the proof's checkpoint covers this entry. Does not check the checkpoint's signatures. */
export function isCovered(
  primitives: Primitives,
  { index, path, checkpoint }: TlogProof,
  entry: string,
): boolean {
  const { size, root } = checkpoint;
  const leaf = leafHash(primitives, primitives.utf8(entry));
  return isIncluded(primitives, { leaf, index, size, path, root });
}
