import { afterEach, beforeEach, expect, test } from 'vitest';
import { notePipelinedQuery, statementTimed, timedFor } from './statement-times.ts';

let stop: () => void;
beforeEach(() => {
  stop = statementTimed.subscribe(() => {});
  notePipelinedQuery(1_000);
  // After a slow query, the next fifty queries are all timed. This loop uses up these fifty, so that they don't affect
  // the tests.
  for (let at = 0; at < 50; at += 1) timedFor(3);
});
afterEach(() => stop());

const timed = (pipelinedQueries: number) =>
  Array.from({ length: pipelinedQueries }, () => timedFor(3));

test('one of seventeen pipelined queries is timed, and stands for all of them', () => {
  expect(timed(34)).toEqual([...Array(16).fill(0), 17, ...Array(16).fill(0), 17]);
});

test('a single statement is always timed, because that needs no further message', () => {
  expect([timedFor(1), timedFor(1)]).toEqual([1, 1]);
});

test('after a slow pipelined query the next ones are all timed, to name the slow statement; then only a sample is', () => {
  timed(5);
  notePipelinedQuery(24);
  expect(timedFor(3)).toBe(0);
  notePipelinedQuery(26);
  expect(timed(50)).toEqual([7, ...Array(49).fill(1)]);
  expect(timed(17)).toEqual([...Array(16).fill(0), 17]);
});

test('nothing is timed without a subscriber', () => {
  stop();
  expect(timedFor(1)).toBe(0);
});
