// The decimal numbers of money: of the wire, of forms, of files. Inside it is cents (docs/product.md §6).
import { type Cents, toCents } from './money.ts';

/** "1234.50": whole cents as text for a form or a machine, without a currency and without separators. */
export function decimalText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** "EUR 1234.50": whole hundredths of a currency that may be another than the shop's. */
export function formatMinor(minor: number, currency: string): string {
  return `${currency} ${decimalText(minor)}`;
}

/** CAD as it is typed: "50", "12.5" or "12.50", up to 9999999.99. */
export const CAD_FORM = /^\d{1,7}(\.\d{1,2})?$/;

/** Parses user input to cents, ignoring surrounding spaces. Null if it doesn't match CAD_FORM. */
export function parseCad(text: string): Cents | null {
  const typed = text.trim();
  return CAD_FORM.test(typed) ? centsOf(Number(typed)) : null;
}

/** A number as it is typed: one that is no CAD_FORM may be one all the same. */
const NUMBER_FORM = /^-?\d+(\.\d+)?$/;

/** The same as the wire has it, for a row to judge: a number that is none of CAD_FORM as it is, NaN if it is no number. */
export function typedCad(text: string): number {
  const typed = text.trim();
  return NUMBER_FORM.test(typed) ? Number(typed) : Number.NaN;
}

/** Whole cents as a decimal number: `1250` is `12.5`. */
export function decimalOf(cents: number): number {
  return cents / 100;
}

/** A decimal number of CAD in cents, the nearest: `12.5` is `1250`. */
export function centsOf(decimal: number): Cents {
  return toCents(Math.round(decimal * 100));
}
