import { expect, test } from 'vitest';
import { nameOfGame, notOneOf, rarityOfWord, type Game } from './game.ts';
import { SEEDED_GAMES } from './seeded-games.ts';

const rarityIn = (id: string, word: string) =>
  rarityOfWord(SEEDED_GAMES.find((game) => game.id === id) as Game, word);

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
  expect(rarityIn('magic', 'Rare')).toBeNull();
});

test('a game is shown by its name, and by its id once it is gone', () => {
  expect(nameOfGame(SEEDED_GAMES, 'yugioh')).toBe('Yu-Gi-Oh!');
  expect(nameOfGame(SEEDED_GAMES, 'chess')).toBe('chess');
});

test('a refusal of an unknown game lists all games', () => {
  expect(notOneOf(SEEDED_GAMES)).toBe('game must be one of magic, pokemon, yugioh');
});
