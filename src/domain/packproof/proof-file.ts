// The two files that a buyer saves. One is the shop's proof of one pack, the other has what only the buyer's own
// browser knows. The shop never writes the second file, because its author can make every check pass.
import { readCanonical, type Canonical } from './canon.ts';
import type { Chain } from './public-number.ts';
import {
  count,
  hash,
  listOf,
  only,
  optional,
  positive,
  readStrict,
  text,
  withFields,
  type Kind,
} from './strict.ts';

/**
 * The shop's proof of one pack. The objects are canonical JSON as text, and the proofs are those of a log (C2SP
 * tlog-proof).
 */
export type ProofFile = {
  v: 2;
  kind: 'packproof';
  manifest: string;
  manifestProof: string;
  order: string;
  ticket: string;
  /** The signature of the ticket's bytes under the tag `ticket`, in hex. */
  ticketSignature: string;
  seal?: string;
  sealProof?: string;
  /** The hashes that lead from the manifest's checkpoint to the seal's checkpoint. */
  consistency?: string[];
  document?: string;
  salt?: string;
  leaf?: number;
  /** The hashes that lead from the pack's commitment to the manifest's root. */
  path?: string[];
  /** The values of a practice chain. They are absent for a public chain. */
  chain?: Chain;
};

export type Mine = {
  v: 2;
  kind: 'mine';
  /** The manifests that this browser saw, each with the time at which it saw the manifest. */
  manifests: { hash: string; at: number; shop: string; packType: string; number: number }[];
  tickets: { hash: string; at: number; secret: string }[];
  /** The checkpoints that this browser saw, as signed notes. */
  checkpoints: string[];
};

/** The maximum number of bytes, and of characters, in a file of one pack. A complete file has about 10,000. */
const LARGEST_FILE = 1_000_000;

/** Throws if a file is too large to be a proof. `name` is the file's name in the error. */
export function refuseLarge(name: string, bytes: number): void {
  if (bytes <= LARGEST_FILE) return;
  const megabytes = Math.ceil(bytes / 100_000) / 10;
  throw new Error(`${name} is ${megabytes} MB, too large to be a proof`);
}

const longHex =
  (bytes: number): Kind =>
  (value) =>
    typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value);

/** Whether a value has exactly the fields of a chain. */
export const isChain = withFields({
  hash,
  publicKey: longHex(96),
  scheme: only('bls-unchained-g1-rfc9380'),
  genesis: count,
  period: positive,
  delay: count,
  minOpen: count,
});

const isProofFile = withFields({
  v: only(2),
  kind: only('packproof'),
  manifest: text,
  manifestProof: text,
  order: text,
  ticket: text,
  ticketSignature: longHex(64),
  seal: optional(text),
  sealProof: optional(text),
  consistency: optional(listOf(hash)),
  document: optional(text),
  salt: optional(hash),
  leaf: optional(count),
  path: optional(listOf(hash)),
  chain: optional(isChain),
});

const isMine = withFields({
  v: only(2),
  kind: only('mine'),
  manifests: listOf(withFields({ hash, at: count, shop: text, packType: text, number: count })),
  tickets: listOf(withFields({ hash, at: count, secret: hash })),
  checkpoints: listOf(text),
});

/** Parses the shop's proof. For any other file, throws a sentence that says what the file is. */
export function readProofFile(written: string): ProofFile {
  const { kind, v, ...rest } = readAny(written);
  if (kind === 'mine') throw new Error('This is what a browser knows, not the proof of a pack');
  if (kind !== 'packproof') throw new Error('This is not a proof of a pack');
  if (v !== 2) throw new Error('This proof has a version that is not known here');
  if (['manifests', 'tickets', 'checkpoints', 'secret', 'mine'].some((name) => name in rest)) {
    throw new Error('This proof brings what only a buyer’s own browser can know');
  }
  return readWhole<ProofFile>(written, isProofFile, 'proof');
}

/**
 * Parses `mine.json`, which only the reader's own browser writes. For any other file, throws a
 * sentence that says what the file is.
 */
export function readMine(written: string): Mine {
  const { kind, v } = readAny(written);
  if (kind !== 'mine') throw new Error('This is not what a browser knows');
  if (v !== 2) throw new Error('What this browser knows has a version that is not known here');
  return readWhole<Mine>(written, isMine, 'file of what a browser knows');
}

/**
 * Parses a whole file. Also refuses a file to which an editor added a line end. That is no fraud, but the text is no
 * longer the saved one.
 */
function readWhole<File>(written: string, kind: Kind, what: string): File {
  try {
    readCanonical(written);
  } catch (error) {
    throw new Error(
      `This ${what} was changed after it was saved, if only by a space or a line end: save it anew`,
      { cause: error },
    );
  }
  return readStrict<File>(written, kind, what);
}

function readAny(written: string): Record<string, Canonical> {
  if (written.length > LARGEST_FILE) throw new Error('This file is too long to be a proof');
  if (written.trim() === '') throw new Error('This file is empty');
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch (error) {
    throw new Error('This is not JSON, or only part of a file', { cause: error });
  }
  if (typeof value !== 'object' || value === null) throw new Error('This is not a proof of a pack');
  return value as Record<string, Canonical>;
}
