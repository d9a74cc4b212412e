// Replays one drop through the log entries that name it. If an entry breaks a rule of the drop, throws an error whose
// message is a sentence.
import { bytesOfHex, hexOf, isSame } from './bytes.ts';
import { isNumberOf, numberOf, roundFor, timeOfRound, type Chain } from './public-number.ts';
import {
  refOf,
  readTicket,
  ticketHash,
  type Close,
  type Contents,
  type Manifest,
  type Order,
  type Seal,
  type Void,
  type Withdraw,
} from './log-objects.ts';
import { placesOf } from './order.ts';
import { labelHash, packCommitment, readPackDocument, type PackDocument } from './pack-document.ts';
import type { VerifierPrimitives } from './primitives.ts';
import { count, hash as isHash, readStrict, text, withFields } from './strict.ts';
import { leafHash, treeRoot } from './tree.ts';

/** A drop must be closed at most this many seconds after its `closesBy`. */
const LATEST_CLOSE = 86_400;
/** If the chain is unknown, a drop is open for this many seconds before its packs may be carried over. */
const LONGEST_MIN_OPEN = 86_400;

type GivenBack = { place: number; ticket: string; isSecret: boolean; isAfterClose: boolean };

export type DropReplay = {
  hash: string;
  /** The index of the manifest in the log. */
  index: number;
  manifest: Manifest;
  commitments: string[];
  /** The leaf of each commitment. */
  leaves: ReadonlyMap<string, number>;
  chain?: Chain;
  /** The leaf at each place. Undefined until the log has the drop's order. */
  places?: number[];
  placeByLeaf: Map<number, number>;
  seals: number;
  /** The hash of the ticket of each sold place. */
  live: Map<number, string>;
  /** Places whose contents were shown. They are never sold again. */
  gone: Set<number>;
  givenBack: GivenBack[];
  close?: Close;
  contents?: Contents;
};

/** The state that all drops of a log share. */
export type Shown = {
  /** The hashes of the tickets in all seals of the log so far. No ticket may be in two seals. */
  tickets: Set<string>;
  /** The pack document of each commitment. */
  documents: Map<string, PackDocument>;
  /** The commitment of each pack, by the pack's serial number. */
  serials: Map<string, string>;
  /** The commitment of each pack, by the pack's certification. Its cards' numbers begin with it. */
  certifications: Map<string, string>;
  /** For the hash of each retired card's label, the index of the first entry that names it. */
  retired: Map<string, number>;
};

export function ensure(isSo: boolean, sentence: string): void {
  if (!isSo) throw new Error(sentence);
}

export function newDrop(
  primitives: VerifierPrimitives,
  { hash, index, manifest }: Pick<DropReplay, 'hash' | 'index' | 'manifest'>,
  commitments: string[] | undefined,
  chain: Chain | undefined,
): DropReplay {
  if (!commitments) throw new Error('The commitments of a drop are not at hand');
  ensure(commitments.length === manifest.packCount, 'A drop has another number of commitments');
  ensure(isAscending(commitments), 'The commitments of a drop are not in order');
  const leaves = commitments.map((commitment) => leafHash(primitives, bytesOfHex(commitment)));
  const root = bytesOfHex(manifest.packsRoot);
  ensure(isSame(treeRoot(primitives, leaves), root), 'The commitments are not those of the drop');
  ensure(
    manifest.opensAt < manifest.closesBy &&
      (!chain || timeOfRound(roundFor(manifest.publishedAt, chain), chain) <= manifest.opensAt),
    'A drop opens before its number, or after its end',
  );
  ensure(primitives.isEd25519Key(bytesOfHex(manifest.ticketKey)), 'A key of tickets is no key');
  return {
    hash,
    index,
    manifest,
    commitments,
    leaves: new Map(commitments.map((commitment, leaf) => [commitment, leaf])),
    placeByLeaf: new Map(),
    ...(chain && { chain }),
    seals: 0,
    live: new Map(),
    gone: new Set(),
    givenBack: [],
  };
}

