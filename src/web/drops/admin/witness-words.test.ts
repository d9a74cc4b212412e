import { expect, test } from 'vitest';
import { witnessWords } from './witness-words.ts';

const NUMBER_AT = Date.UTC(2026, 10, 26, 12);
const seen = (seconds: number | null, numberAt: Date | null = new Date(NUMBER_AT)) =>
  witnessWords({
    drop: { numberAt },
    witnesses: [
      { name: 'friend', seenAt: seconds === null ? null : new Date(NUMBER_AT + seconds * 1000) },
    ],
  });

test('an operator reads how long before the number each witness signed, or how much too late', () => {
  expect(seen(-58)).toBe('friend signed 58 seconds before the number');
  expect(seen(-1)).toBe('friend signed 1 second before the number');
  expect(seen(0)).toBe('friend signed when the number was already public');
  expect(seen(1)).toBe('friend signed 1 second too late');
  expect(seen(-58, null)).toBe('friend signed');
  expect(seen(null)).toBe('friend has not signed');
  expect(witnessWords({ drop: { numberAt: null }, witnesses: [] })).toMatch(/^None/);
});
