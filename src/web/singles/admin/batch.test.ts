import { expect, test } from 'vitest';
import type { Single } from '#contract/singles-admin.ts';
import { addLine, foundLine, isBatchComplete, withProblems, type Line } from './batch.ts';

const single = (id: string) => ({ id, condition: 'Near Mint' }) as Single;
const typed = (...numbers: string[]): Line[] =>
  numbers.reduce<Line[]>((lines, number, key) => addLine(lines, { key, number }), []);

test('a batch shows the newest line first, and waits until the shop has named each card', () => {
  const asked = typed('C-1-1', 'C-1-2');
  expect(asked.map(({ number }) => number)).toEqual(['C-1-2', 'C-1-1']);
  const first = foundLine(asked, 0, { single: single('a'), problem: null });
  expect(isBatchComplete(first)).toBe(false);
  const both = foundLine(first, 1, { single: single('b'), problem: null });
  expect([isBatchComplete(both), both[0]!.condition]).toEqual([true, 'Near Mint']);
  expect(isBatchComplete([])).toBe(false);
});

test('a wrong number keeps its problem on its line until it is typed again', () => {
  const wrong = foundLine(typed('C-9-9'), 0, { single: null, problem: 'There is no card' });
  expect([isBatchComplete(wrong), wrong[0]!.problem]).toEqual([false, 'There is no card']);
  expect(addLine(wrong, { key: 1, number: 'c-9-9' })).toHaveLength(1);
});

test('a graded card under its sleeve’s number and its label is in the batch once', () => {
  const asked = typed('C-1-1', 'PSA-77');
  const first = foundLine(asked, 0, { single: single('a'), problem: null });
  const both = foundLine(first, 1, { single: single('a'), problem: null });
  expect(both.map(({ problem }) => problem)).toEqual(['This card is in the batch already', null]);
});

test('what the shop refuses stands at the line that was sent', () => {
  const lines = typed('C-1-1', 'C-1-2');
  const fields = [{ path: 'cards.0.number', message: 'Sold' }];
  expect(withProblems(lines, lines.toReversed(), fields).map(({ problem }) => problem)).toEqual([
    null,
    'Sold',
  ]);
});
