import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proofPrimitives } from '../../testing/proofs/proof-primitives.ts';
import {
  foldSubtrees,
  subtreesOfConsistency,
  subtreesOfInclusion,
  subtreesOfRoot,
  type WholeSubtree,
} from './log-nodes.ts';
import {
  readEntryBundle,
  readTilePath,
  tileWidth,
  writeEntryBundle,
  writeTilePath,
  type Tile,
} from './tiles.ts';
import { consistencyPath, inclusionPath, leafHash, treeRoot } from './tree.ts';

const leaves = Array.from({ length: 70 }, (_, index) =>
  leafHash(proofPrimitives, Uint8Array.of(index)),
);
const hashesOf = (subtrees: WholeSubtree[]) =>
  subtrees.map(({ level, index }) =>
    treeRoot(proofPrimitives, leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
  );
const hashOf = (subtrees: WholeSubtree[]) => foldSubtrees(proofPrimitives, hashesOf(subtrees));

describe('a proof from whole subtrees', () => {
  test('equals that of the tree itself, for all sizes to 70', () => {
    for (let size = 1; size <= 70; size += 1) {
      const part = leaves.slice(0, size);
      expect(hashOf(subtreesOfRoot(size))).toEqual(treeRoot(proofPrimitives, part));
      for (let at = 0; at < size; at += 1) {
        expect(subtreesOfInclusion(at, size).map(hashOf)).toEqual(
          inclusionPath(proofPrimitives, part, at),
        );
        expect(subtreesOfConsistency(at + 1, size).map(hashOf)).toEqual(
          consistencyPath(proofPrimitives, part, at + 1),
        );
      }
    }
  });

  test('reads no subtree that is not whole', () => {
    for (let size = 1; size <= 70; size += 1) {
      const read = [
        subtreesOfRoot(size),
        ...subtreesOfInclusion(size >> 1, size),
        ...subtreesOfConsistency((size >> 1) + 1, size),
      ].flat();
      for (const { level, index } of read) {
        expect(Number.isInteger(index)).toBe(true);
        expect((index + 1) * 2 ** level).toBeLessThanOrEqual(size);
      }
    }
  });
});

describe('the path of a tile', () => {
  test.each<[Tile, string]>([
    [{ level: 0, index: 0, width: 256 }, '0/000'],
    [{ level: 0, index: 1_234_067, width: 256 }, '0/x001/x234/067'],
    [{ level: 1, index: 273, width: 17 }, '1/273.p/17'],
    [{ level: 'entries', index: 1000, width: 255 }, 'entries/x001/000.p/255'],
  ])('of %j is %s', (tile, path) => {
    expect(writeTilePath(tile)).toBe(path);
    expect(readTilePath(path)).toEqual(tile);
  });

  test.each([
    '',
    '0',
    '00/000',
    '0/00',
    '0/0000',
    '0/x000/001',
    '64/000',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    'entries/1',
    '0/000/',
  ])('is not %j', (path) => {
    expect(readTilePath(path)).toBeUndefined();
  });

  test('leads to as many hashes as the specification counts for 70,000 entries and for 256', () => {
    const width = (level: Tile['level'], index: number, size: number) =>
      tileWidth({ level, index }, size);
    expect([width(0, 272, 70_000), width(0, 273, 70_000), width(0, 274, 70_000)]).toEqual([
      256, 112, 0,
    ]);
    expect([width(1, 0, 70_000), width(1, 1, 70_000), width(2, 0, 70_000)]).toEqual([256, 17, 1]);
    expect([width(0, 0, 256), width('entries', 0, 256), width(1, 0, 256)]).toEqual([256, 256, 1]);
  });
});

test('entries come out of their file unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 600 }), { minLength: 1 }), (entries) => {
      const bundle = writeEntryBundle(entries);
      expect(readEntryBundle(bundle)).toEqual(entries.map((entry) => Uint8Array.from(entry)));
      expect(() => readEntryBundle(bundle.slice(0, -1))).toThrow('ends too early');
    }),
  );
});
