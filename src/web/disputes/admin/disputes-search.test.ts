import { expect, test } from 'vitest';
import { disputesSearch } from './disputes-search.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('the address of the disputes has state, page and the open one', () => {
  expect(disputesSearch({ state: 'lost', page: 2, id: ID })).toEqual({
    state: 'lost',
    page: 2,
    id: ID,
  });
  expect(disputesSearch({ state: 'all' })).toEqual({ state: 'all' });
});

test('unknown parts are dropped', () => {
  expect(disputesSearch({ state: 'forgotten', page: 0, id: '' })).toEqual({});
});
