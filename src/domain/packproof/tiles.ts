// The files through which readers read a log. They are tiles of 256 hashes or entries (C2SP tlog-tiles).
import { bigEndian, joined } from './bytes.ts';

export const TILE_WIDTH = 256;

export type Tile = {
  /** In a tile of level n, each hash covers 256^n entries. */
  level: number | 'entries';
  index: number;
  /** The number of hashes or entries that the tile has. */
  width: number;
};

const TILE_FORM = /^(0|[1-9]\d?|entries)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;
const LAST_LEVEL = 63;

/**
 * The tile that a path names. The path begins after `tile/`. Undefined if the path names no tile, or if {@link
 * writeTilePath} would spell it differently.
 */
export function readTilePath(path: string): Tile | undefined {
  const [, level = '', number = '', width] = TILE_FORM.exec(path) ?? [];
  const tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(number.replaceAll(/[x/]/g, '')),
    width: Number(width ?? TILE_WIDTH),
  } as const;
  const isTile = level !== '' && (level === 'entries' || Number(level) <= LAST_LEVEL);
  return isTile && writeTilePath(tile) === path ? tile : undefined;
}

/** The path of a tile. It follows `tile/`. */
export function writeTilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const threes = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!;
  const number = [...threes.slice(0, -1).map((three) => `x${three}`), threes.at(-1)!].join('/');
  return `${level}/${number}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** The number of hashes or entries that a tile has when the log has `size` entries. */
export function tileWidth({ level, index }: Omit<Tile, 'width'>, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** Concatenates entries. Each entry follows its length in two bytes. */
export function writeEntryBundle(entries: Uint8Array[]): Uint8Array {
  return joined(entries.flatMap((entry) => [bigEndian(entry.length, 4).slice(2), entry]));
}

/** Splits a bundle into its entries. Throws if the last entry is cut off. */
export function readEntryBundle(bundle: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const end = at + 2 + (bundle[at]! << 8) + (bundle[at + 1] ?? 0);
    if (at + 2 > bundle.length || end > bundle.length) {
      throw new Error('A file of entries ends too early');
    }
    entries.push(bundle.slice(at + 2, end));
    at = end;
  }
  return entries;
}
