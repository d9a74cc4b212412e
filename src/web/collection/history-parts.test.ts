import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partAt } from './history-parts.ts';

test.each([
  [[0, 0, 0, 0], 0, { part: 1, before: 0 }],
  [[100, 3, 0, 0], 102, { part: 1, before: 0 }],
  [[121, 3, 0, 0], 102, { part: 1, before: 0 }],
  [[121, 3, 0, 0], 103, { part: 2, before: 103 }],
  [[121, 3, 0, 0], 900, { part: 2, before: 103 }],
  [[250, 0, 101, 0], 199, { part: 1, before: 0 }],
  [[250, 0, 101, 0], 200, { part: 2, before: 200 }],
  [[250, 0, 101, 0], 301, { part: 3, before: 301 }],
])('of lists of %j the card at place %i is in %j', (totals, place, expected) => {
  expect(partAt(totals, place)).toEqual(expected);
});

test('every card of every list has one place, and a screen of fifty needs two parts at most', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(450), { minLength: 4, maxLength: 4 }), (totals) => {
      const all = totals.reduce((sum, total) => sum + total, 0);
      const places = Array.from({ length: all }, (_none, at) => partAt(totals, at));
      const wrong = places.filter(({ part, before }, at) => {
        const [last, next] = [places[at + 49] ?? places.at(-1)!, places[before]];
        const isFirst = next?.part === part && places[before - 1]?.part !== part;
        return !isFirst || last.part - part > 1;
      });
      expect(wrong).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
