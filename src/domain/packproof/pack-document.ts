// The document that records a sealed pack's contents, and the commitment that later proves that the document never
// changed.
import { readCanonical, writeCanonical } from './canon.ts';
import { taggedHash, type Primitives } from './primitives.ts';
import { count, listOf, only, optional, text, withFields, type Fields } from './strict.ts';

/** A card in a pack's document, in the catalogue's words on the day of intake. */
type DocumentCard = {
  game: string;
  set: string;
  number: string;
  name: string;
  finish: string;
  rarity: string;
  condition: string;
  /** The grading company's number for this card. */
  label?: string;
};

export type PackDocument = {
  v: 2;
  packType: string;
  serial: string;
  certification: string;
  /** Seconds since 1970 in UTC. */
  takenInAt: number;
  /** In the order in which the cards were taken in. */
  cards: DocumentCard[];
  /** Number printed on the seal of the physical pack. */
  seal?: string;
};

/** Length of a salt. Without a salt, somebody could guess a document and confirm the guess by its commitment. */
const SALT_BYTES = 32;
const NONE = 'This is no document of a pack';

/** The document as canonical JSON. Throws if a string is not in NFC. */
export function writePackDocument(document: PackDocument): string {
  return writeCanonical(document);
}

/** Parses a document. Throws unless the text is canonical and has exactly the fields of a document. */
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

/** The hash that is published before the document itself may be seen. */
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
