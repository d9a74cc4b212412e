import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curlAt, slicePlace, SLICES, tornBy } from './tear-curve.ts';

const WIDTH = 260;

describe('the torn strip', () => {
  test('is flat where the tear has not come', () => {
    expect(slicePlace(SLICES - 1, 0.5, WIDTH)).toEqual({ x: 0, y: 0, angle: 0 });
    expect(slicePlace(0, 0, WIDTH)).toEqual({ x: 0, y: 0, angle: 0 });
  });

  test('rises and curls to the right at its end', () => {
    const end = slicePlace(0, 1, WIDTH);
    expect(end.y).toBeLessThan(-WIDTH / 4);
    expect(end.x).toBeGreaterThan(WIDTH / 2);
    expect(end.angle).toBe(2.5);
  });

  test('for any two of its points never stretches: they are at most as far apart as their length', () => {
    const along = fc.double({ min: 0, max: WIDTH, noNaN: true });
    fc.assert(
      fc.property(along, along, (one, other) => {
        const [a, b] = [curlAt(one, WIDTH), curlAt(other, WIDTH)];
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThanOrEqual(Math.abs(one - other) + 1e-6);
      }),
    );
  });

  test('for small steps keeps its length', () => {
    const step = 0.01;
    for (let at = 0; at < WIDTH; at += 7) {
      const [a, b] = [curlAt(at, WIDTH), curlAt(at + step, WIDTH)];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(step, 5);
    }
  });

  test('for any slice moves without a jump', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: SLICES - 1 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (slice, torn) => {
          const [a, b] = [slicePlace(slice, torn, WIDTH), slicePlace(slice, torn + 0.001, WIDTH)];
          expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(1);
        },
      ),
    );
  });
});

describe('the hand', () => {
  const pull = { from: 0.1, startX: 100, width: WIDTH };

  test('tears as far as it goes', () => {
    expect(tornBy(0.1, { ...pull, x: 100 + WIDTH / 2 })).toBeCloseTo(0.6);
  });

  test('closes nothing when it goes back, and tears no more than all', () => {
    expect(tornBy(0.5, { ...pull, x: 100 })).toBe(0.5);
    expect(tornBy(0.5, { ...pull, x: 9999 })).toBe(1);
  });
});
