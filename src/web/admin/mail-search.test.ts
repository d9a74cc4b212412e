import { expect, test } from 'vitest';
import { mailSearch } from './mail-search.ts';

const ID = '0b5c2f4e-7d1a-4a5b-9a53-0c6a7d9f1e22';

test('the address of the mailbox says what is shown; unknown parts are dropped', () => {
  expect(mailSearch({ state: 'failed', search: 123_456, page: 2, mail: ID })).toEqual({
    state: 'failed',
    search: '123456',
    page: 2,
    mail: ID,
  });
  expect(mailSearch({ state: 'lost', search: ' ', page: 1, mail: 7 })).toEqual({});
});
