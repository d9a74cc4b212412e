// Makes a drop of twenty packs from its manifest to its contents, with its log and proofs. A real public number orders
// it. Callers can replace any part by what a lying shop would write.
import { bytesOfHex, hexOf } from '#domain/packproof/bytes.ts';
import { writeCanonical, type Canonical } from '#domain/packproof/canon.ts';
import { entryHash, refOf, ticketHash, type Manifest } from '#domain/packproof/log-objects.ts';
import type { LogAtHand } from '#domain/packproof/log-replay.ts';
import { writeNote, writeVerifierKey } from '#domain/packproof/note.ts';
import { placesOf } from '#domain/packproof/order.ts';
import { labelHash, packCommitment, type PackDocument } from '#domain/packproof/pack-document.ts';
import { tagged } from '#domain/packproof/primitives.ts';
import type { Mine, ProofFile } from '#domain/packproof/proof-file.ts';
import { numberOf, type Chain } from '#domain/packproof/public-number.ts';
import { writeTlogProof } from '#domain/packproof/tlog-proof.ts';
import { consistencyPath, inclusionPath, leafHash, treeRoot } from '#domain/packproof/tree.ts';
import { newSigner, proofPrimitives, readVectors, signCheckpoint } from './proof-primitives.ts';

type Vectors = {
  ticketSeed: string;
  witnessSeed: string;
  chain: Omit<Chain, 'publicKey'>;
  order: { round: number; signature: string };
  practice: { publicKey: string; round: number; good: string };
};
const vectors = readVectors<Vectors>();
const PACKS = 20;
const ORIGIN = 'shop.example/log';
/** The time of publication. If a drop is published then, round 1000 orders it. */
export const PUBLISHED_AT = 1_692_806_303;
const WITNESSED_AT = PUBLISHED_AT + 7;
export const OPENS_AT = 1_692_810_000;
export const ISSUED_AT = OPENS_AT + 5;
export const CLOSED_AT = OPENS_AT + 90_000;
export const NOW = CLOSED_AT + 100;

export const logKey = newSigner(ORIGIN, 'log', vectors.ticketSeed);
export const nextKey = newSigner(ORIGIN, 'log', '22'.repeat(32));
const witness = newSigner('witness.example/w', 'witness', vectors.witnessSeed);

/** A reader's policy that has this log and this witness. */
export const POLICY = [
  `log ${writeVerifierKey(proofPrimitives, logKey.key)}`,
  `witness w ${writeVerifierKey(proofPrimitives, witness.key)}`,
  'quorum w',
  '',
].join('\n');

const hashOf = (words: string) => hexOf(proofPrimitives.sha256(proofPrimitives.utf8(words)));

export type Pack = { document: string; salt: string; commitment: string };

/** Makes a pack of one card, which tests know by its serial. `label`: the number of the card's grader. */
export function newPack(
  serial: string,
  rarity: string,
  {
    packType = 'magic-test',
    salt: words = '',
    certification = `FF-${serial}`,
    label,
  }: { packType?: string; salt?: string; certification?: string; label?: string } = {},
): Pack {
  const document: PackDocument = {
    v: 2,
    packType,
    serial,
    certification,
    takenInAt: PUBLISHED_AT - 1000,
    cards: [
      {
        game: 'magic',
        set: 'tst',
        number: '1',
        name: 'Ember Fox',
        finish: 'foil',
        rarity,
        condition: 'Near Mint',
        ...(label !== undefined && { label }),
      },
    ],
  };
  const text = writeCanonical(document);
  const salt = hashOf(`salt of ${serial}${words}`);
  const commitment = hexOf(packCommitment(proofPrimitives, bytesOfHex(salt), text));
  return { document: text, salt, commitment };
}

/** Packs in the order of their leaves. */
export const PACKS_BY_LEAF: Pack[] = byCommitment(
  Array.from({ length: PACKS }, (_, index) =>
    newPack(`P-${index}`, index === 0 ? 'mythic' : 'common'),
  ),
);

export type Entry = Record<string, Canonical>;

/** Computes the root of the tree over these packs, for a manifest. */
export function packsRoot(packs: Pack[]): string {
  return hexOf(treeRoot(proofPrimitives, leavesOf(packs)));
}

function leavesOf(packs: Pack[]): Uint8Array[] {
  return packs.map(({ commitment }) => leafHash(proofPrimitives, bytesOfHex(commitment)));
}

