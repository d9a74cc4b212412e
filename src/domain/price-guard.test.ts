import { describe, expect, test } from 'vitest';
import { guardPrices, isJump, manualSource } from './price-guard.ts';
import { lastDueMs, nextDueMs } from './schedule.ts';

const price = (amountMinor: number, observedOn: string, currency = 'USD') => ({
  amountMinor,
  observedOn,
  currency,
});

describe('a price', () => {
  test.each([
    [100, 500, false],
    [100, 501, true],
    [100, 20, false],
    [100, 19, true],
    [1, 5, false],
    [1, 6, true],
  ])('that goes from %i to %i jumps: %s', (before, after, jumps) => {
    expect(isJump(before, after)).toBe(jumps);
  });

  test('that is the first of its card is believed', () => {
    expect(guardPrices(null, [price(99_999, '2026-01-01')]).held).toEqual([]);
  });

  test('that jumps is held, and the next is compared with the last believed one', () => {
    const days = [
      price(600, '2026-01-02'),
      price(110, '2026-01-03'),
      price(700, '2026-01-04'),
      price(500, '2026-01-05'),
    ];
    const { believed, held } = guardPrices(price(100, '2026-01-01'), days);
    expect(believed.map((one) => one.observedOn)).toEqual(['2026-01-03', '2026-01-05']);
    expect(held).toEqual([
      { price: days[0], before: price(100, '2026-01-01') },
      { price: days[2], before: days[1] },
    ]);
  });

  test('of a past day, or in another currency, is compared with nothing', () => {
    const last = price(100, '2026-01-05');
    const incoming = [price(9_000, '2026-01-04'), price(9_000, '2026-01-06', 'EUR')];
    expect(guardPrices(last, incoming).held).toEqual([]);
  });

  test('may arrive in any order, and is judged in the order of the days', () => {
    const { held } = guardPrices(null, [price(600, '2026-01-02'), price(100, '2026-01-01')]);
    expect(held.map((one) => one.price.amountMinor)).toEqual([600]);
  });
});

describe('a daily job', () => {
  const at = (text: string) => Date.parse(text);

  test.each([
    ['2026-03-01T20:59:59Z', '2026-02-28T21:00:00Z', '2026-03-01T21:00:00Z'],
    ['2026-03-01T21:00:00Z', '2026-03-01T21:00:00Z', '2026-03-02T21:00:00Z'],
    ['2026-03-01T23:00:00Z', '2026-03-01T21:00:00Z', '2026-03-02T21:00:00Z'],
  ])('of 21 o’clock, at %s, was due %s and is next due %s', (now, last, next) => {
    expect(lastDueMs(at(now), 21)).toBe(at(last));
    expect(nextDueMs(at(now), 21)).toBe(at(next));
  });
});

test('manual prices of one day differ, and sort by their arrival', () => {
  const sources = [0, 1, 9, 99].map(manualSource);
  expect(sources).toEqual(['manual', 'manual-002', 'manual-010', 'manual-100']);
  expect(sources.toSorted()).toEqual(sources);
});
