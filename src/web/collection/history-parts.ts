// Divides the history into parts. The history merges several lists of the shop; a part has one page of each list, and
// the cards of a part are sorted together. Loading a later part never moves the cards of an earlier part.

/** The maximum number of cards that a part takes from each list. */
export const PART_OF_EACH = 100;

/** Returns the number of cards in a part. `totals`: the length of each list. Parts are numbered from 1. */
function sizeOf(totals: readonly number[], part: number): number {
  return totals
    .map((total) => Math.min(PART_OF_EACH, Math.max(0, total - (part - 1) * PART_OF_EACH)))
    .reduce((size, more) => size + more, 0);
}

/**
 * Returns the part that contains the card at index `place` (from 0), and the number of cards before that part. If
 * `place` is beyond the last card, returns the last part.
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
