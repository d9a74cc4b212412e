import { expect, test } from 'vitest';
import { myCardsSearch } from './my-cards-search.ts';
import { isNarrowed, whichCards } from './which-cards.ts';

test('by default the newest cards come first, and expiring ones soonest first', () => {
  expect(whichCards({})).toMatchObject({ sortBy: 'opened_at', sortOrder: 'desc' });
  expect(whichCards({ expiring: true })).toMatchObject({
    days: 7,
    sortBy: 'auto_convert_at',
    sortOrder: 'asc',
  });
  expect(whichCards({ expiring: true, sort: 'name' })).toMatchObject({ days: 7, sortBy: 'name' });
});

test('every market value is in one range', () => {
  const ranges = (['0-1', '1-5', '5-20', '20-'] as const)
    .map((value) => whichCards({ value }))
    .map(({ priceMin, priceMax }) => [priceMin, priceMax]);
  expect(ranges).toEqual([
    [0, 99],
    [100, 499],
    [500, 1_999],
    [2_000, undefined],
  ]);
});

test('unknown parts of an address are dropped, and a set alone keeps the binder’s empty pockets', () => {
  const read = myCardsSearch({
    tab: 'elsewhere',
    rarity: 'rare',
    finish: 'wet',
    sort: 'luck',
    leaf: 1,
    value: '1-5',
    card: 'x',
  });
  expect(read).toEqual({ rarity: 'rare', leaf: 1, value: '1-5' });
  expect([isNarrowed({ set: 'magic-mid', leaf: 3 }), isNarrowed({ rarity: 'rare' })]).toEqual([
    false,
    true,
  ]);
});
