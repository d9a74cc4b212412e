// Proofs out of a log that keeps the hashes of its whole subtrees: which of them a root or a proof is made of. Nothing reads
// the log from its beginning.
import { nodeHash, leftSize } from './tree.ts';
import type { Primitives } from './primitives.ts';

/** A subtree of 2^level entries, all of which are there. */
export type WholeSubtree = { level: number; index: number };

/** The subtrees that make up each hash of a proof, from the left; {@link foldSubtrees} makes the hash of them. */
export type SubtreesOfPath = WholeSubtree[][];

/** What the root over the first entries is made of. */
export const subtreesOfRoot = (size: number): WholeSubtree[] => wholeSubtrees(0, size);

/** What a path of RFC 6962 2.1.1 is made of, from below. */
export function subtreesOfInclusion(index: number, size: number): SubtreesOfPath {
  return path(0, size);

  function path(from: number, to: number): SubtreesOfPath {
    if (to - from < 2) return [];
    const split = from + leftSize(to - from);
    return index < split
      ? [...path(from, split), wholeSubtrees(split, to)]
      : [...path(split, to), wholeSubtrees(from, split)];
  }
}

/** What a path of RFC 6962 2.1.2 is made of, from a first size to a later one. Empty from an empty log. */
export function subtreesOfConsistency(first: number, size: number): SubtreesOfPath {
  return first === 0 ? [] : path(0, size, true);

  function path(from: number, to: number, isWhole: boolean): SubtreesOfPath {
    if (first === to) return isWhole ? [] : [wholeSubtrees(from, to)];
    const split = from + leftSize(to - from);
    return first <= split
      ? [...path(from, split, isWhole), wholeSubtrees(split, to)]
      : [...path(split, to, false), wholeSubtrees(from, split)];
  }
}

/** Entries from an index that is a multiple of their number's leading power of two, as RFC 6962 cuts them. */
function wholeSubtrees(from: number, to: number): WholeSubtree[] {
  const parts: WholeSubtree[] = [];
  for (let at = from; at < to;) {
    const level = Math.floor(Math.log2(to - at));
    parts.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return parts;
}

/** The one hash of subtrees that stand beside each other, the largest first. There is at least one. */
export function foldSubtrees(primitives: Primitives, hashes: Uint8Array[]): Uint8Array {
  return hashes.reduceRight((right, left) => nodeHash(primitives, left, right));
}
