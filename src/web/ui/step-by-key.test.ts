import { expect, test } from 'vitest';
import { ALONG_COLUMN, ALONG_ROW, stepByKey } from './step-by-key.ts';

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowLeft', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['ArrowDown', 0, undefined],
  ['a', 0, undefined],
])('in a row of three, %s leads from %i to %s', (key, at, to) => {
  expect(stepByKey(key, ALONG_ROW, at, 3)).toBe(to);
});

test('the other arrows move along a column', () => {
  expect(stepByKey('ArrowDown', ALONG_COLUMN, 2, 3)).toBe(0);
  expect(stepByKey('ArrowLeft', ALONG_COLUMN, 2, 3)).toBeUndefined();
});
