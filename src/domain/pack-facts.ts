// Statistics about a pack type's sealed packs, shown before a purchase (docs/product.md §4).

/**
 * The minimum number of packs in a published statistic. A statistic of fewer packs would reveal their contents. The
 * database enforces the same limit.
 */
export const COUNTED_LEAST = 20;

/**
 * The basis of the statistics. `counted` statistics are over sealed packs. An `estimate` comes from how packs of the
 * type are filled, because fewer than twenty are counted. With `unknown`, it is not known how they are filled.
 */
export const FACTS_BASES = ['counted', 'estimate', 'unknown'] as const;
export type FactsBasis = (typeof FACTS_BASES)[number];

/** The share of packs, from 0 to 1. It is rounded down to four places, so that no chance is overstated. */
export function shareOfPacks(packs: number, of: number): number {
  return Math.floor((packs * 10_000) / of) / 10_000;
}
