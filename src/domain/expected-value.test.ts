import { describe, expect, test } from 'vitest';
import { expectedValueOf, isBelowHalf, type RarityValue } from './expected-value.ts';
import { toCents } from './money.ts';

const VALUES: RarityValue[] = [
  { rarity: 'common', cards: 10, meanCents: 10 },
  { rarity: 'rare', cards: 4, meanCents: 200 },
  { rarity: 'mythic', cards: 1, meanCents: 4000 },
];

describe('what a pack is expected to hold', () => {
  test('is one card of each rarity by its chance, and the lowest rarity for the rest', () => {
    const odds = [
      { rarity: 'common', chance: 1 },
      { rarity: 'rare', chance: 0.9 },
      { rarity: 'mythic', chance: 0.1 },
    ] as const;
    // 14 commons at 0.10, 0.9 of a rare at 2.00, a tenth of a mythic at 40.00.
    expect(expectedValueOf(15, odds, VALUES)).toEqual({ amount: 140 + 180 + 400, basis: 'odds' });
  });

  test('takes the lowest rarity that the odds name, whatever their order', () => {
    const odds = [
      { rarity: 'mythic', chance: 0.5 },
      { rarity: 'rare', chance: 1 },
    ] as const;
    expect(expectedValueOf(2, odds, VALUES)?.amount).toBe(300 + 2000);
  });

  test('counts every card the same where no odds are known', () => {
    expect(expectedValueOf(3, [], VALUES)).toEqual({ amount: (3 * 4900) / 15, basis: 'cards' });
  });

  test('is rounded to a cent', () => {
    const values: RarityValue[] = [{ rarity: 'common', cards: 3, meanCents: 0.5 }];
    expect(expectedValueOf(1, [], values)?.amount).toBe(1);
  });

  test('is not known of a pack that can hold no card', () => {
    expect(expectedValueOf(15, [{ rarity: 'common', chance: 1 }], [])).toBeNull();
  });

  test('never counts fewer than no cards of the lowest rarity', () => {
    const odds = [
      { rarity: 'common', chance: 1 },
      { rarity: 'rare', chance: 1 },
      { rarity: 'mythic', chance: 1 },
    ] as const;
    expect(expectedValueOf(1, odds, VALUES)?.amount).toBe(4200);
  });
});

test('half of the expected value is still a price, a cent less is not', () => {
  const expected = { amount: toCents(1000), basis: 'odds' } as const;
  expect(isBelowHalf(toCents(500), expected)).toBe(false);
  expect(isBelowHalf(toCents(499), expected)).toBe(true);
  expect(isBelowHalf(toCents(1), null)).toBe(false);
});
