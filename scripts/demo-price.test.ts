import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoPrice } from './demo-price.ts';

test('a pack worth little costs 4.49: at least 4.00, then up to the next .49', () => {
  expect(demoPrice(0)).toBe(449);
  expect(demoPrice(120)).toBe(449);
});

test('a pack costs a quarter more than its expected value, up to the next .49 or .99', () => {
  expect(demoPrice(1008)).toBe(1299); // 12.60 before the rounding up
  expect(demoPrice(333)).toBe(449); // 4.1625 before the rounding up
  expect(demoPrice(614)).toBe(799); // 7.675 before the rounding up
});

test('a price that already ends in .49 or .99 stays', () => {
  expect(demoPrice(359.2)).toBe(449);
  expect(demoPrice(399.2)).toBe(499);
  expect(demoPrice(399.3)).toBe(549);
});

test('for any expected value the price covers it and is less than 50 cents above the rule', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1_000_000, noNaN: true }), (expected) => {
      const price = demoPrice(expected);
      expect([49, 99]).toContain(price % 100);
      expect(price).toBeGreaterThan(expected);
      expect(price - Math.max(400, expected * 1.25)).toBeLessThan(50.001);
    }),
  );
});

test('a value that is not an amount is a bug', () => {
  expect(() => demoPrice(-1)).toThrow('Not an expected value');
  expect(() => demoPrice(Number.NaN)).toThrow('Not an expected value');
});
