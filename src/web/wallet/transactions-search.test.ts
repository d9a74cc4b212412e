import { expect, test } from 'vitest';
import { transactionsSearch } from './transactions-search.ts';
import { endOfDay, startOfDay } from '../ui/moments.ts';

test('the address narrows the list by known parts and drops the rest', () => {
  const search = {
    type: 'card_sale',
    status: 'completed',
    from: '2026-11-01',
    to: '2026-11-21',
    page: '2',
  };
  expect(transactionsSearch({ ...search, other: 'x' })).toEqual({ ...search, page: 2 });
  expect(
    transactionsSearch({ type: 'gift', status: 'lost', from: '2026-02-30', to: 'now', page: '0' }),
  ).toEqual({});
});

test('a day has all its milliseconds, in the viewer’s time zone', () => {
  expect(endOfDay('2026-11-21').getTime() - startOfDay('2026-11-21').getTime()).toBe(86_399_999);
  expect(startOfDay('2026-11-21').getDate()).toBe(21);
});
