import { expect, test } from 'vitest';
import { rarityFromSource, yugiohFinish } from './source-rarity.ts';

test('each game has its own words for the four rarities', () => {
  expect(rarityFromSource('magic', 'mythic', 'mid')).toBe('mythic');
  expect(rarityFromSource('magic', 'special', 'spg')).toBe('rare');
  expect(rarityFromSource('pokemon', 'Double Rare', 'sv3pt5')).toBe('rare');
  expect(rarityFromSource('pokemon', 'Special Illustration Rare', 'sv1')).toBe('mythic');
  expect(rarityFromSource('yugioh', 'Rare', 'PGD')).toBe('uncommon');
  expect(rarityFromSource('yugioh', 'Starlight Rare', 'DIFO')).toBe('mythic');
});

test('in an all-foil set every pack holds a Secret Rare, so it is rare and a Super Rare uncommon', () => {
  expect(rarityFromSource('yugioh', 'Secret Rare', 'MYFI')).toBe('rare');
  expect(rarityFromSource('yugioh', 'Super Rare', 'MYFI')).toBe('uncommon');
  expect(rarityFromSource('yugioh', 'Secret Rare', 'DIFO')).toBe('mythic');
  expect(rarityFromSource('yugioh', 'Super Rare', 'DIFO')).toBe('rare');
});

test('an unknown word is common in the games that invent words, and an error in Magic', () => {
  expect(rarityFromSource('pokemon', 'Moonlit Rare', 'sv99')).toBe('common');
  expect(rarityFromSource('yugioh', '2', 'MAGO')).toBe('common');
  expect(rarityFromSource('yugioh', 'Reprint', 'MAGO')).toBe('common');
  expect(rarityFromSource('magic', 'Rare', 'mid')).toBeNull();
});

test('a Yu-Gi-Oh! card is foil from Super Rare on', () => {
  expect(['Common', 'Short Print', 'Rare'].map(yugiohFinish)).toEqual([
    'normal',
    'normal',
    'normal',
  ]);
  expect(['Super Rare', 'Secret Rare', 'Starfoil Rare'].map(yugiohFinish)).toEqual([
    'foil',
    'foil',
    'foil',
  ]);
});
