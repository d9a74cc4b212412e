// A checkpoint states a log's size and root hash. The log signs it (C2SP tlog-checkpoint). Witnesses sign it with the
// time at which they saw it (C2SP tlog-cosignature, Ed25519).
import { bigintOf, bytesOfBase64, base64Of } from './bytes.ts';
import { readNote, signatureBy, type Note, type NoteKey } from './note.ts';
import type { VerifierPrimitives } from './primitives.ts';
import type { TreeHead } from './tree.ts';

export type Checkpoint = TreeHead & { origin: string; note: Note };

/** Throws if the text is no checkpoint. Does not check signatures. */
export function readCheckpoint(text: string): Checkpoint {
  const note = readNote(text);
  const [origin = '', size = '', root = '', ...more] = note.text.slice(0, -1).split('\n');
  if (origin === '' || more.includes('')) throw new Error('This is not a checkpoint');
  const bytes = bytesOfBase64(root);
  if (bytes.length !== 32) throw new Error('A checkpoint has no root');
  return { origin, size: readDecimal(size), root: bytes, note };
}

/** The text that a log signs. */
export function checkpointText({ origin, size, root }: TreeHead & { origin: string }): string {
  return `${origin}\n${size}\n${base64Of(root)}\n`;
}

/** Reads a number in a log's text, which must be ASCII digits without a leading zero. */
export function readDecimal(text: string): number {
  const number = Number(text);
  if (!/^(?:0|[1-9][0-9]*)$/.test(text) || !Number.isSafeInteger(number)) {
    throw new Error('This is not a position in a log');
  }
  return number;
}

/** The text that a witness signs. `at` is when the witness saw the checkpoint, in seconds since 1970 in UTC. */
export function cosignatureText(at: number, { text }: Note): string {
  return `cosignature/v1\ntime ${at}\n${text}`;
}

/**
 * When a witness saw a checkpoint, in seconds since 1970 in UTC. Undefined if the witness did not sign. Throws if the
 * witness's signature is not valid.
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
