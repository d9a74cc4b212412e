import { dayOf } from '#domain/day.ts';

/** The day of a price, which is one in UTC; a dash where there is none. */
export function priceDay(instant: Date | null): string {
  return instant === null ? '–' : dayOf(instant);
}

/** Lines of a text, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
