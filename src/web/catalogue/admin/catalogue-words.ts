import { dayOf } from '#domain/day.ts';

/** Returns the day of a price in UTC, or a dash if there is no price. */
export function priceDay(instant: Date | null): string {
  return instant === null ? '–' : dayOf(instant);
}

/** Splits a text into its lines. Empty lines are dropped. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
