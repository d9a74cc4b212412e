import { expect, test } from 'vitest';
import { waitWords } from './wait-words.ts';

test.each([
  [0, '1 second'],
  [0.2, '1 second'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [3240, '54 minutes'],
  [5400, '90 minutes'],
  [5401, '2 hours'],
  [86_400, '24 hours'],
])('a wait of %s seconds is “%s”', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});
