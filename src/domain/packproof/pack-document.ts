// What a sealed pack holds, written down once, and the commitment that shows later that it was this.
import { readCanonical, writeCanonical } from './canon.ts';
import { taggedHash, type Primitives } from './primitives.ts';
import { count, listOf, only, optional, text, withFields, type Fields } from './strict.ts';

/** A card of a pack as its document says it, in the catalogue's words of that day. */
type DocumentCard = {
  game: string;
  set: string;
  number: string;
  name: string;
  finish: string;
  rarity: string;
  condition: string;
  /** A grader's number. */
  label?: string;
};

export type PackDocument = {
  v: 2;
  packType: string;
  serial: string;
  certification: string;
  /** Seconds since 1970 in UTC. */
  takenInAt: number;
  /** In the order of intake. */
  cards: DocumentCard[];
  /** The printed number of our seal. */
  seal?: string;
};

/** Bytes of a salt. Without it who guesses a document could prove the guess by its commitment. */
const SALT_BYTES = 32;
const NONE = 'This is no document of a pack';

/** The document's only text. Throws where a text is not in NFC. */
export function writePackDocument(document: PackDocument): string {
  return writeCanonical(document);
}

/** What a document says. Throws unless it is canonical, with exactly these fields. */
export function readPackDocument(written: string): PackDocument {
  let value: unknown;
  try {
    value = readCanonical(written);
  } catch (error) {
    throw new Error(NONE, { cause: error });
  }
  if (!isPackDocument(value)) throw new Error(NONE);
  return value as PackDocument;
}

/** What is told of a document before anybody may see it. */
export function packCommitment(
  primitives: Primitives,
  salt: Uint8Array,
  written: string,
): Uint8Array {
  if (salt.length !== SALT_BYTES) throw new Error(`A salt has ${SALT_BYTES} bytes`);
  return taggedHash(primitives, 'pack', salt, primitives.utf8(written));
}

const CARD_FIELDS: Fields = {
  game: text,
  set: text,
  number: text,
  name: text,
  finish: text,
  rarity: text,
  condition: text,
  label: optional(text),
};

const isPackDocument = withFields({
  v: only(2),
  packType: text,
  serial: text,
  certification: text,
  takenInAt: count,
  cards: listOf(withFields(CARD_FIELDS)),
  seal: optional(text),
});
