// What is told of a type's sealed packs before one is bought (docs/product.md §4).

/** Fewer packs are never told of together: with so few, figures would tell what is in them. The database keeps to it too. */
export const COUNTED_LEAST = 20;

/**
 * `counted`: over packs that are sealed. `estimate`: from how packs of the type are filled, as fewer than twenty are
 * counted. `unknown`: nobody said how either.
 */
export const FACTS_BASES = ['counted', 'estimate', 'unknown'] as const;
export type FactsBasis = (typeof FACTS_BASES)[number];

/** The share of packs, from 0 to 1: four places, rounded down, so that no chance is told too high. */
export function shareOfPacks(packs: number, of: number): number {
  return Math.floor((packs * 10_000) / of) / 10_000;
}
