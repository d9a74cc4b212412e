// A checkpoint: how long a log is and what it holds, signed by the log (C2SP tlog-checkpoint), and by witnesses that
// say when they saw it (C2SP tlog-cosignature, Ed25519).
import { bigintOf, bytesOfBase64, base64Of } from './bytes.ts';
import { readNote, signatureBy, type Note, type NoteKey } from './note.ts';
import type { VerifierPrimitives } from './primitives.ts';
import type { TreeHead } from './tree.ts';

export type Checkpoint = TreeHead & { origin: string; note: Note };

/** Throws where a text is no checkpoint. Says nothing of its signatures. */
export function readCheckpoint(text: string): Checkpoint {
  const note = readNote(text);
  const [origin = '', size = '', root = '', ...more] = note.text.slice(0, -1).split('\n');
  if (origin === '' || more.includes('')) throw new Error('This is not a checkpoint');
  const bytes = bytesOfBase64(root);
  if (bytes.length !== 32) throw new Error('A checkpoint has no root');
  return { origin, size: readDecimal(size), root: bytes, note };
}

/** What a log signs. */
export function checkpointText({ origin, size, root }: TreeHead & { origin: string }): string {
  return `${origin}\n${size}\n${base64Of(root)}\n`;
}

/** A number as logs write it: ASCII digits, none of them a leading zero. */
export function readDecimal(text: string): number {
  const number = Number(text);
  if (!/^(?:0|[1-9][0-9]*)$/.test(text) || !Number.isSafeInteger(number)) {
    throw new Error('This is not a position in a log');
  }
  return number;
}

/** What a witness signs at a time, in seconds since 1970 in UTC. */
export function cosignatureText(at: number, { text }: Note): string {
  return `cosignature/v1\ntime ${at}\n${text}`;
}

/**
 * When a witness saw a checkpoint, in seconds since 1970 in UTC; undefined where it did not sign. Throws where its line
 * does not hold.
 */
export function witnessedAt(
  primitives: VerifierPrimitives,
  note: Note,
  witness: NoteKey,
): number | undefined {
  const stamped = signatureBy(primitives, note, witness);
  if (stamped === undefined) return undefined;
  const at = Number(bigintOf(stamped));
  const message = primitives.utf8(cosignatureText(at, note));
  const isRight =
    stamped.length === 72 &&
    Number.isSafeInteger(at) &&
    primitives.ed25519Verify(witness.key, message, stamped.slice(8));
  if (!isRight) throw new Error(`The signature by ${witness.name} is not valid`);
  return at;
}
