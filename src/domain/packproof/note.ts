// A signed note (C2SP signed-note) is a text, followed by signature lines. Each line names its key by name and short
// id. Lines by unknown keys are ignored. A wrong line by a known key makes the whole note invalid.
import { bytesOfBase64, base64Of, bytesOfHex, hexOf, isSame, joined } from './bytes.ts';
import type { Primitives, VerifierPrimitives } from './primitives.ts';

/** Types of keys. A log signs checkpoints; a witness signs checkpoints together with the time. */
const KEY_TYPES = { log: 1, witness: 4 } as const;
export type KeyType = keyof typeof KEY_TYPES;

export type NoteKey = { name: string; type: KeyType; key: Uint8Array };

type NoteSignature = { name: string; keyId: Uint8Array; signature: Uint8Array };

export type Note = {
  /** The signed text, including its last newline. */
  text: string;
  signatures: NoteSignature[];
};

/**
 * The maximum number of signature lines in a note. The standard demands that readers accept sixteen. More than this
 * maximum would only cost the reader time.
 */
const MOST_SIGNATURES = 100;

/** Throws if the text is no signed note. Does not check signatures. */
export function readNote(note: string): Note {
  const split = note.lastIndexOf('\n\n');
  const [text, below] = [note.slice(0, split + 1), note.slice(split + 2)];
  // oxlint-disable-next-line no-control-regex -- The newline is the only control character that a note may have.
  const isPlain = note.isWellFormed() && !/[\u0000-\u0009\u000b-\u001f]/.test(note);
  if (split < 1 || !isPlain || !below.endsWith('\n')) throw new Error('This is no signed note');
  const lines = below.slice(0, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) throw new Error('A note has too many signatures');
  return { text, signatures: lines.map(readSignature) };
}

function readSignature(line: string): NoteSignature {
  const [dash, name = '', base64 = '', ...rest] = line.split(' ');
  if (dash !== '—' || !isKeyName(name) || rest.length > 0) {
    throw new Error('A line below a note is no signature');
  }
  const bytes = bytesOfBase64(base64);
  if (bytes.length < 5) throw new Error('A signature below a note is too short');
  return { name, keyId: bytes.slice(0, 4), signature: bytes.slice(4) };
}

export const isKeyName = (name: string) => name !== '' && !/[\s\p{Z}+]/u.test(name);

/** A note as text, with the signatures in the order of signing. */
export function writeNote({ text, signatures }: Note): string {
  const lines = signatures.map(
    ({ name, keyId: id, signature }) => `— ${name} ${base64Of(joined([id, signature]))}\n`,
  );
  return `${text}\n${lines.join('')}`;
}

/** The id of four bytes by which signature lines name a key. */
export function keyId({ sha256, utf8 }: Primitives, { name, type, key }: NoteKey): Uint8Array {
  return sha256(joined([utf8(`${name}\n`), Uint8Array.of(KEY_TYPES[type]), key])).slice(0, 4);
}

/** A public key as text: its name, its id, and the base64 of its type and bytes. */
export function writeVerifierKey(primitives: Primitives, key: NoteKey): string {
  const bytes = joined([Uint8Array.of(KEY_TYPES[key.type]), key.key]);
  return `${key.name}+${hexOf(keyId(primitives, key))}+${base64Of(bytes)}`;
}

/** Parses a public key. Throws unless the key has this type, matches its id, and is a point of prime order. */
export function readVerifierKey(
  primitives: VerifierPrimitives,
  text: string,
  type: KeyType,
): NoteKey {
  const [, name = '', id = '', base64 = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  if (!isKeyName(name)) throw new Error('This is no verifier key');
  const [kind, ...bytes] = bytesOfBase64(base64);
  const key = { name, type, key: Uint8Array.from(bytes) };
  if (kind !== KEY_TYPES[type]) throw new Error(`This is no key of a ${type}`);
  if (!isSame(keyId(primitives, key), bytesOfHex(id)))
    throw new Error('The id in a key is another’s: a letter of it is wrong');
  if (!primitives.isEd25519Key(key.key)) throw new Error('A key is no point of prime order');
  return key;
}

/** A key's signature below a note. Undefined if the key did not sign. Throws if the key signed twice. */
export function signatureBy(
  primitives: Primitives,
  note: Note,
  key: NoteKey,
): Uint8Array | undefined {
  const id = keyId(primitives, key);
  const lines = note.signatures.filter((line) => line.name === key.name && isSame(line.keyId, id));
  if (lines.length > 1) throw new Error(`${key.name} signed a note twice`);
  return lines[0]?.signature;
}

/** Whether a log's key signed a note. Throws if the key's signature is not valid. */
export function isSignedBy(primitives: VerifierPrimitives, note: Note, key: NoteKey): boolean {
  const signature = signatureBy(primitives, note, key);
  if (signature === undefined) return false;
  if (!primitives.ed25519Verify(key.key, primitives.utf8(note.text), signature)) {
    throw new Error(`The signature by ${key.name} is not valid`);
  }
  return true;
}
