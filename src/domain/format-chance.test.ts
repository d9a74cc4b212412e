import { expect, test } from 'vitest';
import { formatChance, formatShare, inShare } from './format-chance.ts';

test.each([
  [1, 'Every pack'],
  [0.8716, '87% of packs'],
  [0.14, 'about 1 in 7 packs'],
  [0.0509, 'about 1 in 20 packs'],
])('a chance of %d is "%s"', (chance, words) => {
  expect(formatChance(chance)).toBe(words);
});

test.each([
  [40, 'Every pack'],
  [9, '9 of 40 packs'],
  [0, 'none of 40 packs'],
])('%d of 40 counted packs are "%s"', (packs, words) => {
  expect(formatShare(packs, 40)).toBe(words);
});

test.each([
  [40, 'In every one of 40 packs'],
  [9, 'In 9 of 40 packs'],
])('what is in %d of 40 counted packs is "%s"', (packs, words) => {
  expect(inShare(packs, 40)).toBe(words);
});
