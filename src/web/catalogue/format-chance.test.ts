import { expect, test } from 'vitest';
import { formatChance } from './format-chance.ts';

test.each([
  [1, 'Every pack'],
  [0.8716, '87% of packs'],
  [0.14, 'about 1 in 7 packs'],
  [0.0509, 'about 1 in 20 packs'],
])('a chance of %d is "%s"', (chance, words) => {
  expect(formatChance(chance)).toBe(words);
});
