import { describe, expect, test } from 'vitest';
import type { Finish, Rarity } from './card.ts';
import { expectedValueOf, expectedWords, isBelowHalf, type KindValue } from './expected-value.ts';
import { toCents } from './money.ts';

const kind = (nativeRarity: string, finish: Finish = 'normal') => ({
  setId: 'magic-tst',
  nativeRarity,
  finish,
});
const value = (rarity: Rarity, native: string, cards: number, meanCents: number): KindValue => ({
  ...kind(native),
  rarity,
  cards,
  meanCents,
});

const VALUES = [
  value('common', 'common', 10, 10),
  value('rare', 'rare', 3, 100),
  value('rare', 'special', 1, 500),
  value('mythic', 'mythic', 1, 4000),
];
const ODDS = [
  { rarity: 'common', chance: 1 },
  { rarity: 'rare', chance: 0.9 },
  { rarity: 'mythic', chance: 0.1 },
] as const;
const ofOdds = (cardCount: number, odds: readonly { rarity: Rarity; chance: number }[]) =>
  expectedValueOf({ counted: null, cardCount, filling: [], odds }, VALUES);

describe('the expected value of a pack', () => {
  test('is the number of cards of each kind times the mean value of the kind', () => {
    const filling = [
      { ...kind('common'), perPack: 14 },
      { ...kind('rare'), perPack: 0.85 },
      { ...kind('special'), perPack: 0.05 },
      { ...kind('mythic'), perPack: 0.1 },
    ];
    expect(expectedValueOf({ counted: null, cardCount: 15, filling, odds: ODDS }, VALUES)).toEqual({
      amount: 140 + 85 + 25 + 400,
      basis: 'filling',
    });
  });

  test('counts a kind without a value as nothing', () => {
    const filling = [
      { ...kind('common'), perPack: 2 },
      { ...kind('common', 'foil'), perPack: 1 },
    ];
    expect(
      expectedValueOf({ counted: null, cardCount: 3, filling, odds: [] }, VALUES)?.amount,
    ).toBe(20);
  });

  test('by the odds is one card of each rarity by its chance, and the lowest rarity for the rest', () => {
    // 14 commons at 0.10, 0.9 of a rare at 2.00, a tenth of a mythic at 40.00.
    expect(ofOdds(15, ODDS)).toEqual({ amount: 140 + 180 + 400, basis: 'odds' });
  });

  test('takes the lowest rarity in the odds, whatever their order', () => {
    const odds = [
      { rarity: 'mythic', chance: 0.5 },
      { rarity: 'rare', chance: 1 },
    ] as const;
    expect(ofOdds(2, odds)?.amount).toBe(300 + 2000);
  });

  test('weighs every card the same if no odds are known', () => {
    expect(ofOdds(3, [])).toEqual({ amount: (3 * 4900) / 15, basis: 'cards' });
  });

  test('is rounded to a cent', () => {
    const values = [value('common', 'common', 3, 0.5)];
    const known = { counted: null, cardCount: 1, filling: [], odds: [] };
    expect(expectedValueOf(known, values)?.amount).toBe(1);
  });

  test('is unknown for a pack that can hold no card', () => {
    const filling = [{ ...kind('common'), perPack: 15 }];
    expect(expectedValueOf({ counted: null, cardCount: 15, filling, odds: ODDS }, [])).toBeNull();
  });

  test('never counts fewer than no cards of the lowest rarity', () => {
    const odds = ODDS.map(({ rarity }) => ({ rarity, chance: 1 }));
    expect(ofOdds(1, odds)?.amount).toBe(4200);
  });
});

test('half of the expected value is a valid price, a cent less is not', () => {
  const expected = { amount: toCents(1000), basis: 'odds' } as const;
  expect(isBelowHalf(toCents(500), expected)).toBe(false);
  expect(isBelowHalf(toCents(499), expected)).toBe(true);
  expect(isBelowHalf(toCents(1), null)).toBe(false);
});

test.each([
  ['counted', 'CAD 21.40'],
  ['filling', 'CAD 21.40 (a guess from how packs of the type are filled)'],
  [
    'odds',
    'CAD 21.40 (a guess from its odds, with every printing of a rarity equally likely, so rather too high)',
  ],
  [
    'cards',
    'CAD 21.40 (a guess from all cards that it can hold, each equally likely, so often far too high)',
  ],
] as const)('a value that is %s says whether it is a guess, and from what', (basis, words) => {
  expect(expectedWords({ amount: toCents(2140), basis })).toBe(words);
});
