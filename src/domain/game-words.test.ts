import { expect, test } from 'vitest';
import { findFinish, findRarity, type GameWords } from './game-words.ts';

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

test.each([
  ['reverse holofoil', 'reverse-foil'],
  ['Foil', 'foil'],
  ['Non-Foil', 'normal'],
  ['reverse-foil', 'reverse-foil'],
  ['wet', null],
])('the finish “%s” is read in the game’s words and the shop’s', (cell, finish) => {
  expect(findFinish(game, cell)).toBe(finish);
});
