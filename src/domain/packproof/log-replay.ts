// Replays a whole log and checks every rule of every entry. The only input is the files that the log serves.
import { bytesOfHex, isSame } from './bytes.ts';
import { readCheckpoint, type Checkpoint } from './checkpoint.ts';
import {
  ensure,
  ensureClosedInTime,
  newDrop,
  replayClose,
  replayContents,
  replayOrder,
  replaySeal,
  replayVoid,
  replayWithdraw,
  showContents,
  type DropReplay,
  type Shown,
} from './drop-replay.ts';
import {
  entryHash,
  readLogEntry,
  type LogEntry,
  type Manifest,
  type Retired,
} from './log-objects.ts';
import { CLOCK_LEEWAY } from './limits.ts';
import { isSignedBy, readVerifierKey, type NoteKey } from './note.ts';
import type { VerifierPrimitives } from './primitives.ts';
import type { Chain } from './public-number.ts';
import { readTlogProof, isCovered } from './tlog-proof.ts';
import { leafHash, treeRoot } from './tree.ts';

/** The files of a log that the caller has. Some of the log's files may be missing. */
export type LogAtHand = {
  /** Canonical texts of the entries, from the first one on. */
  entries: string[];
  /** The log's newest checkpoint. */
  checkpoint: string;
  /** The drop's commitments in hex, by leaf. The key of the map is the hash of the drop's manifest. */
  commitments: ReadonlyMap<string, string[]>;
  /** The drop's newest contents file. The key of the map is the hash of the drop's manifest. */
  contents: ReadonlyMap<string, string>;
  /** The proof that a `key` entry is in the log. The key of the map is the index of that entry. */
  keyProofs: ReadonlyMap<number, string>;
};

export type LogReplay = {
  log: LogAtHand;
  leaves: Uint8Array[];
  checkpoint: Checkpoint;
  entries: LogEntry[];
  drops: Map<string, DropReplay>;
  shown: Shown;
  /** The log's keys, in order. Each key is in force for sizes above its `from`. */
  keys: { from: number; key: NoteKey }[];
  /** Whether the newest checkpoint covers exactly these entries and is signed by the key in force. */
  isSigned: boolean;
  /** The first broken rule, as a sentence. */
  fault?: string;
};

/** The maximum number of bytes in an entry. */
const LARGEST_ENTRY = 49_152;
/** The minimum number of packs in a drop. Packs carried over from the previous drop don't count. */
const FEWEST_PACKS = 20;

type Reader = {
  primitives: VerifierPrimitives;
  /** The reader's clock, in seconds since 1970 in UTC. */
  now: number;
  chainOf: (hash: string) => Chain | undefined;
};

/** Replays a log. A broken rule becomes the `fault` of the result. Throws only if the checkpoint can't be read. */
export function replayLog(reader: Reader, log: LogAtHand): LogReplay {
  const { primitives } = reader;
  const replay: LogReplay = {
    log,
    leaves: log.entries.map((entry) => leafHash(primitives, primitives.utf8(entry))),
    checkpoint: readCheckpoint(log.checkpoint),
    entries: [],
    drops: new Map(),
    shown: {
      tickets: new Set(),
      documents: new Map(),
      serials: new Map(),
      certifications: new Map(),
      retired: new Map(),
    },
    keys: [],
    isSigned: false,
  };
  let at = 'The log';
  try {
    for (const [index, written] of log.entries.entries()) {
      at = `Entry ${index} of the log`;
      addKeysOfEntry(primitives, replay, index, written);
    }
    for (const [index, written] of log.entries.entries()) {
      at = `Entry ${index} of the log`;
      replayEntry(reader, replay, index, written);
    }
    at = 'The log';
    ensure(!isContentsDue(replay), 'A drop was closed, and its contents are not told');
    for (const drop of replay.drops.values()) {
      at = `The contents of drop ${drop.manifest.number} of ${drop.manifest.packType}`;
      showContents(primitives, drop, log.contents.get(drop.hash), replay.shown);
    }
  } catch (error) {
    replay.fault = `${at}: ${(error as Error).message}.`;
  }
  try {
    ensureSigned(primitives, replay);
    replay.isSigned = true;
  } catch (error) {
    replay.fault ??= `The log: ${(error as Error).message}.`;
  }
  return replay;
}

/** The key that must sign a log of this size. Undefined if the log has no manifest yet. */
export function keyInForce({ keys }: LogReplay, size: number): NoteKey | undefined {
  return keys.findLast(({ from }) => from < size)?.key;
}

function replayEntry(reader: Reader, replay: LogReplay, index: number, written: string): void {
  const { primitives, now } = reader;
  ensure(primitives.utf8(written).length <= LARGEST_ENTRY, 'It is too long');
  const entry = readLogEntry(written);
  const time = timeOf(entry);
  if (time !== undefined) {
    ensure(time <= now + CLOCK_LEEWAY, 'It is of a time to come');
    ensure(time >= lastTime(replay), 'It is earlier than the one before it');
    for (const drop of replay.drops.values()) ensureClosedInTime(drop, time);
  }
  const isContentsOfClosed =
    entry.kind === 'contents' && lastClosed(replay)?.manifest === entry.manifest;
  ensure(!isContentsDue(replay) || isContentsOfClosed, 'The contents of a closed drop are due');
  replay.entries.push(entry);
  if (entry.kind === 'manifest') addDrop(reader, replay, index, written, entry);
  else if (entry.kind === 'x-retired') retire(replay, index, entry);
  else if ('manifest' in entry) replayOfDrop(primitives, replay, entry);
}

