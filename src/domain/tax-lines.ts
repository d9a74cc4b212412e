// The taxes of one sale, line by line. The functions compute the amount of each line, and how much of it a refund
// returns (docs/product.md §17).
import { difference, partHalfUp, shareHalfUp, sum, toCents, type Cents } from './money.ts';
import { assert } from './rejection.ts';
import type { TaxAccount } from './tax-accounts.ts';

/** One tax before a sale. `rate` is a fraction of the price without tax. */
export type TaxRate = { name: string; rate: number; account: TaxAccount };

/**
 * One tax of a sale, as it was charged. `rate` is null if the sale was made before the shop stored rates. No two
 * lines of a sale have the same account.
 */
export type TaxLine = { name: string; rate: number | null; amount: Cents; account: TaxAccount };

/** One line for each rate, even if the amount is zero. Each line is rounded once, half up. */
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

/** The taxes of a part of a sale, at the sale's rates. They are `part / whole` of each line, rounded half up. */
export function partOfTaxes(lines: readonly TaxLine[], part: Cents, whole: Cents): TaxLine[] {
  return lines.map((line) => ({ ...line, amount: partHalfUp(line.amount, part, whole) }));
}

/** Subtracts one list of taxes from another, line by line. Both lists belong to the same sale. */
export function differenceOfTaxes(lines: readonly TaxLine[], less: readonly TaxLine[]): TaxLine[] {
  return lines.map((line) => ({
    ...line,
    amount: difference(
      line.amount,
      sumOfTaxes(less.filter(({ account }) => account === line.account)),
    ),
  }));
}

/** Takes `off` cents from the lines, starting with the first. */
export function cutTaxes(lines: readonly TaxLine[], off: Cents): TaxLine[] {
  let over: number = off;
  return lines.map((line) => {
    const taken = Math.min(line.amount, over);
    over -= taken;
    return { ...line, amount: toCents(line.amount - taken) };
  });
}

/**
 * The tax lines of a sale. `taxes` is null if the sale was made before the shop stored lines. The whole tax of such
 * a sale is one line of unknown rate.
 */
export function taxLinesOfSale(taxes: TaxLine[] | null, tax: Cents): TaxLine[] {
  if (taxes !== null) return taxes;
  return tax === 0 ? [] : [{ name: 'Tax', rate: null, amount: tax, account: 'house:tax' }];
}

/**
 * A tax as printed on receipts, such as "HST 14%", "QST 9.975%" or "Tax". A flat tax named "Tax" has no rate in its
 * label.
 */
export function taxLabel({ name, rate }: { name: string; rate: number | null }): string {
  return rate === null || name === 'Tax' ? name : `${name} ${percentOf(rate)}`;
}

/** The taxes as rows of a total. If there are no taxes, one row says so. */
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

/** A rate in percent. For example, 0.09975 gives "9.975%". */
export function percentOf(rate: number): string {
  return `${Number((rate * 100).toFixed(4))}%`;
}

/** All rates together, as one fraction. */
export function sumOfRates(rates: readonly { rate: number }[]): number {
  return Number(rates.reduce((all, { rate }) => all + rate, 0).toFixed(6));
}
