import { expect, test } from 'vitest';
import { readCardNumber, writeCardNumber } from './card-number.ts';

test('a card’s number names its pack and its place in it, and can be read again', () => {
  const card = { certification: 'FF-2026-00017', position: 12 };
  expect(writeCardNumber(card)).toBe('FF-2026-00017-12');
  expect(readCardNumber(' FF-2026-00017-12\n')).toEqual(card);
});

test.each(['', 'FF2026', 'FF-', '-3', 'FF-0', 'FF-x', 'FF-03'])(
  '“%s” is no card’s number',
  (text) => {
    expect(readCardNumber(text)).toBeNull();
  },
);