/** Notes which cards never come back. A card that is named again stays retired since its first entry. */
function retire({ shown: { retired } }: LogReplay, index: number, { labels }: Retired): void {
  for (const label of labels) if (!retired.has(label)) retired.set(label, index);
}

function replayOfDrop(
  primitives: VerifierPrimitives,
  { drops, shown }: LogReplay,
  entry: Extract<LogEntry, { manifest: string }>,
): void {
  const drop = drops.get(entry.manifest);
  if (!drop) throw new Error('It names a drop that there is not');
  if (entry.kind === 'order') replayOrder(primitives, drop, entry);
  else if (entry.kind === 'seal') replaySeal(drop, entry, shown);
  else if (entry.kind === 'void') replayVoid(primitives, drop, entry, shown);
  else if (entry.kind === 'withdraw') replayWithdraw(primitives, drop, entry, shown);
  else if (entry.kind === 'close') replayClose(drop, entry);
  else replayContents(drop, entry);
}

/**
 * Adds a drop. The drops of a pack type are numbered without gaps, and each comes after the close of the previous
 * drop. A pack may be in two drops only if it was carried over.
 */
function addDrop(
  { primitives, chainOf }: Reader,
  replay: LogReplay,
  index: number,
  written: string,
  manifest: Manifest,
): void {
  const { drops, log, checkpoint } = replay;
  const hash = entryHash(primitives, written);
  ensure(manifest.shop === checkpoint.origin, 'A drop is of another log');
  const inForce = keyInForce(replay, index)!;
  const isInForce = isSame(inForce.key, bytesOfHex(manifest.ticketKey));
  ensure(isInForce, 'The key of tickets is not the one in force');
  const before = [...drops.values()].findLast(
    (drop) => drop.manifest.packType === manifest.packType,
  );
  ensure(manifest.number === (before?.manifest.number ?? 0) + 1, 'A drop of this type is missing');
  ensure(!before || before.close !== undefined, 'The drop before it is not closed');
  const chain = chainOf(manifest.chain);
  const drop = newDrop(primitives, { hash, index, manifest }, log.commitments.get(hash), chain);
  const carried = (before?.close?.carried ?? []).map((leaf) => before!.commitments[leaf]!);
  ensure(manifest.carried === carried.length, 'Another number of packs is carried over');
  ensure(
    manifest.packCount - carried.length >= FEWEST_PACKS,
    `A drop has fewer than ${FEWEST_PACKS} packs of its own`,
  );
  const own = new Set(drop.commitments);
  ensure(
    carried.every((one) => own.has(one)),
    'A pack that was carried over is missing',
  );
  for (const one of carried) own.delete(one);
  for (const { commitments } of drops.values()) {
    ensure(!commitments.some((one) => own.has(one)), 'A pack is in two drops');
  }
  ensure(!drops.has(hash), 'A drop is published twice');
  drops.set(hash, drop);
}

/** Records the log's keys before any rule is checked, so that the keys are known even if a drop breaks a rule. */
function addKeysOfEntry(
  primitives: VerifierPrimitives,
  replay: LogReplay,
  index: number,
  written: string,
): void {
  const entry = readLogEntry(written);
  if (entry.kind === 'key') addKey(primitives, replay, index, entry.vkey);
  if (entry.kind !== 'manifest' || replay.keys.length > 0) return;
  const key = bytesOfHex(entry.ticketKey);
  ensure(primitives.isEd25519Key(key), 'The log’s key is not a safe Ed25519 key');
  replay.keys.push({ from: -1, key: { name: entry.shop, type: 'log', key } });
}

function addKey(
  primitives: VerifierPrimitives,
  { keys, log, checkpoint, leaves }: LogReplay,
  index: number,
  vkey: string,
): void {
  const key = readVerifierKey(primitives, vkey, 'log');
  const old = keys.at(-1)?.key;
  if (!old) throw new Error('A key follows none');
  ensure(key.name === checkpoint.origin, 'A key is of another log');
  const written = log.keyProofs.get(index);
  if (written === undefined) throw new Error('The proof of a key is not at hand');
  const proof = readTlogProof(written);
  const { note, size, root } = proof.checkpoint;
  ensure(
    proof.index === index &&
      size <= leaves.length &&
      isCovered(primitives, proof, log.entries[index]!) &&
      isSame(root, treeRoot(primitives, leaves.slice(0, size))),
    'The proof of a key is of another log',
  );
  ensure(
    isSignedBy(primitives, note, old) && isSignedBy(primitives, note, key),
    'A key is not signed for by the one before it',
  );
  keys.push({ from: index, key });
}

function ensureSigned(primitives: VerifierPrimitives, replay: LogReplay): void {
  const { checkpoint, leaves } = replay;
  const key = keyInForce(replay, checkpoint.size);
  ensure(checkpoint.size === leaves.length, 'Its checkpoint is of another length');
  ensure(
    isSame(checkpoint.root, treeRoot(primitives, leaves)),
    'Its checkpoint is of other entries',
  );
  ensure(
    key !== undefined && isSignedBy(primitives, checkpoint.note, key),
    'Its checkpoint is not signed by the key in force',
  );
}

function isContentsDue({ entries }: LogReplay): boolean {
  return entries.at(-1)?.kind === 'close';
}

function lastClosed({ entries }: LogReplay) {
  const last = entries.at(-1);
  return last?.kind === 'close' ? last : undefined;
}

function lastTime({ entries }: LogReplay): number {
  return timeOf(entries.findLast((entry) => entry.kind !== 'order')) ?? 0;
}

function timeOf(entry: LogEntry | undefined): number | undefined {
  if (!entry || entry.kind === 'order') return undefined;
  if (entry.kind === 'manifest') return entry.publishedAt;
  return entry.kind === 'seal' ? entry.sealedAt : entry.at;
}
