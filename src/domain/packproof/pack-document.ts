// The document that records a sealed pack's contents, and the commitment to that document. The commitment later proves
// that the document never changed.
import { hexOf } from './bytes.ts';
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
  /** When the pack was taken in, in seconds since 1970 in UTC. */
  takenInAt: number;
  /** The cards, in the order in which they were taken in. */
  cards: DocumentCard[];
  /** Number printed on the seal of the physical pack. */
  seal?: string;
};

/**
 * The length of a salt. If there were no salt, somebody could guess a document and confirm the guess by its
 * commitment.
 */
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

/** The hash of the document. It is published before anybody may see the document itself. */
export function packCommitment(
  primitives: Primitives,
  salt: Uint8Array,
  written: string,
): Uint8Array {
  if (salt.length !== SALT_BYTES) throw new Error(`A salt has ${SALT_BYTES} bytes`);
  return taggedHash(primitives, 'pack', salt, primitives.utf8(written));
}

/**
 * The hash by which the log names a graded card. Spellings that differ only in small letters, spaces and hyphens have
 * one hash (`label_hash` in the database says the same). It hides no label (choice 962).
 */
export function labelHash(primitives: Primitives, label: string): string {
  const plain = label
    .replaceAll(/[ -]/g, '')
    .replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
  return hexOf(taggedHash(primitives, 'label', primitives.utf8(plain)));
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
