import { dayOf } from '#domain/day.ts';

/** The day of a price in UTC; a dash if there is no price. */
export function priceDay(instant: Date | null): string {
  return instant === null ? '–' : dayOf(instant);
}

/** The lines of a text, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