export function replayOrder(primitives: VerifierPrimitives, drop: DropReplay, order: Order): void {
  const { chain, manifest } = drop;
  ensure(!drop.places, 'A drop has a second order');
  ensure(!drop.close, 'A closed drop is given an order');
  if (chain) {
    ensure(order.round === roundFor(manifest.publishedAt, chain), 'An order is of another round');
    ensure(isNumberOf(primitives, order, chain), 'The number of an order is not its chain’s');
  }
  const number = numberOf(primitives, order.signature);
  drop.places = placesOf(primitives, manifest.packCount, drop.hash, number);
  for (const [place, leaf] of drop.places.entries()) drop.placeByLeaf.set(leaf, place);
}

export function replaySeal(drop: DropReplay, seal: Seal, shown: Shown): void {
  const { opensAt, closesBy, packCount } = drop.manifest;
  ensure(drop.places !== undefined, 'Tickets are sealed before the order');
  ensure(!drop.close, 'Tickets are sealed after the close');
  ensure(seal.seq === drop.seals + 1, 'A seal is missing');
  ensure(
    seal.sealedAt >= opensAt && seal.sealedAt <= closesBy,
    'Tickets are sealed at no time of sale',
  );
  for (const { hash, place } of seal.tickets) {
    ensure(place < packCount, 'A ticket is for a place that there is not');
    ensure(!shown.tickets.has(hash), 'A ticket is sealed twice');
    ensure(!drop.live.has(place), `Place ${place} is sold twice`);
    ensure(!drop.gone.has(place), `Place ${place} is sold after its contents were shown`);
    shown.tickets.add(hash);
    drop.live.set(place, hash);
  }
  drop.seals += 1;
}

export function replayVoid(
  primitives: VerifierPrimitives,
  drop: DropReplay,
  entry: Void,
  shown: Shown,
): void {
  const ticket = readTicket(entry.ticket);
  const hash = ticketHash(primitives, entry.ticket);
  ensure(
    ticket.manifest === drop.hash && ticket.place === entry.place,
    'A ticket is given back at another place',
  );
  ensure(drop.live.get(entry.place) === hash, 'A ticket is given back that was not sold');
  const isSecret = 'secret' in entry;
  if (isSecret) {
    ensure(!drop.close, 'A pack is given back for sale after the close');
    const isOwn = refOf(primitives, bytesOfHex(entry.secret)) === ticket.ref;
    ensure(isOwn, 'A ticket is given back with another secret');
  } else {
    show(primitives, drop, leafAt(drop, entry.place), entry, shown);
    drop.gone.add(entry.place);
  }
  drop.live.delete(entry.place);
  const isAfterClose = drop.close !== undefined;
  drop.givenBack.push({ place: entry.place, ticket: hash, isSecret, isAfterClose });
}

export function replayWithdraw(
  primitives: VerifierPrimitives,
  drop: DropReplay,
  entry: Withdraw,
  shown: Shown,
): void {
  ensure(!drop.close, 'A pack is withdrawn after the close');
  ensure(!drop.live.has(entry.place), 'A pack is withdrawn that was sold');
  ensure(!drop.gone.has(entry.place), 'A pack is withdrawn twice');
  show(primitives, drop, leafAt(drop, entry.place), entry, shown);
  drop.gone.add(entry.place);
}

/**
 * Throws if a drop is still open at `time`, and its `closesBy` is too long ago. Without this rule a shop could leave
 * a drop open and never show its contents.
 */
export function ensureClosedInTime({ close, manifest }: DropReplay, time: number): void {
  ensure(
    close !== undefined || time <= manifest.closesBy + LATEST_CLOSE,
    `Drop ${manifest.number} of ${manifest.packType} is closed too late, or not at all`,
  );
}

export function replayClose(drop: DropReplay, close: Close): void {
  const { opensAt } = drop.manifest;
  ensure(!drop.close, 'A drop is closed twice');
  if (close.carried.length > 0) {
    const minOpen = drop.chain?.minOpen ?? LONGEST_MIN_OPEN;
    ensure(drop.seals > 0, 'Packs are carried over from a drop without a sale');
    ensure(close.at >= opensAt + minOpen, 'Packs are carried over too early');
    const left = drop
      .places!.filter((_, place) => !drop.live.has(place) && !drop.gone.has(place))
      .toSorted((one, other) => one - other);
    ensure(left.join() === close.carried.join(), 'Not all packs that were left are carried over');
  }
  drop.close = close;
}

