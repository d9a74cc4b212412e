import { expect, test } from 'vitest';
import { shareCounted } from './results-timeline.ts';

const CARDS = 10;
const TOTAL_AT = 3500;

test('the total appears half a second after the last card', () => {
  expect(shareCounted(TOTAL_AT - 1, CARDS)).toBeNull();
  expect(shareCounted(TOTAL_AT, CARDS)).toBe(0);
});

test('it counts up in sixty steps over a second, and stays', () => {
  const seen = Array.from({ length: 1500 }, (_none, ms) => shareCounted(TOTAL_AT + ms, CARDS));
  expect(new Set(seen).size).toBe(61);
  expect(seen.indexOf(1)).toBe(1000);
  expect(seen.at(-1)).toBe(1);
  expect(seen).toEqual(seen.toSorted((a, b) => a! - b!));
});
