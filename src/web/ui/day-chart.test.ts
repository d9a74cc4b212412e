import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesBetween } from './day-chart.tsx';

test('the gridlines enclose every value, and zero is one of them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 0 }),
      fc.integer({ min: 0, max: 1e9 }),
      (least, most) => {
        const lines = linesBetween(least, most);
        expect(lines[0]).toBeLessThanOrEqual(least);
        expect(lines.at(-1)).toBeGreaterThanOrEqual(most);
        expect(lines.some((line) => line === 0)).toBe(true);
        expect(lines.length).toBeGreaterThan(1);
        expect(lines.length).toBeLessThanOrEqual(8);
      },
    ),
  );
});