export function replayContents(drop: DropReplay, contents: Contents): void {
  if (!drop.close) throw new Error('The contents of a drop on sale are told');
  const sold = new Set([...drop.live.keys()].map((place) => leafAt(drop, place)));
  const before = drop.contents && new Set(drop.contents.unopened);
  ensure(
    contents.unopened.every((leaf) => sold.has(leaf) && (!before || before.has(leaf))),
    'Contents are held back that must be told',
  );
  drop.contents = contents;
}

/**
 * Checks the contents file of a closed drop against the drop's newest `contents` entry, and records the documents.
 */
export function showContents(
  primitives: VerifierPrimitives,
  drop: DropReplay,
  file: string | undefined,
  shown: Shown,
): void {
  const { close, contents } = drop;
  if (!close) return;
  if (!contents || file === undefined)
    throw new Error('The contents of a closed drop are not told');
  const fileHash = hexOf(primitives.sha256(primitives.utf8(file)));
  ensure(fileHash === contents.file, 'The file of contents is another');
  ensure(file === '' || file.endsWith('\n'), 'The file of contents is cut');
  const lines = file.split('\n').slice(0, -1).map(readContentsLine);
  const held = new Set([...close.carried, ...contents.unopened]);
  const due = drop.commitments.map((_, leaf) => leaf).filter((leaf) => !held.has(leaf));
  ensure(due.join() === lines.map(({ leaf }) => leaf).join(), 'Contents are missing or too many');
  for (const line of lines) show(primitives, drop, line.leaf, line, shown);
}

const isContentsLine = withFields({ document: text, leaf: count, salt: isHash });

function readContentsLine(line: string): { document: string; leaf: number; salt: string } {
  return readStrict(line, isContentsLine, 'line of contents');
}

/** Records a pack's document. Throws unless the document matches the leaf's commitment and the rules of packs. */
function show(
  primitives: VerifierPrimitives,
  drop: DropReplay,
  leaf: number,
  { document, salt }: { document: string; salt: string },
  shown: Shown,
): void {
  const commitment = hexOf(packCommitment(primitives, bytesOfHex(salt), document));
  ensure(commitment === drop.commitments[leaf], 'Contents are shown that were not locked');
  const pack = readPackDocument(document);
  ensureFits(primitives, drop, commitment, pack, shown);
  shown.serials.set(pack.serial, commitment);
  shown.certifications.set(pack.certification, commitment);
  shown.documents.set(commitment, pack);
}

/**
 * Throws if a pack of a drop is of another pack type, has a serial or a certification of another pack, or holds a card
 * that was retired before the drop was published.
 */
export function ensureFits(
  primitives: VerifierPrimitives,
  drop: DropReplay,
  commitment: string,
  { packType, serial, certification, cards }: PackDocument,
  { serials, certifications, retired }: Shown,
): void {
  ensure(packType === drop.manifest.packType, 'Contents are of another pack type');
  ensure(
    (serials.get(serial) ?? commitment) === commitment,
    `The serial ${serial} stands under two commitments`,
  );
  ensure(
    (certifications.get(certification) ?? commitment) === commitment,
    `The certification ${certification} stands under two commitments`,
  );
  for (const { label } of cards) {
    const at = label === undefined ? undefined : retired.get(labelHash(primitives, label));
    ensure(
      at === undefined || at > drop.index,
      `A pack holds the card with the label ${label}, which by entry ${at} never comes back in a pack`,
    );
  }
}

/** The leaf at a place. Throws if the drop has no order, or no such place. */
function leafAt(drop: DropReplay, place: number): number {
  const leaf = drop.places?.[place];
  if (leaf === undefined) throw new Error('An entry names a place that there is not');
  return leaf;
}

/** Whether texts are in ascending order, without duplicates. */
function isAscending(texts: string[]): boolean {
  return texts.every((text, at) => at === 0 || texts[at - 1]! < text);
}