export const MANIFEST: Manifest = {
  v: 2,
  kind: 'manifest',
  shop: ORIGIN,
  packType: 'magic-test',
  number: 1,
  rule: 'places',
  chain: vectors.chain.hash,
  currency: 'CAD',
  priceCents: 499,
  packCount: PACKS,
  packsRoot: packsRoot(PACKS_BY_LEAF),
  publishedAt: PUBLISHED_AT,
  opensAt: OPENS_AT,
  closesBy: CLOSED_AT + 1000,
  odds: [
    { packs: PACKS - 1, rarity: 'common' },
    { packs: 1, rarity: 'mythic' },
  ],
  carried: 0,
  ticketKey: hexOf(logKey.key.key),
  staffMayBuy: false,
};

export const secretOf = (place: number) => hashOf(`secret of ${place}`);

/** Makes all log entries of a drop with this manifest, as if every pack is sold and opened. */
export function honestDrop(
  manifest: Manifest = MANIFEST,
  packs: Pack[] = PACKS_BY_LEAF,
  { round, signature } = vectors.order,
) {
  const manifestText = writeCanonical(manifest);
  const hash = entryHash(proofPrimitives, manifestText);
  const number = numberOf(proofPrimitives, signature);
  const places = placesOf(proofPrimitives, packs.length, hash, number);
  const tickets = places.map((_, place) =>
    writeCanonical({
      v: 2,
      kind: 'ticket',
      manifest: hash,
      place,
      ref: refOf(proofPrimitives, bytesOfHex(secretOf(place))),
      issuedAt: ISSUED_AT,
    }),
  );
  const sealed = tickets.map((text, place) => ({ hash: ticketHash(proofPrimitives, text), place }));
  const head = (kind: string) => ({ v: 2, kind, manifest: hash });
  const contents = contentsFile(packs.map((pack, leaf) => ({ ...pack, leaf })));
  const entries: Entry[] = [
    manifest,
    { ...head('order'), round, signature },
    { ...head('seal'), seq: 1, sealedAt: ISSUED_AT + 1, tickets: sealed.slice(0, 12) },
    { ...head('seal'), seq: 2, sealedAt: ISSUED_AT + 2, tickets: sealed.slice(12) },
    { ...head('close'), at: CLOSED_AT, carried: [] },
    { ...head('contents'), at: CLOSED_AT, file: hashOf(contents), unopened: [] },
  ];
  return { hash, head, places, tickets, sealed, entries, contents, packs };
}

type Drop = ReturnType<typeof honestDrop>;

/** Moves the times of a drop's entries by some seconds. The times inside the manifest stay. */
export function moved(entries: Entry[], seconds: number): Entry[] {
  return entries.map((entry) => ({
    ...entry,
    ...('sealedAt' in entry && { sealedAt: Number(entry['sealedAt']) + seconds }),
    ...('at' in entry && { at: Number(entry['at']) + seconds }),
  }));
}

/** Makes the entry that retires graded cards. */
export function retired(labels: string[], at: number): Entry {
  const hashes = labels.map((label) => labelHash(proofPrimitives, label));
  return { v: 2, kind: 'x-retired', at, labels: hashes.toSorted() };
}

/** The packs in the order of their leaves. */
export function byCommitment<Any extends { commitment: string }>(packs: Any[]): Any[] {
  return packs.toSorted((one, other) => (one.commitment < other.commitment ? -1 : 1));
}

/** A chain that the shop itself signs. Its second round orders a drop that is published at the chain's start. */
export const PRACTICE_CHAIN: Chain = {
  hash: hashOf('practice chain'),
  publicKey: vectors.practice.publicKey,
  scheme: 'bls-unchained-g1-rfc9380',
  genesis: PUBLISHED_AT,
  period: 1,
  delay: 1,
  minOpen: 1,
};

/** Makes the honest drop, but ordered by a practice number. */
export function practiceDrop(): Drop {
  const { round, good: signature } = vectors.practice;
  const manifest = { ...MANIFEST, chain: PRACTICE_CHAIN.hash };
  return honestDrop(manifest, PACKS_BY_LEAF, { round, signature });
}

export function contentsFile(packs: (Pack & { leaf: number })[]): string {
  return packs
    .map(({ document, leaf, salt }) => `${writeCanonical({ document, leaf, salt })}\n`)
    .join('');
}
export const fileHash = hashOf;

