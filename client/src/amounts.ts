// Amounts of money. They are whole cents, because sums of decimal fractions are not exact (choice 1054).

declare const unit: unique symbol;

/** An amount of CAD in whole cents. A plain number is refused, so that nobody sends 12 dollars as 12 cents. */
export type Cents = number & { readonly [unit]: 'cents' };

const DECIMAL_FORM = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;

/** The amount that a decimal text names: `centsOf('12.50')` is 1250. */
export function centsOf(decimal: string): Cents {
  const [, sign = '', whole = '', fraction = ''] = DECIMAL_FORM.exec(decimal) ?? [];
  if (whole === '') throw new RangeError(`Not an amount such as 12.50: ${decimal}`);
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return (sign === '-' && amount !== 0 ? -amount : amount) as Cents;
}

/** The sum of amounts. */
export function sumOf(...amounts: Cents[]): Cents {
  return amounts.reduce<number>((sum, amount) => sum + amount, 0) as Cents;
}

/** An amount as decimal text: `decimalOf(centsOf('12.5'))` is `12.50`. */
export function decimalOf(amount: Cents): string {
  const [whole, fraction] = [Math.trunc(Math.abs(amount) / 100), Math.abs(amount) % 100];
  return `${amount < 0 ? '-' : ''}${whole}.${String(fraction).padStart(2, '0')}`;
}

/** Where a value has amounts: `true` for an amount, else by field. `*` is any field. A list has no level of its own. */
export type Amounts = true | { readonly [field: string]: Amounts };

/** A copy of a value in which each amount is converted. What is no amount there, such as null, stays. */
export function convertAmounts(
  value: unknown,
  amounts: Amounts | undefined,
  convert: (amount: number) => unknown,
): unknown {
  if (amounts === undefined || value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => convertAmounts(one, amounts, convert));
  if (amounts === true) return typeof value === 'number' ? convert(value) : value;
  if (typeof value !== 'object') return value;
  const fields = Object.entries(value).map(
    ([name, one]) => [name, convertAmounts(one, amounts[name] ?? amounts['*'], convert)] as const,
  );
  return Object.fromEntries(fields);
}

/** The amount of a number in JSON, which has at most two decimal places. */
export function fromJson(amount: number): Cents {
  return Math.round(amount * 100) as Cents;
}

/** The number of an amount in JSON. */
export function toJson(amount: number): number {
  return amount / 100;
}
