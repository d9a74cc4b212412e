import { expect, test } from 'vitest';
import { DOWN_AFTER, GIVE_UP_AFTER_S, pauseAfter, restAfter } from './webhook.ts';

test('a message is tried again after growing pauses, for three days and no longer', () => {
  const at: number[] = [];
  for (let now = 0, tries = 1; ; tries += 1) {
    at.push(now);
    const pause = pauseAfter(tries, now);
    if (pause === null) break;
    now += pause;
  }
  expect(at.slice(0, 5)).toEqual([0, 10, 40, 160, 760]);
  const pauses = at.slice(1).map((now, index) => now - at[index]!);
  expect(pauses.slice(0, -1)).toEqual(pauses.slice(0, -1).toSorted((one, other) => one - other));
  expect(at.at(-1)).toBe(GIVE_UP_AFTER_S);
  expect(at.length).toBeGreaterThan(12);
});

test('the shop calls an endpoint that is down at least once a minute', () => {
  expect(restAfter(DOWN_AFTER - 1)).toBe(0);
  expect([0, 1, 2, 3, 4, 100].map((more) => restAfter(DOWN_AFTER + more))).toEqual([
    5, 10, 20, 40, 60, 60,
  ]);
});
