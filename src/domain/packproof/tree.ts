// The Merkle tree of RFC 6962, whose root hash identifies a whole list. The checks of RFC 9162 show that a list has an
// entry, or begins with a shorter list. Sizes may exceed 2^32, so the code halves them by division.
import { isSame, joined } from './bytes.ts';
import type { Primitives } from './primitives.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of an entry as a leaf of the tree. */
export function leafHash({ sha256 }: Primitives, data: Uint8Array): Uint8Array {
  return sha256(joined([LEAF, data]));
}

/** The hash of two neighbours. */
export function nodeHash({ sha256 }: Primitives, left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(joined([NODE, left, right]));
}

/** The root over leaf hashes. If there are no leaves, it is the hash of no bytes (RFC 6962 2.1). */
export function treeRoot(primitives: Primitives, leaves: Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return primitives.sha256(new Uint8Array());
  let level = leaves;
  // If the last node of a level has no neighbour, it moves up unchanged. So each left part is the largest power of two
  // below the size.
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const right = level[at + 1];
      above.push(right ? nodeHash(primitives, level[at]!, right) : level[at]!);
    }
    level = above;
  }
  return level[0]!;
}

/** All hashes of a tree, level by level from the leaves to the root. */
export function treeLevels(primitives: Primitives, leaves: Uint8Array[]): Uint8Array[][] {
  const levels = [leaves];
  for (let level = leaves; level.length > 1; level = levels.at(-1)!) {
    const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_none, at) => 2 * at);
    levels.push(
      pairs.map((at) => {
        const right = level[at + 1];
        return right ? nodeHash(primitives, level[at]!, right) : level[at]!;
      }),
    );
  }
  return levels;
}

/** The inclusion proof of a leaf, which has the leaf's neighbours from the leaf to the root (RFC 6962 2.1.1). */
export function inclusionPath(
  primitives: Primitives,
  leaves: Uint8Array[],
  index: number,
): Uint8Array[] {
  return pathIn(treeLevels(primitives, leaves), index);
}

/** The inclusion proof of a leaf, from the levels that {@link treeLevels} returns. */
export function pathIn(levels: Uint8Array[][], index: number): Uint8Array[] {
  // The last node of a level may have no neighbour. Such a level adds nothing to the proof.
  return levels.flatMap((level, height) => {
    const at = Math.floor(index / 2 ** height);
    return level[isOdd(at) ? at - 1 : at + 1] ?? [];
  });
}

/** The proof that the tree over `leaves` begins with the tree over its first `size` leaves (RFC 6962 2.1.2). */
export function consistencyPath(
  primitives: Primitives,
  leaves: Uint8Array[],
  size: number,
): Uint8Array[] {
  return subpath(size, leaves, true);

  function subpath(first: number, part: Uint8Array[], isWhole: boolean): Uint8Array[] {
    if (first === part.length) return isWhole ? [] : [treeRoot(primitives, part)];
    const split = leftSize(part.length);
    const [left, right] = [part.slice(0, split), part.slice(split)];
    return first <= split
      ? [...subpath(first, left, isWhole), treeRoot(primitives, right)]
      : [...subpath(first - split, right, false), treeRoot(primitives, left)];
  }
}

/** The largest power of two below a size of two or more. */
export function leftSize(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

type Inclusion = {
  leaf: Uint8Array;
  index: number;
  size: number;
  path: Uint8Array[];
  root: Uint8Array;
};

/** Whether `path` proves that a leaf is at an index of the tree with this root (RFC 9162 2.1.3.2). */
export function isIncluded(
  primitives: Primitives,
  { leaf, index, size, path, root }: Inclusion,
): boolean {
  if (index < 0 || index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const neighbour of path) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = nodeHash(primitives, neighbour, hash);
      while (!isOdd(at) && at > 0) [at, last] = [half(at), half(last)];
    } else {
      hash = nodeHash(primitives, hash, neighbour);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(hash, root);
}

export type TreeHead = { size: number; root: Uint8Array };

/**
 * Whether `path` proves that the later tree begins with the earlier tree (RFC 9162 2.1.4.2). False if the earlier
 * tree is empty.
 */
export function isConsistent(
  primitives: Primitives,
  earlier: TreeHead,
  later: TreeHead,
  path: Uint8Array[],
): boolean {
  if (earlier.size < 1 || earlier.size > later.size) return false;
  if (earlier.size === later.size) return path.length === 0 && isSame(earlier.root, later.root);
  if (path.length === 0) return false;
  const [start, ...steps] = isPowerOfTwo(earlier.size) ? [earlier.root, ...path] : path;
  let [at, last] = [earlier.size - 1, later.size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let [before, after] = [start!, start!];
  for (const step of steps) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      before = nodeHash(primitives, step, before);
      after = nodeHash(primitives, step, after);
      while (!isOdd(at) && at > 0) [at, last] = [half(at), half(last)];
    } else {
      after = nodeHash(primitives, after, step);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(before, earlier.root) && isSame(after, later.root);
}

const half = (number: number) => Math.floor(number / 2);
const isOdd = (number: number) => number % 2 === 1;
const isPowerOfTwo = (size: number) => size === 1 || leftSize(size) * 2 === size;
