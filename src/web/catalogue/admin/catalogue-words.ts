import { toCents, type Cents } from '#domain/money.ts';

/** The day of a price, which is one in UTC; a dash where there is none. */
export function dayOf(instant: Date | null): string {
  return instant === null ? '–' : instant.toISOString().slice(0, 10);
}

/** An amount as it is typed. */
export const AMOUNT_FORM = /^\d{1,6}(\.\d{1,2})?$/;

/** What was typed, in cents; it has AMOUNT_FORM. */
export function typedCents(text: string): Cents {
  return toCents(Math.round(Number(text) * 100));
}

/** Lines of a text, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
