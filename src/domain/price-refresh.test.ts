import { expect, test } from 'vitest';
import { pricesChangeSoon } from './price-refresh.ts';

test.each([
  ['2026-11-29T19:59:59Z', false],
  ['2026-11-29T20:00:00Z', true],
  ['2026-11-29T20:59:59Z', true],
  ['2026-11-29T21:00:00Z', false],
])('at %s it is %s that prices change within the hour', (at, isSoon) => {
  expect(pricesChangeSoon(new Date(at))).toBe(isSoon);
});
