import { expect, test } from 'vitest';
import { countOf } from './count-of.ts';

test.each([
  [1, 'pack', '1 pack'],
  [1_204, 'pack', '1,204 packs'],
  [1, 'delivery', '1 delivery'],
  [2, 'delivery', '2 deliveries'],
  [2, 'day', '2 days'],
])('%d of the noun %s are read as "%s"', (count, one, words) => {
  expect(countOf(count, one)).toBe(words);
});
