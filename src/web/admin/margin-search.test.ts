import { expect, test } from 'vitest';
import { marginSearch } from './margin-search.ts';

test('an address names how margins are grouped, and a period of months', () => {
  expect(marginSearch({ by: 'drop', from: '2026-01', to: '2026-11' })).toEqual({
    by: 'drop',
    from: '2026-01',
    to: '2026-11',
  });
});

test.each([
  { by: 'type' },
  { by: 'colour' },
  { from: '2026-11' },
  { from: '2026-12', to: '2026-11' },
  { from: '2026-13', to: '2026-14' },
])('%j is the last twelve months by pack type', (address) => {
  expect(marginSearch(address)).toEqual({});
});
