import { expect, test } from 'vitest';
import { catalogueSearch } from './catalogue-search.ts';

test('the address of the catalogue says what is shown', () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const address = { view: 'cards', game: 'magic', search: 'heron', page: 2, id };
  expect(catalogueSearch(address)).toEqual(address);
  const ordered = { sort: '-price', columns: 'name,price' };
  expect(catalogueSearch(ordered)).toEqual(ordered);
  expect(catalogueSearch({ sort: 'price; --', columns: 7 })).toEqual({});
  expect(catalogueSearch({ search: 151, make: true })).toEqual({ search: '151', make: true });
});

test('impossible parts are dropped', () => {
  expect(
    catalogueSearch({ view: 'packs', game: 'Chess!', search: ' ', page: 1, id: '', make: 'yes' }),
  ).toEqual({});
});
