// Money is whole cents everywhere inside the shop. Its decimals are read and written here alone; those of the
// wire pass through one codec (`contract/amounts.ts`).

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

/** `amount * rate` for a non-negative amount, every fraction of a cent dropped. For credit values. */
export function shareRoundedDown(amount: Cents, rate: number): Cents {
  return toCents(Number(scaledShare(amount, rate) / BigInt(RATE_SCALE)));
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
  return `${sign}${CURRENCY} ${whole.toLocaleString('en-CA')}.${rest}`;
}

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

/** Whole cents as a decimal number: `1250` is `12.5`. */
export function decimalOf(cents: number): number {
  return cents / 100;
}

/** A decimal number of CAD in cents, the nearest: `12.5` is `1250`. */
export function centsOf(decimal: number): Cents {
  return toCents(Math.round(decimal * 100));
}
