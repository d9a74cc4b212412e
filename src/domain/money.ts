// Money is whole cents everywhere inside the shop, and written for people here. Its decimals are read and written in
// `decimals.ts`; those of the wire pass through one codec (`contract/amounts.ts`).

declare const cents: unique symbol;

/**
 * A whole number of cents of the shop's currency, CAD. May be negative where a difference is meant.
 * Always a safe integer: the largest amount the shop handles is far below 2^53.
 */
export type Cents = number & { readonly [cents]: true };

/** The only currency of the shop's ledger (docs/product.md §6). */
export const CURRENCY = 'CAD';

export const ZERO = 0 as Cents;

/** The given number as Cents; a fraction or an unsafe integer is a bug and throws. */
export function toCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new Error(`Not a whole number of cents: ${amount}`);
  return amount as Cents;
}

/** The sum of any number of amounts; 0 for none. */
export function sum(...amounts: Cents[]): Cents {
  return toCents(amounts.reduce((total: number, amount) => total + amount, 0));
}

/** `minuend - subtrahend`; may be negative. */
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

// A rate such as 0.08 has no exact binary form. It is read as a decimal with six places, so that
// shares are computed on whole numbers and a half is exactly a half.
const RATE_SCALE = 1_000_000;

function scaledShare(amount: Cents, rate: number): bigint {
  return BigInt(amount) * BigInt(Math.round(rate * RATE_SCALE));
}

/** `amount * rate` for a non-negative amount, half a cent rounded up. For tax, discounts, exchange. */
export function shareHalfUp(amount: Cents, rate: number): Cents {
  const scale = BigInt(RATE_SCALE);
  return toCents(Number((scaledShare(amount, rate) + scale / 2n) / scale));
}

/** `amount * part / whole`, half up; nothing of nothing. All of them are non-negative. */
export function partHalfUp(amount: Cents, part: Cents, whole: Cents): Cents {
  if (whole === 0) return ZERO;
  const doubled = 2n * BigInt(amount) * BigInt(part) + BigInt(whole);
  return toCents(Number(doubled / (2n * BigInt(whole))));
}

/** `amount * rate` for a non-negative amount, every fraction of a cent dropped. For credit values. */
export function shareRoundedDown(amount: Cents, rate: number): Cents {
  return toCents(Number(scaledShare(amount, rate) / BigInt(RATE_SCALE)));
}

// Made once: a number that is asked for its words makes a formatter each time.
const GROUPED = new Intl.NumberFormat('en-CA');

/** How amounts are written in this process, or in this tab: one shop's word for all of them. */
let isCurrencyWritten = true;

/** Whether amounts are written "CAD 25.00", or "$25.00" (docs/product.md §16). */
export function writeCurrency(isWritten: boolean): void {
  isCurrencyWritten = isWritten;
}

/** A number of dollars as an amount: "CAD 10". */
export function withCurrency(dollars: string): string {
  return isCurrencyWritten ? `${CURRENCY} ${dollars}` : `$${dollars}`;
}

/**
 * "CAD 25.00": the code, an ordinary space, two decimals (docs/product.md §6).
 * A missing or invalid amount shows as "CAD 0.00".
 */
export function formatCad(amount: Cents | null | undefined): string {
  const known = typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : 0;
  const sign = known < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(known) / 100);
  const rest = String(Math.abs(known) % 100).padStart(2, '0');
  return `${sign}${withCurrency(`${GROUPED.format(whole)}.${rest}`)}`;
}
