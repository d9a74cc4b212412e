import { expect, test } from 'vitest';
import type { Game } from './game.ts';
import { findFinish, findRarity, type GameWords } from './game-words.ts';
import { SEEDED_GAMES } from './seeded-games.ts';

const game: GameWords = {
  id: 'pokemon',
  rarities: [
    { word: 'Rare Holo', rarity: 'rare' },
    { word: 'LEGEND', rarity: 'mythic' },
  ],
  unknownRarity: 'common',
  finishes: [{ word: 'Reverse Holofoil', finish: 'reverse-foil' }],
};

test.each([
  ['Rare Holo', { word: 'Rare Holo', rarity: 'rare' }],
  ['legend', { word: 'LEGEND', rarity: 'mythic' }],
  ['Brand New', { word: 'Brand New', rarity: 'common' }],
])('the rarity “%s” is read in the game’s own word', (cell, found) => {
  expect(findRarity(game, cell)).toMatchObject(found);
});

test('a game with a fixed list of rarities knows no other', () => {
  expect(findRarity({ ...game, unknownRarity: null }, 'Brand New')).toBeNull();
});

const rarityIn = (id: string, word: string) =>
  findRarity(SEEDED_GAMES.find((one) => one.id === id) as Game, word)?.rarity;

test('each game has its own words for the four rarities', () => {
  expect(rarityIn('magic', 'mythic')).toBe('mythic');
  expect(rarityIn('magic', 'special')).toBe('rare');
  expect(rarityIn('pokemon', 'Double Rare')).toBe('rare');
  expect(rarityIn('pokemon', 'Special Illustration Rare')).toBe('mythic');
  expect(rarityIn('yugioh', 'Rare')).toBe('uncommon');
  expect(rarityIn('yugioh', 'Starlight Rare')).toBe('mythic');
});

test('an unknown word is common in the games that invent words, and an error in Magic', () => {
  expect(rarityIn('pokemon', 'Moonlit Rare')).toBe('common');
  expect(rarityIn('yugioh', '2')).toBe('common');
  expect(rarityIn('yugioh', 'Reprint')).toBe('common');
  expect(rarityIn('magic', 'Rarest')).toBeUndefined();
});

test.each([
  ['reverse holofoil', 'reverse-foil'],
  ['Foil', 'foil'],
  ['Non-Foil', 'normal'],
  ['reverse-foil', 'reverse-foil'],
  ['wet', null],
])('the finish “%s” is read in the game’s words and the shop’s', (cell, finish) => {
  expect(findFinish(game, cell)).toBe(finish);
});
