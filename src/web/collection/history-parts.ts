// The history combines several lists of the shop into one. It is loaded in parts. Each part has one page of every list
// that is long enough, and its cards are sorted. A later part never moves the cards of an earlier page.

/** The maximum number of cards that one part takes from each list. */
export const PART_OF_EACH = 100;

/** The number of cards in a part; `totals`: the length of each list. Parts count from 1. */
function sizeOf(totals: readonly number[], part: number): number {
  return totals
    .map((total) => Math.min(PART_OF_EACH, Math.max(0, total - (part - 1) * PART_OF_EACH)))
    .reduce((size, more) => size + more, 0);
}

/**
 * The part that contains the card at an index (from 0), and the number of cards in the parts before it. Beyond the
 * last card it is the last part.
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
