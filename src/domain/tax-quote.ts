// A tax provider says which taxes a sale has. This file turns them into tax lines. Each line has a name, a rate, an
// amount and the ledger account to which it is booked (docs/product.md §17).
import { sum, type Cents } from './money.ts';
import { assert } from './rejection.ts';
import type { TaxAccount } from './tax-accounts.ts';
import type { TaxLine } from './tax-lines.ts';

/** A provider's taxes for a price. They apply only to that price. */
export type TaxQuote = { taxable: Cents; lines: TaxLine[] };

/** The lines of a quote. `price` must be the price about which the provider was asked. */
export function quotedLines({ taxable, lines }: TaxQuote, price: Cents): TaxLine[] {
  assert(taxable === price, 'taxes are of the price that they were told for');
  return lines;
}

/**
 * One tax in a provider's words. `kind` is a word such as `hst` or `sales_tax`. `rate` is a fraction, or null if the
 * provider names none.
 */
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
 * Converts a provider's taxes to the lines of a sale. Canada's taxes go to their own accounts. All other taxes
 * become one line in `house:tax_other`, because no two lines may share an account. Taxes of zero are left out.
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
