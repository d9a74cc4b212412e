import { expect, test } from 'vitest';
import fc from 'fast-check';
import { sum, toCents } from './money.ts';
import { splitByWeight } from './split.ts';

const cents = (most: number) => fc.integer({ min: 0, max: most }).map(toCents);

test('a discount is split to the cent, and no line gets more than its price', () => {
  fc.assert(
    fc.property(
      fc.array(cents(1_000_000), { minLength: 1, maxLength: 100 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (prices, rate) => {
        const discount = toCents(Math.floor(sum(...prices) * rate));
        const parts = splitByWeight(discount, prices);
        expect(sum(...parts)).toBe(discount);
        for (const [at, part] of parts.entries()) {
          expect(part).toBeLessThanOrEqual(prices[at]!);
          expect(
            Math.abs(part - (discount * prices[at]!) / Math.max(1, sum(...prices))),
          ).toBeLessThan(1);
        }
      },
    ),
  );
});

test('the odd cent goes to the line with the largest remainder, and among equal ones to the first', () => {
  expect(splitByWeight(toCents(100), [100, 100, 100].map(toCents))).toEqual([34, 33, 33]);
  expect(splitByWeight(toCents(10), [333, 667].map(toCents))).toEqual([3, 7]);
  expect(splitByWeight(toCents(5), [0, 0].map(toCents))).toEqual([0, 0]);
});
