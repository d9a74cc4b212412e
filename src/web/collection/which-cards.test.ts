import { expect, test } from 'vitest';
import { myCardsSearch } from './my-cards-search.ts';
import { inView, viewOf } from './cards-view.ts';
import { isNarrowed, whichCards } from './which-cards.ts';

test('as cards the best comes first, as rows the newest, and expiring ones soonest first', () => {
  expect(whichCards({}, 'cards')).toMatchObject({ sortBy: 'price', sortOrder: 'desc' });
  expect(whichCards({ sort: 'newest' }, 'cards')).toMatchObject({ sortBy: 'opened_at' });
  expect(whichCards({}, 'rows')).toMatchObject({ sortBy: 'opened_at', sortOrder: 'desc' });
  expect(whichCards({ expiring: true }, 'rows')).toMatchObject({
    days: 7,
    sortBy: 'auto_convert_at',
    sortOrder: 'asc',
  });
  const byName = whichCards({ expiring: true, sort: 'name' }, 'rows');
  expect(byName).toMatchObject({ days: 7, sortBy: 'name' });
});

test('links with a tab, a page, a size or expiring cards open rows, others the view used last', () => {
  const rows = [{ tab: 'available' }, { page: 2 }, { size: 50 }, { expiring: true }] as const;
  expect(rows.map((search) => viewOf(search, 'cards'))).toEqual(rows.map(() => 'rows'));
  expect(viewOf({ rarity: 'rare', card: 'x' }, 'binder')).toBe('binder');
  expect(viewOf({ page: 2, view: 'cards' }, 'binder')).toBe('cards');
  // The URL names the view only if it would open another view otherwise.
  expect(inView({ view: 'cards', set: 'x' }, 'cards', 'cards')).toEqual({ set: 'x' });
  expect(inView({ page: 2 }, 'cards', 'cards')).toEqual({ page: 2, view: 'cards' });
});

test('every market value is in one range', () => {
  const ranges = (['0-1', '1-5', '5-20', '20-'] as const)
    .map((value) => whichCards({ value }, 'rows'))
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
    view: 'sideways',
    size: '8',
    rarity: 'rare',
    finish: 'wet',
    sort: 'luck',
    leaf: 1,
    value: '1-5',
    card: 'x',
  });
  expect(read).toEqual({ rarity: 'rare', leaf: 1, value: '1-5', size: 8 });
  expect([isNarrowed({ set: 'magic-mid', leaf: 3 }), isNarrowed({ rarity: 'rare' })]).toEqual([
    false,
    true,
  ]);
});
