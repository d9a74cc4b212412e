import { dayOf } from '#domain/day.ts';

/** Returns the day of a price in UTC, or a dash if there is no price. */
export function priceDay(instant: Date | null): string {
  return instant === null ? '–' : dayOf(instant);
}
