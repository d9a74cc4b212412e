import { expect, test } from 'vitest';
import { mailSearch } from './mail-search.ts';

test('the address of the mailbox says what is shown; what is not understood is left out', () => {
  expect(mailSearch({ state: 'failed', search: 123_456, page: 2, mail: 'an id' })).toEqual({
    state: 'failed',
    search: '123456',
    page: 2,
    mail: 'an id',
  });
  expect(mailSearch({ state: 'lost', search: ' ', page: 1, mail: 7 })).toEqual({});
});
