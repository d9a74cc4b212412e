import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gridLabel, gridlines } from './chart-scale.ts';

test.each([
  [5_400, [0, 2_000, 4_000, 6_000]],
  [1_080, [0, 500, 1_000, 1_500]],
  [6_000, [0, 2_000, 4_000, 6_000]],
  [100_000, [0, 50_000, 100_000, 150_000]],
  [1, [0, 1, 2, 3]],
])('a chart up to %i cents has the lines %j', (most, lines) => {
  expect(gridlines(most)).toEqual(lines);
});

test('for any amount the top line is at least as high, and not much higher', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (most) => {
      const top = gridlines(most).at(-1)!;
      expect(top).toBeGreaterThanOrEqual(most);
      expect(top).toBeLessThanOrEqual(Math.max(3, most * 2 + 3));
    }),
  );
});

test('a gridline’s label has its dollars, and cents if it has some', () => {
  expect([0, 50, 250, 2_000].map(gridLabel)).toEqual(['0', '0.50', '2.50', '20']);
});
