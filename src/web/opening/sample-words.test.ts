import { expect, test } from 'vitest';
import { betterPacksWords } from './sample-words.ts';

test.each([
  [20, 10, 'About 1 in 2 packs holds a better card.'],
  [120, 52, 'About 1 in 2 packs holds a better card.'],
  [121, 20, 'About 1 in 6 packs holds a better card.'],
  [20, 0, 'No pack here holds a better card.'],
])('of %i packs with %i better ones the sample says: %s', (packs, better, words) => {
  expect(betterPacksWords(packs, better)).toBe(words);
});
