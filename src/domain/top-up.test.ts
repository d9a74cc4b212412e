import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { topUp } from './ledger.ts';
import { difference, sum, toCents, ZERO, type Cents } from './money.ts';
import { quoteTopUp as quoteFor, SPECIFIED_TOP_UP_FEE, topUpFor, topUpProblems } from './top-up.ts';

const amounts = fc.integer({ min: 1_000, max: 100_000 }).map(toCents);

describe('the missing credits', () => {
  test.each([
    [1, 1_000],
    [1_001, 1_100],
    [2_600, 2_600],
    [300_000, 100_000],
  ])('%i cents are covered by a top-up of %i', (missing, amount) => {
    expect(topUpFor(toCents(missing))).toBe(amount);
    expect(topUpProblems(topUpFor(toCents(missing)), 'CAD')).toEqual([]);
  });
});

const quoteTopUp = (amount: Cents) => quoteFor(amount, SPECIFIED_TOP_UP_FEE);

describe('a top-up', () => {
  test.each([
    [1_000, 85, 1_085], // The rate gives 0.35, and the fixed fee is 0.50.
    [10_000, 400, 10_400],
    [100_000, 3_550, 103_550],
    [1_100, 89, 1_189], // The rate gives 0.385, rounded half up to 0.39.
    [1_014, 85, 1_099], // The rate gives 0.3549, rounded to 0.35.
  ])('of %i cents has a fee of %i on top, %i in all', (amount, fee, total) => {
    expect(quoteTopUp(toCents(amount))).toEqual({ amount, fee, total });
  });

  test.each([
    [1_000, 'CAD', []],
    [100_000, 'CAD', []],
    [999, 'CAD', ['Minimum purchase amount is CAD 10']],
    [-1, 'CAD', ['Minimum purchase amount is CAD 10']],
    [100_001, 'CAD', ['Maximum purchase amount is CAD 1000']],
    [5_000, 'USD', ['Credits are bought in CAD']],
  ])('of %i cents of %s is refused for %j', (amount, currency, problems) => {
    expect(topUpProblems(toCents(amount), currency)).toEqual(problems);
  });

  test('for any amount the fee is 3.5% to the nearest cent and fifty cents, and nothing is lost', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const { fee, total } = quoteTopUp(amount);
        // The fee of 3.5% of whole cents comes in steps of a thousandth of a cent.
        expect(Math.abs((fee - 50) * 1000 - amount * 35)).toBeLessThanOrEqual(500);
        expect(difference(total, amount)).toBe(fee);
      }),
    );
  });

  test('for any amount the card pays the credits and the fee, transfer by transfer', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const quote = quoteTopUp(amount);
        const transfers = topUp('buyer', quote);
        const paid = transfers
          .filter(({ debit }) => debit === 'house:card_clearing')
          .map((transfer) => transfer.amount);
        const got = transfers
          .filter(({ credit }) => typeof credit === 'object')
          .map((transfer) => transfer.amount);
        expect(sum(ZERO, ...paid)).toBe(quote.total);
        expect(sum(ZERO, ...got)).toBe(amount);
      }),
    );
  });
});