const textsOf = (entries: Entry[]) => entries.map((entry) => writeCanonical(entry));
const entryLeaves = (entries: Entry[]) =>
  textsOf(entries).map((text) => leafHash(proofPrimitives, proofPrimitives.utf8(text)));

/** Makes a signed checkpoint over the first entries of a log. */
export function checkpointOver(
  entries: Entry[],
  { keys = [logKey], at }: { keys?: (typeof logKey)[]; at?: number } = {},
): string {
  const head = {
    origin: ORIGIN,
    size: entries.length,
    root: treeRoot(proofPrimitives, entryLeaves(entries)),
  };
  return writeNote(signCheckpoint(head, keys, at === undefined ? [] : [{ witness, at }]));
}

/** Makes a log as a shop serves it. */
export function logOver(
  entries: Entry[],
  drops: { hash: string; packs: Pack[]; contents: string }[],
  keys = [logKey],
): LogAtHand {
  const leaves = entryLeaves(entries);
  const both = { keys: [logKey, nextKey] };
  return {
    entries: textsOf(entries),
    checkpoint: checkpointOver(entries, { keys }),
    commitments: new Map(
      drops.map(({ hash, packs }) => [hash, packs.map(({ commitment }) => commitment)]),
    ),
    contents: new Map(drops.map(({ hash, contents }) => [hash, contents])),
    keyProofs: new Map(
      entries.flatMap(({ kind }, index) => {
        const upTo = entries.slice(0, index + 1);
        const path = inclusionPath(proofPrimitives, leaves.slice(0, index + 1), index);
        return kind === 'key'
          ? [[index, writeTlogProof(index, path, checkpointOver(upTo, both))] as const]
          : [];
      }),
    ),
  };
}

/**
 * Makes the proof of the pack at a place. A test may give other entries, if these contain the drop's manifest, its
 * order right behind that, and the seal.
 */
export function proofOf(
  place: number,
  witnessedAt: number = WITNESSED_AT,
  {
    entries,
    keys = [logKey],
    honest = honestDrop(),
  }: { entries?: Entry[]; keys?: (typeof logKey)[]; honest?: Drop } = {},
): ProofFile {
  const drop = { ...honest, entries: entries ?? honest.entries };
  const leaf = drop.places[place]!;
  const seq = place < 12 ? 1 : 2;
  const sealAt = drop.entries.findIndex(
    (entry) => entry['seq'] === seq && entry['manifest'] === drop.hash,
  );
  const texts = textsOf(drop.entries);
  const manifestAt = texts.findIndex((text) => entryHash(proofPrimitives, text) === drop.hash);
  const upToManifest = drop.entries.slice(0, manifestAt + 1);
  const upTo = drop.entries.slice(0, sealAt + 1);
  const leaves = entryLeaves(upTo);
  const { document, salt } = drop.packs[leaf]!;
  const ticket = drop.tickets[place]!;
  const hexPath = (path: Uint8Array[]) => path.map(hexOf);
  const message = tagged(proofPrimitives, 'ticket', proofPrimitives.utf8(ticket));
  return {
    v: 2,
    kind: 'packproof',
    manifest: texts[manifestAt]!,
    manifestProof: writeTlogProof(
      manifestAt,
      inclusionPath(proofPrimitives, entryLeaves(upToManifest), manifestAt),
      checkpointOver(upToManifest, { at: witnessedAt }),
    ),
    order: texts[manifestAt + 1]!,
    ticket,
    ticketSignature: hexOf(logKey.sign(message)),
    seal: texts[sealAt]!,
    sealProof: writeTlogProof(
      sealAt,
      inclusionPath(proofPrimitives, leaves, sealAt),
      checkpointOver(upTo, { keys }),
    ),
    consistency: hexPath(consistencyPath(proofPrimitives, leaves, manifestAt + 1)),
    document,
    salt,
    leaf,
    path: hexPath(inclusionPath(proofPrimitives, leavesOf(drop.packs), leaf)),
  };
}

/** Returns what the browser of the buyer of a place has stored. */
export function mineOf(
  place: number,
  seenAt: number = PUBLISHED_AT + 2,
  { hash, sealed, entries } = honestDrop(),
): Mine {
  return {
    v: 2,
    kind: 'mine',
    manifests: [{ hash, at: seenAt, shop: ORIGIN, packType: 'magic-test', number: 1 }],
    tickets: [{ hash: sealed[place]!.hash, at: ISSUED_AT, secret: secretOf(place) }],
    checkpoints: [checkpointOver(entries.slice(0, 4))],
  };
}
