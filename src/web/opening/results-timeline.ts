// The timeline of the results, in milliseconds from their first frame (docs/product.md §14). The functions are pure.

/** The delay between the appearance of a card and of the next card. */
export const PER_CARD_MS = 300;
const BEFORE_TOTAL_MS = 500;
const COUNT_STEPS = 60;
const COUNT_MS = 1000;
/** The duration of one step of the count. The results read the timeline at this interval too. */
export const STEP_MS = COUNT_MS / COUNT_STEPS;

/** Returns how much of the total is counted: from 0 to 1, in sixtieths. Null before the total appears. */
export function shareCounted(elapsedMs: number, cardCount: number): number | null {
  const counting = elapsedMs - cardCount * PER_CARD_MS - BEFORE_TOTAL_MS;
  if (counting < 0) return null;
  return Math.min(COUNT_STEPS, Math.floor((counting * COUNT_STEPS) / COUNT_MS)) / COUNT_STEPS;
}
