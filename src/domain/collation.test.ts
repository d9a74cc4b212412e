import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rarity } from './card.ts';
import { cardKeyText, expectedValueCents, fillPack, packOdds, packSize } from './collation.ts';
import type { CardKey, Collation, SheetCard } from './collation.ts';
import { seededRandom } from './seeded-random.ts';

function card(name: string, rarity: string, weight = 1, number = name): SheetCard {
  return { key: { set: 'tst', number, rarity, finish: 'normal' }, name, weight };
}

function cards(rarity: string, count: number, weight = 1): SheetCard[] {
  return Array.from({ length: count }, (_, index) => card(`${rarity} ${index}`, rarity, weight));
}

const rarityOf = (key: CardKey): Rarity => key.rarity as Rarity;

// A small booster with every feature of a real one: variants, a weighted sheet, a reprinted name.
const BOOSTER: Collation = {
  variants: [
    {
      weight: 3,
      slots: [
        { sheet: 'commons', count: 3 },
        { sheet: 'hit', count: 1 },
      ],
    },
    {
      weight: 1,
      slots: [
        { sheet: 'commons', count: 2 },
        { sheet: 'foil', count: 1 },
        { sheet: 'hit', count: 1 },
      ],
    },
  ],
  sheets: {
    commons: [
      ...cards('common', 4, 2),
      card('common 0', 'common', 2, 'reprint'),
      card('scarce', 'common', 1),
    ],
    foil: [...cards('common', 2, 3), ...cards('rare', 1)],
    hit: [...cards('rare', 3, 2), ...cards('mythic', 2)],
  },
};

describe('a pack', () => {
  test('for any seed has the right number of cards, and never the same name twice from one sheet', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const pack = fillPack(BOOSTER, seededRandom(seed));
        expect(pack).toHaveLength(packSize(BOOSTER));
        const names = new Map(
          BOOSTER.sheets['commons']?.map((one) => [cardKeyText(one.key), one.name]),
        );
        const slot = pack.slice(0, 2).map((key) => names.get(cardKeyText(key)));
        expect(new Set(slot).size).toBe(2);
      }),
    );
  });

  test('for any collation a slot never repeats a name, even if it takes every name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 9 })), { minLength: 1 }),
        fc.string(),
        (list, seed) => {
          const sheet = list.map(([name, weight], at) =>
            card(`${name}`, 'common', weight, `${at}`),
          );
          const count = new Set(sheet.map((one) => one.name)).size;
          const all: Collation = {
            variants: [{ weight: 1, slots: [{ sheet: 'all', count }] }],
            sheets: { all: sheet },
          };
          expect(packSize(all)).toBe(count);
          const drawn = fillPack(all, seededRandom(seed)).map(
            (key) => list[Number(key.number)]?.[0],
          );
          expect(new Set(drawn).size).toBe(count);
        },
      ),
    );
  });

  test('is the same for the same numbers', () => {
    const first = fillPack(BOOSTER, seededRandom('one'));
    expect(fillPack(BOOSTER, seededRandom('one'))).toEqual(first);
  });

  test('matches the odds and the expected value on average', () => {
    const random = seededRandom('a hundred thousand packs');
    const value = (key: CardKey): number => (key.rarity === 'mythic' ? 900 : key.number.length);
    const seen = { common: 0, rare: 0, mythic: 0 };
    const packs = 100_000;
    let total = 0;
    for (let pack = 0; pack < packs; pack += 1) {
      const keys = fillPack(BOOSTER, random);
      for (const rarity of ['common', 'rare', 'mythic'] as const) {
        if (keys.some((key) => key.rarity === rarity)) seen[rarity] += 1;
      }
      total += keys.reduce((sum, key) => sum + value(key), 0);
    }
    for (const { rarity, chance } of packOdds(BOOSTER, rarityOf)) {
      // The tolerance is 0.005, which is at least three standard errors of a frequency.
      expect(seen[rarity as keyof typeof seen] / packs).toBeCloseTo(chance, 2);
    }
    expect(total / packs / expectedValueCents(BOOSTER, value)).toBeCloseTo(1, 1.7);
  });
});

