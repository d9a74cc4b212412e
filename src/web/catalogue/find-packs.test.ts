import type { Cents } from '#domain/money.ts';
import { expect, test } from 'vitest';
import { findPacks } from './find-packs.ts';

const pack = (name: string, price: number, left: number, more: object = {}) => ({
  name,
  set_name: 'First Edition',
  game: 'magic',
  price: price as Cents,
  is_available: true,
  availablePacksCount: left,
  ...more,
});

const PACKS = [
  pack('Éclair', 500, 3),
  pack('Dragon', 900, 0),
  pack('Bonfire', 500, 1, { game: 'pokemon', set_name: 'Obsidian Flames' }),
  pack('castle', 100, 20),
];

const names = (search: Parameters<typeof findPacks>[1]) =>
  findPacks(PACKS, search, (id) => `The ${id} game`).map(({ name }) => name);

test('without a sort order packs stay in the shop’s order', () => {
  expect(names({})).toEqual(['Éclair', 'Dragon', 'Bonfire', 'castle']);
});

test('packs are found by each word of name, set and game, without accents and cases', () => {
  expect(names({ search: 'ECLAIR' })).toEqual(['Éclair']);
  expect(names({ search: ' flames  bon ' })).toEqual(['Bonfire']);
  expect(names({ search: 'first edition', game: 'magic' })).toEqual(['Éclair', 'Dragon', 'castle']);
  expect(names({ search: 'bonfire', game: 'magic' })).toEqual([]);
  expect(names({ search: 'the pokemon' })).toEqual(['Bonfire']);
});

test('packs are sorted by price either way, and equal ones stay in the shop’s order', () => {
  expect(names({ sort: 'cheapest' })).toEqual(['castle', 'Éclair', 'Bonfire', 'Dragon']);
  expect(names({ sort: 'dearest' })).toEqual(['Dragon', 'Éclair', 'Bonfire', 'castle']);
});

test('packs are sorted by name as people do', () => {
  expect(names({ sort: 'name' })).toEqual(['Bonfire', 'castle', 'Dragon', 'Éclair']);
});

test('packs with the fewest left come first, and sold-out ones last', () => {
  expect(names({ sort: 'left' })).toEqual(['Bonfire', 'Éclair', 'castle', 'Dragon']);
});
