import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discountFrom, formerPrice, type AskedPrice } from './former-price.ts';
import { toCents } from './money.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
/** Six months have at most 184 days, so 92 days are always at least half of them. */
const asked = (days: number, price: number | null): AskedPrice => ({
  since: daysAgo(days),
  price: price === null ? null : toCents(price),
});
const now = toCents(1_500);

test('a price that was asked for half of the last six months is crossed out, with its discount', () => {
  const history = [asked(100, 2_000), asked(8, 1_500)];
  expect(formerPrice(history, now, NOW)).toBe(2_000);
  expect(discountFrom(toCents(2_000), now)).toBe(25);
});

test('a price that was asked for less is not', () => {
  expect(formerPrice([asked(99, 2_000), asked(8, 1_500)], now, NOW)).toBeNull();
  expect(formerPrice([asked(8, 1_500)], now, NOW)).toBeNull();
  expect(formerPrice([], now, NOW)).toBeNull();
  expect(discountFrom(null, now)).toBeNull();
});

test('the time before the last six months does not count', () => {
  expect(formerPrice([asked(700, 2_000), asked(100, 1_500)], now, NOW)).toBeNull();
  expect(formerPrice([asked(700, 2_000), asked(80, 1_500)], now, NOW)).toBe(2_000);
});

test('the time off sale does not count', () => {
  const history = [asked(180, 2_000), asked(130, null), asked(40, 2_000), asked(8, 1_500)];
  expect(formerPrice(history, now, NOW)).toBeNull();
});

test('parts of the time add up', () => {
  const history = [asked(150, 2_000), asked(100, 1_800), asked(60, 2_000), asked(10, 1_500)];
  expect(formerPrice(history, now, NOW)).toBe(2_000);
});

test('a price below the current one is never crossed out', () => {
  expect(formerPrice([asked(180, 1_000), asked(8, 1_500)], now, NOW)).toBeNull();
  expect(formerPrice([asked(180, 1_500)], now, NOW)).toBeNull();
});

test('at any time, what is crossed out was asked, and is above the price', () => {
  const change = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 100, max: 105 }));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const history = changes
        .toSorted(([one], [other]) => other - one)
        .map(([days, price]) => asked(days, price));
      const price = history.at(-1)?.price ?? toCents(103);
      const found = formerPrice(history, price, NOW);
      const isRight =
        found === null || (found > price && history.some((one) => one.price === found));
      expect(isRight).toBe(true);
    }),
  );
});
