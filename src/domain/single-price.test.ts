import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONDITIONS, RARITIES } from './card.ts';
import { toCents, type Cents } from './money.ts';
import {
  ageInDays,
  priceByRules,
  ruleProblem,
  type CopyToPrice,
  type SinglePriceRule,
} from './single-price.ts';

const cents = (most: number) => fc.integer({ min: 0, max: most }).map((amount) => toCents(amount));
const orNull = <Value>(kind: fc.Arbitrary<Value>) => fc.option(kind, { nil: null });
const SETS = ['magic-mid', 'pokemon-mew', 'yugioh-lob'];

const rule: fc.Arbitrary<SinglePriceRule> = fc.record({
  game: orNull(fc.constantFrom('magic', 'pokemon')),
  setId: orNull(fc.constantFrom(...SETS)),
  rarity: orNull(fc.constantFrom(...RARITIES)),
  condition: orNull(fc.constantFrom(...CONDITIONS)),
  valueFrom: orNull(cents(2000)),
  valueBelow: orNull(cents(5000)),
  ageDays: orNull(fc.integer({ min: 0, max: 60 })),
  percent: fc.integer({ min: 1, max: 500 }),
  floor: fc.integer({ min: 1, max: 100 }).map((steps) => toCents(steps * 5)),
});
const copy: fc.Arbitrary<CopyToPrice> = fc.record({
  game: fc.constantFrom('magic', 'pokemon'),
  setId: fc.constantFrom(...SETS),
  rarity: fc.constantFrom(...RARITIES),
  condition: fc.constantFrom(...CONDITIONS),
  marketValue: cents(5000),
  ageDays: fc.integer({ min: 0, max: 90 }),
});

const ANY: SinglePriceRule = {
  game: null,
  setId: null,
  rarity: null,
  condition: null,
  valueFrom: null,
  valueBelow: null,
  ageDays: null,
  percent: 100,
  floor: toCents(5),
};
const COPY: CopyToPrice = {
  game: 'magic',
  setId: 'magic-mid',
  rarity: 'rare',
  condition: 'Near Mint',
  marketValue: toCents(1000),
  ageDays: 10,
};
const priceAt = (percent: number, marketValue: number, floor = 5) =>
  priceByRules([{ ...ANY, percent, floor: toCents(floor) }], {
    ...COPY,
    marketValue: toCents(marketValue),
  });

describe('the price of a copy by rule', () => {
  test('is a share of the market value, rounded half up to five cents', () => {
    expect(priceAt(90, 1000)).toBe(900);
    // 90% of 10.03 are 9.027, and of 10.02 they are 9.018.
    expect([priceAt(90, 1003), priceAt(90, 1002)]).toEqual([905, 900]);
    // Half of 0.25 are 12.5 cents, which is exactly between 10 and 15.
    expect([priceAt(50, 25), priceAt(50, 24)]).toEqual([15, 10]);
  });

  test('never falls below the least price', () => {
    expect([priceAt(90, 3), priceAt(90, 20, 25), priceAt(90, 40, 25)]).toEqual([5, 25, 35]);
  });

  test('follows the first rule that applies, whatever comes after it', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), copy, (rules, one) => {
        const at = rules.findIndex((single) => priceByRules([single], one) !== null);
        expect(priceByRules(rules, one)).toBe(at === -1 ? null : priceByRules([rules[at]!], one));
      }),
    );
  });

  test('is a multiple of five cents, at least the floor, and within five cents of the share or the floor', () => {
    fc.assert(
      fc.property(rule, copy, (only, one) => {
        const price = priceByRules([only], one);
        if (price === null) return;
        expect(price % 5).toBe(0);
        expect(price).toBeGreaterThanOrEqual(only.floor);
        const share = (one.marketValue * only.percent) / 100;
        const distance = price - Math.max(share, only.floor);
        expect(distance).toBeLessThanOrEqual(2.5);
        expect(distance).toBeGreaterThanOrEqual(price === only.floor ? -2.5 : -2.5 + 1e-9);
      }),
    );
  });

  test('never falls when the value rises', () => {
    fc.assert(
      fc.property(rule, copy, cents(500), (only, one, more: Cents) => {
        const open = { ...only, valueFrom: null, valueBelow: null };
        const worth = toCents(one.marketValue + more);
        const before = priceByRules([open], one);
        if (before === null) return;
        expect(priceByRules([open], { ...one, marketValue: worth })).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  test('is missing if no rule applies, or if nobody knows what the card is worth', () => {
    expect(priceByRules([], COPY)).toBeNull();
    expect(priceAt(100, 0, 500)).toBeNull();
  });

  test.each<[Partial<SinglePriceRule>, Partial<CopyToPrice>]>([
    [{ game: 'pokemon' }, { game: 'pokemon' }],
    [{ setId: 'magic-vow' }, { setId: 'magic-vow' }],
    [{ rarity: 'mythic' }, { rarity: 'mythic' }],
    [{ condition: 'Damaged' }, { condition: 'Damaged' }],
    [{ valueFrom: toCents(1001) }, { marketValue: toCents(1001) }],
    [{ valueBelow: toCents(1000) }, { marketValue: toCents(999) }],
    [{ ageDays: 11 }, { ageDays: 11 }],
  ])('with %j waits for a copy with %j', (asked, had) => {
    const rules = [{ ...ANY, ...asked }];
    expect(priceByRules(rules, COPY)).toBeNull();
    expect(priceByRules(rules, { ...COPY, ...had })).not.toBeNull();
  });
});

test('a rule needs a least price in steps of five cents, and values that a card can have', () => {
  expect(ruleProblem(ANY)).toBeNull();
  expect(ruleProblem({ ...ANY, floor: toCents(7) })).toMatchObject({ field: 'floor' });
  expect(ruleProblem({ ...ANY, floor: toCents(0) })).toMatchObject({ field: 'floor' });
  const same = { valueFrom: toCents(100), valueBelow: toCents(100) };
  expect(ruleProblem({ ...ANY, ...same })).toMatchObject({ field: 'valueBelow' });
});

test('a copy is a day old after a whole day', () => {
  expect([ageInDays(0, 86_399_999), ageInDays(0, 86_400_000), ageInDays(5, 0)]).toEqual([0, 1, 0]);
});
