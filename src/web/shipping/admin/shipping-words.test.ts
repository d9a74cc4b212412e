import { expect, test } from 'vitest';
import { movedWords, waitedWords } from './shipping-words.ts';
import { countedWords } from '../../lists/count-words.ts';

test('a wait is shown in hours for two days, and then in days', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  const waited = (hours: number) => waitedWords(new Date(now - hours * 3_600_000), now);
  expect([0.9, 1, 47.9, 48, 71.9].map(waited)).toEqual([
    'under 1 h',
    '1 h',
    '47 h',
    '2 days',
    '2 days',
  ]);
});

test('a limited count shows its limit', () => {
  expect([0, 499, 500].map(countedWords)).toEqual(['0', '499', '500+']);
});

test('after a move the message counts the moved ones, and says why the others stayed', () => {
  const moved = { id: 'aaaaaaaa-1', error: null };
  const refused = {
    id: 'bbbbbbbb-2',
    error: { code: 'NOT_FOUND' as const, message: 'Resource not found' },
  };
  expect(movedWords({ results: [moved, moved] }, 'packed')).toEqual({
    title: '2 shipments packed',
    failures: [],
  });
  expect(movedWords({ results: [moved, refused] }, 'delivered')).toEqual({
    title: '1 shipment delivered',
    failures: ['bbbbbbbb: Resource not found'],
  });
});
