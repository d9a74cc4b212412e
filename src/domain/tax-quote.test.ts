import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCents } from './money.ts';
import { sumOfTaxes } from './tax-lines.ts';
import { linesOfQuote, quotedLines, type QuotedTax } from './tax-quote.ts';

const tax = (
  kind: string | null,
  state: string | null,
  rate: number | null,
  amount: number,
): QuotedTax => ({
  kind,
  state,
  rate,
  amount: toCents(amount),
});

describe('the taxes that a provider calculates', () => {
  test.each([
    ['gst', null, 'GST', 'house:tax_gst'],
    ['hst', 'NS', 'HST', 'house:tax_hst'],
    ['qst', 'QC', 'QST', 'house:tax_qst'],
    ['pst', 'BC', 'PST', 'house:tax_pst_bc'],
    ['pst', 'SK', 'PST', 'house:tax_pst_sk'],
    ['rst', 'MB', 'RST', 'house:tax_rst_mb'],
    ['pst', 'MB', 'RST', 'house:tax_rst_mb'],
    ['luxury_tax', 'ON', 'Taxes', 'house:tax_other'],
  ])('of Canada, %s of %s is %s and goes to %s', (kind, state, name, account) => {
    expect(linesOfQuote('CA', [tax(kind, state, 0.05, 50)])).toEqual([
      { name, account, rate: 0.05, amount: 50 },
    ]);
  });

  test('of a state, a county and a city are one line, at the sum of their rates', () => {
    const told = [
      tax('sales_tax', 'WA', 0.065, 65),
      tax('sales_tax', 'WA', 0.0025, 3),
      tax('sales_tax', 'WA', 0.035, 35),
    ];
    expect(linesOfQuote('US', told)).toEqual([
      { name: 'Sales tax', account: 'house:tax_other', rate: 0.1025, amount: 103 },
    ]);
  });

  test('of two kinds abroad are one line without a kind, and without a rate if one has none', () => {
    const told = [tax('sales_tax', 'CO', 0.029, 29), tax('retail_delivery_fee', 'CO', null, 28)];
    expect(linesOfQuote('US', told)).toEqual([
      { name: 'Tax', account: 'house:tax_other', rate: null, amount: 57 },
    ]);
  });

  test('abroad are no tax of Canada, whatever they are called', () => {
    expect(linesOfQuote('AU', [tax('gst', null, 0.1, 100)])[0]).toMatchObject({
      name: 'GST',
      account: 'house:tax_other',
    });
  });

  test('of zero have no line', () => {
    expect(linesOfQuote('DE', [tax(null, null, 0, 0)])).toEqual([]);
  });

  test('for any list have lines of the same sum, no two in one account', () => {
    const kinds = fc.constantFrom('gst', 'hst', 'qst', 'pst', 'rst', 'vat', 'sales_tax', null);
    const states = fc.constantFrom('BC', 'SK', 'MB', 'QC', 'WA', null);
    const one = fc.record({
      kind: kinds,
      state: states,
      rate: fc.option(fc.integer({ min: 0, max: 300 }).map((share) => share / 1000)),
      amount: fc.integer({ min: 0, max: 1_000_000 }).map(toCents),
    });
    fc.assert(
      fc.property(
        fc.constantFrom('CA', 'US', 'DE'),
        fc.array(one, { maxLength: 8 }),
        (country, told) => {
          const lines = linesOfQuote(country, told);
          expect(sumOfTaxes(lines)).toBe(sumOfTaxes(told));
          expect(new Set(lines.map(({ account }) => account)).size).toBe(lines.length);
        },
      ),
    );
  });
});

test('taxes that were calculated for another price are refused', () => {
  expect(() => quotedLines({ taxable: toCents(100), lines: [] }, toCents(101))).toThrow(
    'of the price',
  );
});
