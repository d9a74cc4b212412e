import { expect, test } from 'vitest';
import { stockSearch } from './stock-search.ts';

test('the address says which packs, which page and what is open', () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const address = { state: 'sold', packType: 'draft', search: 'A-00', page: 2, id, card: id };
  expect(stockSearch(address)).toEqual(address);
});

test('unknown parts are dropped', () => {
  expect(stockSearch({ state: 'lost', search: ' ', page: 1, id: 'x', packType: [] })).toEqual({});
});

test('a serial of digits is text, although the router reads a number', () => {
  expect(stockSearch({ search: 1042 })).toEqual({ search: '1042' });
});
