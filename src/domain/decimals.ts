// Converts money between cents, which the code uses, and the decimal numbers of the API, forms and files
// (docs/product.md §6).
import { type Cents, toCents } from './money.ts';

/** Whole cents as text for a form or a machine: "1234.50", without currency or separators. */
export function decimalText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Whole hundredths of any currency as text: "EUR 1234.50". */
export function formatMinor(minor: number, currency: string): string {
  return `${currency} ${decimalText(minor)}`;
}

/** An amount of CAD as users type it: "50", "12.5" or "12.50", up to 9999999.99. */
export const CAD_FORM = /^\d{1,7}(\.\d{1,2})?$/;

/** Parses user input to cents, ignoring surrounding spaces. Null if the text doesn't match CAD_FORM. */
export function parseCad(text: string): Cents | null {
  const typed = text.trim();
  return CAD_FORM.test(typed) ? centsOf(Number(typed)) : null;
}

/** A number as users type it. Not every such number matches CAD_FORM. */
const NUMBER_FORM = /^-?\d+(\.\d+)?$/;

/**
 * Parses user input to a decimal number, for the endpoint to validate. The number need not match CAD_FORM. Text that
 * is no number gives NaN.
 */
export function typedCad(text: string): number {
  const typed = text.trim();
  return NUMBER_FORM.test(typed) ? Number(typed) : Number.NaN;
}

/** Whole cents as a decimal number: `1250` is `12.5`. */
export function decimalOf(cents: number): number {
  return cents / 100;
}

/** A decimal number of CAD in cents, rounded to the nearest cent: `12.5` is `1250`. */
export function centsOf(decimal: number): Cents {
  return toCents(Math.round(decimal * 100));
}
