// The taxes of one sale, line by line: what each came to, and what comes back of it (docs/product.md §17).
import { difference, partHalfUp, shareHalfUp, sum, toCents, type Cents } from './money.ts';
import { assert } from './rejection.ts';
import type { TaxAccount } from './tax-accounts.ts';

/** One tax as it is asked for: `rate` is a fraction of the price without tax. */
export type TaxRate = { name: string; rate: number; account: TaxAccount };

/**
 * One tax of one sale, as it was taken. `rate` null: it was sold before rates were written down. Of the lines of a sale
 * no two are in one account.
 */
export type TaxLine = { name: string; rate: number | null; amount: Cents; account: TaxAccount };

/** Each line is rounded once, half up; a line for each rate, also where it comes to nothing. */
export function taxLines(taxable: Cents, rates: readonly TaxRate[]): TaxLine[] {
  assert(
    new Set(rates.map(({ account }) => account)).size === rates.length,
    'no two taxes of a sale are in one account',
  );
  return rates.map(({ name, rate, account }) => ({
    name,
    rate,
    amount: shareHalfUp(taxable, rate),
    account,
  }));
}

export function sumOfTaxes(lines: readonly Pick<TaxLine, 'amount'>[]): Cents {
  return sum(...lines.map(({ amount }) => amount));
}

/** What a part of a sale took of each tax, at the rates of that sale: `part / whole` of each line, half up. */
export function partOfTaxes(lines: readonly TaxLine[], part: Cents, whole: Cents): TaxLine[] {
  return lines.map((line) => ({ ...line, amount: partHalfUp(line.amount, part, whole) }));
}

/** Line by line; both are of one sale. */
export function differenceOfTaxes(lines: readonly TaxLine[], less: readonly TaxLine[]): TaxLine[] {
  return lines.map((line) => ({
    ...line,
    amount: difference(
      line.amount,
      sumOfTaxes(less.filter(({ account }) => account === line.account)),
    ),
  }));
}

/** The lines with so many cents taken off, from the first on. */
export function cutTaxes(lines: readonly TaxLine[], off: Cents): TaxLine[] {
  let over: number = off;
  return lines.map((line) => {
    const taken = Math.min(line.amount, over);
    over -= taken;
    return { ...line, amount: toCents(line.amount - taken) };
  });
}

/** The lines of a sale from before lines were written down: its tax, as one of an unknown rate. */
export function linesOf(taxes: TaxLine[] | null, tax: Cents): TaxLine[] {
  if (taxes !== null) return taxes;
  return tax === 0 ? [] : [{ name: 'Tax', rate: null, amount: tax, account: 'house:tax' }];
}

/** As printed on receipts: "HST 14%", "QST 9.975%", "Tax". `flat` names no rate, as it never did. */
export function taxLabel({ name, rate }: { name: string; rate: number | null }): string {
  return rate === null || name === 'Tax' ? name : `${name} ${percentOf(rate)}`;
}

/** The taxes as rows of a sum. Where there is none, one row says so. */
export function rowsOfTaxes({
  tax,
  taxes,
}: {
  tax: Cents;
  taxes: readonly { name: string; rate: number | null; amount: Cents }[];
}): [label: string, amount: Cents][] {
  return taxes.length === 0
    ? [['Tax', tax]]
    : taxes.map((line): [string, Cents] => [taxLabel(line), line.amount]);
}

/** "9.975%" of 0.09975. */
export function percentOf(rate: number): string {
  return `${Number((rate * 100).toFixed(4))}%`;
}

/** All of them together, as one fraction. */
export function sumOfRates(rates: readonly { rate: number }[]): number {
  return Number(rates.reduce((all, { rate }) => all + rate, 0).toFixed(6));
}
