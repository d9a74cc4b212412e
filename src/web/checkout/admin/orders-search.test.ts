import { expect, test } from 'vitest';
import { codesSearch, ordersSearch } from './orders-search.ts';
import { overviewSearch } from '../../admin/overview-search.ts';
import { allTransactionsSearch } from '../../wallet/admin/transactions-search.ts';

const ID = '0b5c2f4e-7d1a-4a5b-9a53-0c6a7d9f1e22';

test('the address of the orders says what is shown, and unknown parts are dropped', () => {
  expect(
    ordersSearch({
      state: 'paid',
      method: 'stripe',
      flag: 'opened_before_refund',
      search: 4711,
      from: '2026-11-01',
      to: '2026-02-30',
      page: '3',
      id: ID,
    }),
  ).toEqual({
    state: 'paid',
    method: 'stripe',
    flag: 'opened_before_refund',
    search: '4711',
    from: '2026-11-01',
    page: 3,
    id: ID,
  });
  expect(
    ordersSearch({ state: 'gone', method: 'cash', flag: 'late', search: ' ', page: 1, id: 'abc' }),
  ).toEqual({});
});

test('the ledger is for one user, and has no filters', () => {
  expect(allTransactionsSearch({ view: 'ledger', type: 'refund' })).toEqual({ type: 'refund' });
  expect(allTransactionsSearch({ user: ID, view: 'ledger', type: 'refund', page: 2 })).toEqual({
    user: ID,
    view: 'ledger',
    page: 2,
  });
});

test('the default of 30 days is not in the address of the overview', () => {
  expect([overviewSearch({ days: 7 }), overviewSearch({ days: 30 }), overviewSearch({})]).toEqual([
    { days: '7' },
    {},
    {},
  ]);
});

test('the address of the discount codes has a search and the open code', () => {
  expect(codesSearch({ search: 'SPRING', code: 'SPRING-26' })).toEqual({
    search: 'SPRING',
    code: 'SPRING-26',
  });
});
