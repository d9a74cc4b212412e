import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf, quantileOf } from './histogram.ts';

const BOUNDS = [0.01, 0.05, 0.1];

function countsOf(...seconds: number[]): number[] {
  const counts = [0, 0, 0, 0];
  for (const one of seconds) counts[placeOf(BOUNDS, one)]! += 1;
  return counts;
}

test('a duration equal to a bound counts below it, as in Prometheus', () => {
  expect(countsOf(0.01, 0.010001, 0.1, 7)).toEqual([1, 1, 1, 1]);
});

test('a median is interpolated within its bucket, as histogram_quantile does', () => {
  expect(quantileOf(0.5, BOUNDS, [0, 4, 0, 0])).toBeCloseTo(0.03);
  expect(quantileOf(0.5, BOUNDS, [1, 2, 1, 0])).toBeCloseTo(0.03);
  expect(quantileOf(0.5, BOUNDS, [4, 0, 0, 0])).toBeCloseTo(0.005);
  // The median is the first bound, because half of all durations are below it.
  expect(quantileOf(0.5, BOUNDS, [2, 0, 2, 0])).toBeCloseTo(0.01);
});

test('above the last bound the median is that bound, and without durations there is none', () => {
  expect(quantileOf(0.5, BOUNDS, [0, 0, 0, 3])).toBe(0.1);
  expect(quantileOf(0.5, BOUNDS, [0, 0, 0, 0])).toBeNull();
});

test('a median is in the bucket of the middle response', () => {
  const durations = fc.array(fc.double({ min: 0, max: 0.1, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(durations, (all) => {
      const middle = all.toSorted((a, b) => a - b)[Math.ceil(all.length / 2) - 1]!;
      const at = placeOf(BOUNDS, middle);
      const median = quantileOf(0.5, BOUNDS, countsOf(...all))!;
      expect(median).toBeLessThanOrEqual(BOUNDS[at]!);
      expect(median).toBeGreaterThanOrEqual(at === 0 ? 0 : BOUNDS[at - 1]!);
    }),
  );
});
