import { expect, test } from 'vitest';
import { nameOfGame, notOneOf } from './game.ts';
import { SEEDED_GAMES } from './seeded-games.ts';

test('a game is shown by its name, and by its id once it is gone', () => {
  expect(nameOfGame(SEEDED_GAMES, 'yugioh')).toBe('Yu-Gi-Oh!');
  expect(nameOfGame(SEEDED_GAMES, 'chess')).toBe('chess');
});

test('a refusal of an unknown game lists all games', () => {
  expect(notOneOf(SEEDED_GAMES)).toBe('game must be one of magic, pokemon, yugioh');
});
