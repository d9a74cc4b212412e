// Reads a log and the files of its drops, as a shop serves them (C2SP tlog-tiles). They come from the shop's address,
// or from a folder with copies.
import { bytesOfHex } from '#domain/packproof/bytes.ts';
import { FIRST_LOG } from '#domain/packproof/log-host.ts';
import { readCheckpoint } from '#domain/packproof/checkpoint.ts';
import { entryHash } from '#domain/packproof/log-objects.ts';
import type { LogAtHand } from '#domain/packproof/log-replay.ts';
import { readEntryBundle, TILE_WIDTH, tileWidth, writeTilePath } from '#domain/packproof/tiles.ts';
import { isChain } from '#domain/packproof/proof-file.ts';
import type { Chain } from '#domain/packproof/public-number.ts';
import { noblePrimitives } from './noble-primitives.ts';

export type Source = {
  /** Returns the file at a path such as `log/checkpoint`, or undefined if there is no such file. */
  read: (path: string) => Promise<Uint8Array | undefined>;
  /** Decodes UTF-8. If the bytes are not UTF-8, throws. */
  text: (bytes: Uint8Array) => string;
};

/** Returns the URL path at which a shop serves a file. The API serves the files of drops. */
export function servedAt(path: string): string {
  return path.startsWith('drops/') ? `api/${path}` : path;
}

/**
 * Reads one of the shop's logs. `at`: the path of the log. If the log is missing or can't be read, throws a sentence.
 * Rules and signatures are not checked.
 */
export async function readLog(source: Source, at: string = FIRST_LOG): Promise<LogAtHand> {
  const checkpoint = await textAt(source, `${at}/checkpoint`);
  if (checkpoint === undefined) throw new Error('There is no log here');
  const entries = await readEntries(source, at, readCheckpoint(checkpoint).size);
  const log = {
    entries,
    checkpoint,
    commitments: new Map<string, string[]>(),
    contents: new Map<string, string>(),
    keyProofs: new Map<number, string>(),
  };
  for (const [index, entry] of entries.entries()) {
    const { kind, manifest } = headOf(entry);
    if (kind === 'manifest') {
      const drop = entryHash(noblePrimitives, entry);
      const commitments = await commitmentsOf(source, drop);
      if (commitments) log.commitments.set(drop, commitments);
    }
    if (kind === 'contents' && manifest !== undefined && !log.contents.has(manifest)) {
      const contents = await textAt(source, `drops/${manifest}/contents`);
      if (contents !== undefined) log.contents.set(manifest, contents);
    }
    if (kind === 'key') {
      const proof = await textAt(source, `${at}/${index}.tlog-proof`);
      if (proof !== undefined) log.keyProofs.set(index, proof);
    }
  }
  return log;
}

/**
 * The most logs of a shop. A shop begins another log only after an accident. The limit stops a shop that would keep a
 * watcher busy with endless logs.
 */
const LOGS_MOST = 100;

/**
 * Returns the path of a shop's newest log. Logs are numbered in the order in which they were begun. If there are more
 * than a hundred, throws.
 */
export async function newestLogOf(source: Source): Promise<string> {
  let newest = FIRST_LOG;
  for (let number = 2; number <= LOGS_MOST + 1; number += 1) {
    const next = `${FIRST_LOG}/${number}`;
    if ((await source.read(`${next}/checkpoint`)) === undefined) return newest;
    newest = next;
  }
  throw new Error(`There are more than ${LOGS_MOST} logs here, one behind the other`);
}

/** Reads the first `size` entries of a log. */
async function readEntries(source: Source, at: string, size: number): Promise<string[]> {
  const entries: string[] = [];
  while (entries.length < size) {
    const tile = { level: 'entries', index: entries.length / TILE_WIDTH } as const;
    const width = tileWidth(tile, size);
    const read = (held: number) =>
      source.read(`${at}/tile/${writeTilePath({ ...tile, width: held })}`);
    // After the full tile exists, the partial tile may be gone.
    const bytes = (await read(width)) ?? (await read(TILE_WIDTH));
    if (bytes === undefined) throw new Error('Entries of the log are missing');
    const found = readEntryBundle(bytes).slice(0, width);
    if (found.length < width) throw new Error('Entries of the log are missing');
    entries.push(...found.map(source.text));
  }
  return entries;
}

/** Returns the kind and the manifest that an entry claims to have, before anything checks the entry. */
function headOf(entry: string): { kind?: unknown; manifest?: string } {
  try {
    const { kind, manifest } = JSON.parse(entry) as { kind?: unknown; manifest?: unknown };
    const isHash = typeof manifest === 'string' && /^[0-9a-f]{64}$/.test(manifest);
    return { kind, ...(isHash && { manifest }) };
  } catch {
    return {};
  }
}

async function commitmentsOf(source: Source, drop: string): Promise<string[] | undefined> {
  const text = await textAt(source, `drops/${drop}/commitments`);
  if (text === undefined) return undefined;
  const list = dataIn(text);
  if (!Array.isArray(list)) throw new Error('The commitments of a drop are no list');
  for (const one of list) bytesOfHex(String(one));
  return list.map(String);
}

/** Returns the data of an API response, which may or may not have an envelope. */
function dataIn(text: string): unknown {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch (error) {
    throw new Error('What the shop answers of a drop is not JSON', { cause: error });
  }
  return typeof told === 'object' && told !== null && 'data' in told ? told.data : told;
}

/**
 * Returns the practice chains of a shop's drops, by hash, as the shop states them. A watcher uses them only to check a
 * rule that depends on them.
 */
export async function practiceChainsOf(
  source: Source,
  drops: Iterable<string>,
): Promise<Map<string, Chain>> {
  const chains = new Map<string, Chain>();
  for (const drop of drops) {
    const text = await textAt(source, `drops/${drop}`);
    const told = text === undefined ? undefined : dataIn(text);
    const chain = (told as { practiceChain?: unknown } | undefined)?.practiceChain;
    if (isChain(chain)) chains.set((chain as Chain).hash, chain as Chain);
  }
  return chains;
}

async function textAt({ read, text }: Source, path: string): Promise<string | undefined> {
  const bytes = await read(path);
  return bytes && text(bytes);
}