describe('odds', () => {
  test('are right for a simple pack: one hit in eight, in two variants', () => {
    const sheets = {
      plain: cards('common', 5),
      hit: [...cards('rare', 1, 7), ...cards('mythic', 1)],
    };
    const variants = [
      { weight: 1, slots: [{ sheet: 'plain', count: 1 }] },
      { weight: 1, slots: [{ sheet: 'hit', count: 1 }] },
    ];
    expect(packOdds({ sheets, variants }, rarityOf)).toEqual([
      { rarity: 'common', chance: 0.5 },
      { rarity: 'rare', chance: 0.4375 },
      { rarity: 'mythic', chance: 0.0625 },
    ]);
  });

  test('include that a slot draws without repeating: three of four cards include a given one 3 times in 4', () => {
    const sheet = [...cards('common', 3), ...cards('rare', 1)];
    const collation = {
      sheets: { sheet },
      variants: [{ weight: 1, slots: [{ sheet: 'sheet', count: 3 }] }],
    };
    expect(packOdds(collation, rarityOf)).toEqual([
      { rarity: 'common', chance: 1 },
      { rarity: 'rare', chance: 0.75 },
    ]);
  });
});

describe('the expected value', () => {
  test('of equal weights is the count times the mean', () => {
    const sheet = cards('common', 5);
    const collation = {
      sheets: { sheet },
      variants: [{ weight: 1, slots: [{ sheet: 'sheet', count: 2 }] }],
    };
    expect(expectedValueCents(collation, (key) => Number(key.number.slice(-1)) * 100)).toBeCloseTo(
      400,
    );
  });

  test('of unequal weights includes that a drawn name is not drawn again', () => {
    // Two draws of {A weight 2, B 1, C 1}: A is missed with 1/2 x (1 - 2/3) = 1/6.
    const sheet = [card('A', 'rare', 2), card('B', 'common'), card('C', 'common')];
    const collation = {
      sheets: { sheet },
      variants: [{ weight: 1, slots: [{ sheet: 'sheet', count: 2 }] }],
    };
    expect(expectedValueCents(collation, (key) => (key.number === 'A' ? 600 : 0))).toBeCloseTo(500);
  });

  test('for any prices is between the cheapest and the dearest pack', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (a, b) => {
          const value = expectedValueCents(BOOSTER, (key) => (key.rarity === 'common' ? a : b));
          expect(value).toBeGreaterThanOrEqual(4 * Math.min(a, b) - 1e-6);
          expect(value).toBeLessThanOrEqual(4 * Math.max(a, b) + 1e-6);
        },
      ),
    );
  });
});

test('a collation that contradicts itself is refused', () => {
  const sheets = { one: cards('common', 2) };
  const slots = [{ sheet: 'one', count: 1 }];
  expect(() => packSize({ sheets, variants: [] })).toThrow('needs a variant');
  expect(() => packSize({ sheets, variants: [{ weight: 0, slots }] })).toThrow('Weight 0');
  expect(() =>
    packSize({ sheets, variants: [{ weight: 1, slots: [...slots, ...slots] }] }),
  ).toThrow('twice');
  expect(() =>
    packSize({ sheets, variants: [{ weight: 1, slots: [{ sheet: 'one', count: 3 }] }] }),
  ).toThrow('2 names');
  expect(() =>
    packSize({ sheets, variants: [{ weight: 1, slots: [{ sheet: 'two', count: 1 }] }] }),
  ).toThrow('No sheet');
  expect(() =>
    packSize({
      sheets,
      variants: [
        { weight: 1, slots },
        { weight: 1, slots: [{ sheet: 'one', count: 2 }] },
      ],
    }),
  ).toThrow('different sizes: 1, 2');
});
