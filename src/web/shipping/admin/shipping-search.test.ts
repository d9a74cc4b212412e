import { expect, test } from 'vitest';
import { sheetsSearch, shippingSearch } from './shipping-search.ts';
import { lockedSearch } from '../../collection/admin/locked-search.ts';

const ID = '0b5c2f4e-7d1a-4a5b-9a53-0c6a7d9f1e22';

test('the shipping page reads its view, search, page and open parcel from the address', () => {
  expect(shippingSearch({ status: 'packed', search: 'mira', page: 2, id: ID })).toEqual({
    status: 'packed',
    search: 'mira',
    page: 2,
    id: ID,
  });
  // This tracking number has only digits, so the router parses it as a number.
  expect(shippingSearch({ search: 7023210039414604 })).toEqual({ search: '7023210039414604' });
});

test('defaults and invalid values are not in the address', () => {
  expect(shippingSearch({ status: 'requested', page: 1, search: ' ', id: 'x' })).toEqual({});
  expect(shippingSearch({ status: 'sunk', page: 'two' })).toEqual({});
  expect(lockedSearch({ reason: 'expired' })).toEqual({});
  expect(lockedSearch({ reason: 'dispute', page: 3 })).toEqual({ reason: 'dispute', page: 3 });
});

test('print pages take ids, each once', () => {
  const other = ID.replace('0b5c', 'ffff');
  expect(sheetsSearch({ ids: `${ID},all,${other},${ID}` })).toEqual({ ids: `${ID},${other}` });
  expect(sheetsSearch({})).toEqual({ ids: '' });
});
