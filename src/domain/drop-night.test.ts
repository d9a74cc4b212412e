import { describe, expect, test } from 'vitest';
import { countdownWords, phaseOf, type ComingDrop } from './drop-night.ts';

const at = (time: string) => new Date(`2026-11-30T${time}Z`);
const drop: ComingDrop = {
  state: 'draft',
  numberAt: at('20:01:00'),
  isOrdered: false,
  opensAt: at('20:02:00'),
};

describe('a drop night', () => {
  test.each([
    ['is announced before its list is fixed', drop, '19:00:00', 'announced'],
    [
      'waits for its number once the list is fixed',
      { ...drop, state: 'published' },
      '20:00:30',
      'fixed',
    ],
    ['says so if the number is late', { ...drop, state: 'published' }, '20:01:00', 'due'],
    ['says so too if the shop did not publish in time', drop, '20:01:05', 'due'],
    [
      'has an order before it opens',
      { ...drop, state: 'published', isOrdered: true },
      '20:01:03',
      'ordered',
    ],
    ['is on sale', { ...drop, state: 'open', isOrdered: true }, '20:02:00', 'open'],
    [
      'stays so while it is paused',
      { ...drop, state: 'paused', isOrdered: true },
      '20:05:00',
      'open',
    ],
    ['is over', { ...drop, state: 'closed', isOrdered: true }, '23:00:00', 'over'],
  ] as const)('%s', (_title, coming, now, phase) => {
    expect(phaseOf(coming, at(now))).toBe(phase);
  });

  test.each([
    ['2026-12-02T23:05:09Z', '2 days 03:04:09'],
    ['2026-12-01T20:01:00Z', '1 day 00:00:00'],
    ['2026-11-30T23:05:09Z', '3:04:09'],
    ['2026-11-30T20:05:09Z', '4:09'],
    ['2026-11-30T20:01:00.200Z', '0:01'],
    ['2026-11-30T20:00:00Z', '0:00'],
  ])('until %s it is %s', (until, words) => {
    expect(countdownWords(new Date(until), at('20:01:00'))).toBe(words);
  });
});
