import { expect, test } from 'vitest';
import { toCents } from './money.ts';
import { priceMarginOf, priceBy } from './price-rule.ts';

const price = toCents(539);

test.each([
  ['leave', Number.NaN, 539],
  ['set', 6.29, 629],
  ['add', -0.4, 499],
  ['percent', 10, 593],
  ['percent', -12.5, 472],
] as const)('a price of CAD 5.39 by "%s" %s is %s cents', (rule, typed, cents) => {
  expect(priceBy(rule, typed, price)).toBe(cents);
});

test.each([
  ['set', Number.NaN],
  ['set', 0],
  ['add', -5.39],
  ['percent', -100],
] as const)('no price comes of "%s" %s', (rule, typed) => {
  expect(priceBy(rule, typed, price)).toBeNull();
});

test('the margin is what the cost leaves of the price, also if that is less than nothing', () => {
  expect(priceMarginOf(price, toCents(400))).toEqual({ amount: 139, percent: 26 });
  expect(priceMarginOf(price, toCents(600))).toEqual({ amount: -61, percent: -11 });
});
