// The history is several lists of the shop's, shown as one. It comes in parts: each part is one page of each list that
// has so many, and within a part the cards are sorted. What stands on a page of it never moves because a later part came.

/** Cards that one part has of each list, at the most. */
export const PART_OF_EACH = 100;

/** How many cards a part has; `totals`: those of each list. Parts count from 1. */
function sizeOf(totals: readonly number[], part: number): number {
  return totals
    .map((total) => Math.min(PART_OF_EACH, Math.max(0, total - (part - 1) * PART_OF_EACH)))
    .reduce((size, more) => size + more, 0);
}

/**
 * Where the card at a place (from 0) is: in which part, and how many cards are in the parts before. Beyond the last
 * card it is the last part.
 */
export function partAt(totals: readonly number[], place: number): { part: number; before: number } {
  const parts = Math.max(1, Math.ceil(Math.max(...totals) / PART_OF_EACH));
  let [part, before] = [1, 0];
  while (part < parts && before + sizeOf(totals, part) <= place) {
    before += sizeOf(totals, part);
    part += 1;
  }
  return { part, before };
}
