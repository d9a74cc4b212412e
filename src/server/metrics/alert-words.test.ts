import { expect, test } from 'vitest';
import { alertWords } from './alert-words.ts';

test.each([
  [0, '0 seconds'],
  [0.2, '200 milliseconds'],
  [1, '1 second'],
  [90, '90 seconds'],
  [93_600, '26 hours'],
])('an operator reads a duration of %s seconds as “%s”', (value, words) => {
  const text = alertWords('{{ $labels.route }} takes {{ $value | humanizeDuration }}', {
    name: 'any',
    labels: { route: '/packs' },
    value,
  });
  expect(text).toBe(`/packs takes ${words}`);
});
