import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proofPrimitives, readVectors } from '../../testing/proofs/proof-primitives.ts';
import { bytesOfHex, hexOf } from './bytes.ts';
import {
  consistencyPath,
  inclusionPath,
  isConsistent,
  isIncluded,
  leafHash,
  treeRoot,
} from './tree.ts';

type Vectors = {
  ct: { inputs: string[]; root: string; path5of8: string[]; consistency6to8: string[] };
};

const { ct } = readVectors<Vectors>();
const leafOf = (hex: string) => leafHash(proofPrimitives, bytesOfHex(hex));
const rootOf = (leaves: Uint8Array[]) => treeRoot(proofPrimitives, leaves);
const included = (proof: Parameters<typeof isIncluded>[1]) => isIncluded(proofPrimitives, proof);
const LARGEST = 70;
const leaves = Array.from({ length: LARGEST }, (_, index) =>
  leafHash(proofPrimitives, Uint8Array.of(index)),
);

describe('the public tree of Certificate Transparency', () => {
  const all = ct.inputs.map(leafOf);

  test('has its root', () => {
    expect(hexOf(rootOf(all))).toBe(ct.root);
  });

  test('has its path to the sixth of eight entries, which is checked', () => {
    expect(inclusionPath(proofPrimitives, all, 5).map(hexOf)).toEqual(ct.path5of8);
    const path = ct.path5of8.map(bytesOfHex);
    expect(included({ leaf: all[5]!, index: 5, size: 8, path, root: rootOf(all) })).toBe(true);
  });

  test('goes from six entries to eight, which is checked', () => {
    expect(consistencyPath(proofPrimitives, all, 6).map(hexOf)).toEqual(ct.consistency6to8);
    const earlier = { size: 6, root: rootOf(all.slice(0, 6)) };
    const later = { size: 8, root: rootOf(all) };
    const path = ct.consistency6to8.map(bytesOfHex);
    expect(isConsistent(proofPrimitives, earlier, later, path)).toBe(true);
  });

  test('of no entries is the hash of nothing', () => {
    expect(hexOf(rootOf([]))).toBe(hexOf(proofPrimitives.sha256(new Uint8Array())));
  });
});

describe('for every size to seventy', () => {
  const sizes = leaves.map((_, index) => index + 1);

  test('each entry is found at its own index, and at no other', () => {
    for (const size of sizes) {
      const part = leaves.slice(0, size);
      const root = rootOf(part);
      for (const [index, leaf] of part.entries()) {
        const path = inclusionPath(proofPrimitives, part, index);
        expect(included({ leaf, index, size, path, root })).toBe(true);
        expect(included({ leaf, index: index + 1, size, path, root })).toBe(false);
        expect(included({ leaf, index: index - 1, size, path, root })).toBe(false);
        expect(included({ leaf, index, size, path: [...path, leaf], root })).toBe(false);
        // The path of a single entry is empty, so nothing can be cut off from it.
        expect(size > 1 && included({ leaf, index, size, path: path.slice(1), root })).toBe(false);
        expect(size > 1 && included({ leaf, index, size, path: path.slice(0, -1), root })).toBe(
          false,
        );
      }
    }
  });

  test('a longer list begins with each shorter one, and with no other of its length', () => {
    const roots = [0, ...sizes].map((size) => rootOf(leaves.slice(0, size)));
    const wrong = proofPrimitives.sha256(Uint8Array.of(1));
    for (const after of sizes) {
      const later = { size: after, root: roots[after]! };
      for (const size of sizes.slice(0, after)) {
        const earlier = { size, root: roots[size]! };
        const path = consistencyPath(proofPrimitives, leaves.slice(0, after), size);
        const holds = (...heads: [typeof earlier, typeof later]) =>
          isConsistent(proofPrimitives, ...heads, path);
        expect(holds(earlier, later)).toBe(true);
        expect(holds({ size, root: wrong }, later)).toBe(false);
        expect(holds(earlier, { size: after, root: wrong })).toBe(false);
        expect(isConsistent(proofPrimitives, earlier, later, [...path, wrong])).toBe(false);
        const cut = path.slice(0, -1);
        expect(size < after && isConsistent(proofPrimitives, earlier, later, cut)).toBe(false);
        expect(size < after && holds(later, earlier)).toBe(false);
      }
    }
  });

  test('an empty list has no consistency proof', () => {
    const empty = { size: 0, root: rootOf([]) };
    const later = { size: 1, root: leaves[0]! };
    expect(isConsistent(proofPrimitives, empty, later, [])).toBe(false);
    expect(isConsistent(proofPrimitives, empty, empty, [])).toBe(false);
  });

  test('a proof with any one byte changed is refused', () => {
    const anySize = fc.integer({ min: 2, max: LARGEST });
    fc.assert(
      fc.property(anySize, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }), (size, ...at) => {
        const [indexSeed, place, by] = at;
        const index = indexSeed % size;
        const part = leaves.slice(0, size);
        const [leaf, root] = [part[index]!, rootOf(part)];
        const path = inclusionPath(proofPrimitives, part, index);
        const spoilt = path.map((hash) => hash.slice());
        const hash = spoilt[Math.floor(place / 32) % spoilt.length]!;
        hash[place % 32] = hash[place % 32]! ^ by;
        expect(included({ leaf, index, size, path: spoilt, root })).toBe(false);
        const other = leaf.slice();
        other[place % 32] = other[place % 32]! ^ by;
        expect(included({ leaf: other, index, size, path, root })).toBe(false);
      }),
    );
  });
});

test('a log longer than 2^32 entries is read without losing digits', () => {
  // In a tree of equal halves, each neighbour is the hash of the other half.
  const size = 2 ** 33;
  let hash = leaves[0]!;
  const path: Uint8Array[] = [];
  for (let level = 0; level < 33; level += 1) {
    path.push(hash);
    hash = rootOf([hash, hash]);
  }
  const proof = { leaf: leaves[0]!, size, path, root: hash };
  expect(included({ ...proof, index: 2 ** 32 + 5 })).toBe(true);
  expect(included({ ...proof, index: size })).toBe(false);
});
