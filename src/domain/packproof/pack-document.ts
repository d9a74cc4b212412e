// What a sealed pack holds, written down once, and the commitment that shows later that it was this.
import { readCanonical, writeCanonical } from './canon.ts';
import { taggedHash, type Primitives } from './primitives.ts';

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

/** The document's only text. Throws where a text is not in NFC. */
export function writePackDocument(document: PackDocument): string {
  return writeCanonical(document);
}

/** What a document says. Throws unless it is canonical, with exactly these fields. */
export function readPackDocument(text: string): PackDocument {
  const value = readCanonical(text);
  if (!hasFields(value, PACK_FIELDS)) throw new Error('This is no document of a pack');
  return value as PackDocument;
}

/** What is told of a document before anybody may see it. */
export function packCommitment(primitives: Primitives, salt: Uint8Array, text: string): Uint8Array {
  if (salt.length !== SALT_BYTES) throw new Error(`A salt has ${SALT_BYTES} bytes`);
  return taggedHash(primitives, 'pack', salt, primitives.utf8(text));
}

type Fields = Record<string, { is: (value: unknown) => boolean; isOptional?: true }>;

const isText = (value: unknown) => typeof value === 'string';
const TEXT = { is: isText };
const OPTIONAL_TEXT = { is: isText, isOptional: true } as const;

const CARD_FIELDS: Fields = {
  game: TEXT,
  set: TEXT,
  number: TEXT,
  name: TEXT,
  finish: TEXT,
  rarity: TEXT,
  condition: TEXT,
  label: OPTIONAL_TEXT,
};

const PACK_FIELDS: Fields = {
  v: { is: (value) => value === 2 },
  packType: TEXT,
  serial: TEXT,
  certification: TEXT,
  takenInAt: { is: (value) => typeof value === 'number' && value >= 0 },
  cards: {
    is: (value) => Array.isArray(value) && value.every((card) => hasFields(card, CARD_FIELDS)),
  },
  seal: OPTIONAL_TEXT,
};

/** Whether a value is an object with these fields and no others. */
function hasFields(value: unknown, fields: Fields): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const held = value as Record<string, unknown>;
  return (
    Object.keys(held).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, { is, isOptional }]) =>
      Object.hasOwn(held, name) ? is(held[name]) : isOptional === true,
    )
  );
}
