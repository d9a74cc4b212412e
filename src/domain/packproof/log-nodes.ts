// Lists the stored subtree hashes that make up a root or a proof, so that a proof needs no pass over the whole log.
import { nodeHash, leftSize } from './tree.ts';
import type { Primitives } from './primitives.ts';

/** A subtree of 2^level entries, all of which are in the log. */
export type WholeSubtree = { level: number; index: number };

/**
 * For each hash of a proof, its subtrees from left to right. {@link foldSubtrees} computes the hash from these
 * subtrees.
 */
export type SubtreesOfPath = WholeSubtree[][];

/** Subtrees that make up the root over the first `size` entries. */
export const subtreesOfRoot = (size: number): WholeSubtree[] => wholeSubtrees(0, size);

/** Subtrees that make up an inclusion proof (RFC 6962 2.1.1), from the leaf to the root. */
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

/**
 * Subtrees that make up a consistency proof (RFC 6962 2.1.2) from `first` entries to `size` entries. Empty if `first`
 * is 0.
 */
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

/**
 * The entries `from` to `to` (excluded) as whole subtrees, the largest first. RFC 6962's splits make `from` a
 * multiple of the largest subtree's size.
 */
function wholeSubtrees(from: number, to: number): WholeSubtree[] {
  const parts: WholeSubtree[] = [];
  for (let at = from; at < to;) {
    const level = Math.floor(Math.log2(to - at));
    parts.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return parts;
}

/** Combines the hashes of adjacent subtrees, the largest first, into one hash. There must be at least one subtree. */
export function foldSubtrees(primitives: Primitives, hashes: Uint8Array[]): Uint8Array {
  return hashes.reduceRight((right, left) => nodeHash(primitives, left, right));
}
