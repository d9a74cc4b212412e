// Money is whole cents everywhere in the shop's code. This file also formats amounts for people. `decimals.ts` reads
// and writes decimal numbers, and `contract/amounts.ts` converts those of the API.

declare const cents: unique symbol;

/**
 * A whole number of cents of the shop's currency, CAD. A difference may be negative. The number is always a safe
 * integer, because the largest amount in the shop is far below 2^53.
 */
export type Cents = number & { readonly [cents]: true };

/** The only currency of the shop's ledger (docs/product.md §6). */
export const CURRENCY = 'CAD';

export const ZERO = 0 as Cents;

/** Converts a number to Cents. Throws for a fraction or an unsafe integer, which would be a bug. */
export function toCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new Error(`Not a whole number of cents: ${amount}`);
  return amount as Cents;
}

/** The sum of any number of amounts. 0 if there are none. */
export function sum(...amounts: Cents[]): Cents {
  return toCents(amounts.reduce((total: number, amount) => total + amount, 0));
}

/** `minuend - subtrahend`, which may be negative. */
export function difference(minuend: Cents, subtrahend: Cents): Cents {
  return toCents(minuend - subtrahend);
}

/** The smallest of some amounts. */
export function least(first: Cents, ...others: Cents[]): Cents {
  return toCents(Math.min(first, ...others));
}

/** `amount` times a whole number. */
export function times(amount: Cents, count: number): Cents {
  return toCents(amount * count);
}

// A rate such as 0.08 has no exact binary form. So this code reads a rate as a decimal with six places and multiplies
// in whole numbers. Half a cent is then exactly a half.
const RATE_SCALE = 1_000_000;

function scaledShare(amount: Cents, rate: number): bigint {
  return BigInt(amount) * BigInt(Math.round(rate * RATE_SCALE));
}

/** `amount * rate` for a non-negative amount, rounded half up to a cent. For taxes, discounts and exchange. */
export function shareHalfUp(amount: Cents, rate: number): Cents {
  const scale = BigInt(RATE_SCALE);
  return toCents(Number((scaledShare(amount, rate) + scale / 2n) / scale));
}

/** `amount * part / whole`, rounded half up. 0 if `whole` is 0. No argument may be negative. */
export function partHalfUp(amount: Cents, part: Cents, whole: Cents): Cents {
  if (whole === 0) return ZERO;
  const doubled = 2n * BigInt(amount) * BigInt(part) + BigInt(whole);
  return toCents(Number(doubled / (2n * BigInt(whole))));
}

/** `amount * rate` for a non-negative amount, rounded down to a cent. For credit values. */
export function shareRoundedDown(amount: Cents, rate: number): Cents {
  return toCents(Number(scaledShare(amount, rate) / BigInt(RATE_SCALE)));
}

// Uses one formatter for all numbers, because `toLocaleString` would make a new one for each number.
const GROUPED = new Intl.NumberFormat('en-CA');

/** The setting applies to this whole process or browser tab, because all amounts belong to one shop. */
let isCurrencyWritten = true;

/** Sets whether amounts are written "CAD 25.00" or "$25.00" (docs/product.md §16). */
export function writeCurrency(isWritten: boolean): void {
  isCurrencyWritten = isWritten;
}

/** Adds the currency to a number of dollars: "CAD 10". */
export function withCurrency(dollars: string): string {
  return isCurrencyWritten ? `${CURRENCY} ${dollars}` : `$${dollars}`;
}

/**
 * Formats cents as "CAD 25.00", with an ordinary space and two decimals (docs/product.md §6). A missing or invalid
 * amount becomes "CAD 0.00".
 */
export function formatCad(amount: Cents | null | undefined): string {
  const known = typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : 0;
  const sign = known < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(known) / 100);
  const rest = String(Math.abs(known) % 100).padStart(2, '0');
  return `${sign}${withCurrency(`${GROUPED.format(whole)}.${rest}`)}`;
}
