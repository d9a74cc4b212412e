// Taxes as a provider tells them (docs/product.md §17): which account each belongs in, and how they become lines of a sale.
import { sum, type Cents } from './money.ts';
import { assert } from './rejection.ts';
import type { TaxAccount } from './tax-accounts.ts';
import type { TaxLine } from './tax-lines.ts';

/** What a provider said that a price takes. It holds for that price alone. */
export type TaxQuote = { taxable: Cents; lines: TaxLine[] };

/** The lines of a price; it is the one that they were told for. */
export function quotedLines({ taxable, lines }: TaxQuote, price: Cents): TaxLine[] {
  assert(taxable === price, 'taxes are of the price that they were told for');
  return lines;
}

/** One tax in a provider's words: `kind` such as `hst` or `sales_tax`, `rate` a fraction or null, where it says none. */
export type QuotedTax = {
  kind: string | null;
  state: string | null;
  rate: number | null;
  amount: Cents;
};

type Known = { name: string; account: TaxAccount };

const OF_CANADA: Record<string, Known> = {
  gst: { name: 'GST', account: 'house:tax_gst' },
  hst: { name: 'HST', account: 'house:tax_hst' },
  qst: { name: 'QST', account: 'house:tax_qst' },
  'pst BC': { name: 'PST', account: 'house:tax_pst_bc' },
  'pst SK': { name: 'PST', account: 'house:tax_pst_sk' },
  'pst MB': { name: 'RST', account: 'house:tax_rst_mb' },
  'rst MB': { name: 'RST', account: 'house:tax_rst_mb' },
};

const OTHER_NAMES: Record<string, string> = { vat: 'VAT', gst: 'GST', sales_tax: 'Sales tax' };

/**
 * The lines of a sale in a country. Those of Canada go to their accounts; all others together are one line in
 * `house:tax_other`, as no two lines of a sale are in one account. What comes to nothing is no line.
 */
export function linesOfQuote(country: string, told: readonly QuotedTax[]): TaxLine[] {
  const lines: TaxLine[] = [];
  for (const tax of told.filter(({ amount }) => amount > 0)) {
    const { name, account } = knownAs(country, tax);
    const { rate, amount } = tax;
    const same = lines.find((line) => line.account === account);
    if (same === undefined) lines.push({ name, rate, amount, account });
    else {
      if (same.name !== name) same.name = 'Tax';
      same.rate = same.rate === null || rate === null ? null : inSixPlaces(same.rate + rate);
      same.amount = sum(same.amount, amount);
    }
  }
  return lines;
}

function knownAs(country: string, { kind, state }: QuotedTax): Known {
  const known =
    country === 'CA' ? (OF_CANADA[kind ?? ''] ?? OF_CANADA[`${kind} ${state}`]) : undefined;
  return known ?? { name: OTHER_NAMES[kind ?? ''] ?? 'Taxes', account: 'house:tax_other' };
}

function inSixPlaces(rate: number): number {
  return Number(rate.toFixed(6));
}
