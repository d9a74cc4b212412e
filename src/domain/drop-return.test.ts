import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCents } from './money.ts';
import { returnOfDrop, type DropValues } from './drop-return.ts';

/** A reproducible source of numbers from 0 to below 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function valuesOf(all: number[], opened: number[]): DropValues {
  const total = (some: number[]) => some.reduce((sum, one) => sum + one, 0);
  return {
    packs: all.length,
    opened: opened.length,
    designedSum: toCents(total(all)),
    designedSquares: total(all.map((one) => one * one)),
    openedSum: toCents(total(opened)),
  };
}

function shuffled(all: number[], next: () => number): number[] {
  const order = [...all];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}

/** The share of simulated drops in which the mean of the first opened packs lies within the interval of chance. */
function coverage(all: number[], opened: number, runs: number): number {
  const next = numbersFrom(46);
  let within = 0;
  for (let run = 0; run < runs; run += 1) {
    const some = shuffled(all, next).slice(0, opened);
    if (returnOfDrop(valuesOf(all, some)).isWithinChance) within += 1;
  }
  return within / runs;
}

const RUNS = 4_000;

/** Like real packs: most hold little, a few hold much. */
const DROP = [
  ...Array.from({ length: 170 }, (_, at) => 150 + at),
  ...Array.from({ length: 25 }, (_, at) => 600 + 20 * at),
  ...Array.from({ length: 5 }, (_, at) => 2_500 + 300 * at),
];

test.each([40, 100, 160])(
  'chance explains the mean of %i opened packs of 200 in about 95 of 100 drops',
  (opened) => {
    const within = coverage(DROP, opened, RUNS);
    expect(within).toBeGreaterThan(0.93);
    expect(within).toBeLessThan(0.97);
  },
);

test('without the correction for drawing without replacement the interval would be far too wide', () => {
  const { chance } = returnOfDrop(valuesOf(DROP, DROP.slice(0, 160)));
  const mean = DROP.reduce((a, b) => a + b, 0) / DROP.length;
  const variance = DROP.reduce((a, b) => a + (b - mean) ** 2, 0) / DROP.length;
  const naive = 2 * 1.96 * Math.sqrt(variance / 160);
  expect(chance!.high - chance!.low).toBeLessThan(naive / 2);
});

test('a drop whose best packs were taken out before its sale lies outside of what chance explains', () => {
  const robbed = DROP.map((value) => Math.min(value, 400));
  const next = numbersFrom(1);
  const found = returnOfDrop({
    ...valuesOf(DROP, []),
    ...openedOf(shuffled(robbed, next).slice(0, 120)),
  });
  expect(found.isWithinChance).toBe(false);
  expect(found.actual!).toBeLessThan(found.chance!.low);
});

const openedOf = (some: number[]) => ({
  opened: some.length,
  openedSum: toCents(some.reduce((sum, one) => sum + one, 0)),
});

test('once every pack is open, the mean is as designed, and nothing is left to chance', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000_00 }), { minLength: 1, maxLength: 300 }),
      (all) => {
        const found = returnOfDrop(valuesOf(all, all));
        expect(found.actual).toBe(found.designed);
        expect(found.isWithinChance).toBe(true);
        expect(found.chance!.high - found.chance!.low).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test('while no pack is open, only the design is known', () => {
  expect(returnOfDrop(valuesOf([100, 300], []))).toEqual({
    designed: 200,
    actual: null,
    chance: null,
    isWithinChance: true,
  });
});

test('the interval holds the design, and narrows as packs are opened', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000_00 }), { minLength: 10, maxLength: 200 }),
      fc.integer({ min: 1, max: 9 }),
      (all, opened) => {
        const width = (count: number) => {
          const { designed, chance } = returnOfDrop(valuesOf(all, all.slice(0, count)));
          expect(chance!.low).toBeLessThanOrEqual(designed);
          expect(chance!.high).toBeGreaterThanOrEqual(designed);
          return chance!.high - chance!.low;
        };
        expect(width(opened + 1)).toBeLessThanOrEqual(width(opened) + 2);
      },
    ),
  );
});
