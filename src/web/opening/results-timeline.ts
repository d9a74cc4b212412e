// The course of the results, in milliseconds from their first picture (docs/product.md §14). Pure.

/** Each card comes so long after the one before it. */
export const PER_CARD_MS = 300;
const BEFORE_TOTAL_MS = 500;
const COUNT_STEPS = 60;
const COUNT_MS = 1000;
/** How often to look what is due; a step of the count lasts as long. */
export const STEP_MS = COUNT_MS / COUNT_STEPS;

/** How much of the total is counted, 0 to 1 in sixtieths; null before it appears. */
export function shareCounted(elapsedMs: number, cardCount: number): number | null {
  const counting = elapsedMs - cardCount * PER_CARD_MS - BEFORE_TOTAL_MS;
  if (counting < 0) return null;
  return Math.min(COUNT_STEPS, Math.floor((counting * COUNT_STEPS) / COUNT_MS)) / COUNT_STEPS;
}
