import { expect, test } from 'vitest';
import { toCents } from './money.ts';
import {
  changedPackTypeFields,
  newPackTypeFields,
  packTypeFieldsOf,
  withTypedPrice,
} from './pack-type.ts';

const price = toCents(2_000);
const draft = newPackTypeFields({ name: 'Harbour Draft', price });

test('a new pack type is on sale, one for each person, unless the operator chooses otherwise', () => {
  expect(newPackTypeFields({ name: 'Harbour Draft', price })).toEqual({
    name: 'Harbour Draft',
    description: '',
    price,
    nextPrice: null,
    sealKind: 'resealed',
    purchaseLimit: 1,
    guaranteed: false,
    isAvailable: true,
    tags: [],
    details: [],
    promisesFoil: false,
    promisesRarity: null,
    promisesHits: null,
  });
  const said = { purchaseLimit: null, guaranteed: true, isAvailable: false, tags: ['new'] };
  expect(newPackTypeFields({ name: 'Harbour Draft', price, ...said })).toMatchObject(said);
});

test('a change keeps omitted fields, and null clears', () => {
  const changed = changedPackTypeFields(draft, { name: 'Harbour', tags: undefined });
  expect(changed).toEqual({ ...draft, name: 'Harbour' });
  expect(changedPackTypeFields(draft, { purchaseLimit: null })).toEqual({
    ...draft,
    purchaseLimit: null,
  });
});

test('its facts contain nothing else', () => {
  const row = { ...draft, id: 'harbour-draft', in_stock: 7 };
  expect(packTypeFieldsOf(row)).toEqual(draft);
});

test('a typed price holds at once, or while a drop fixes the price, after that drop', () => {
  const [other, third] = [toCents(2_500), toCents(3_000)];
  expect(withTypedPrice(draft, other, false)).toEqual({ ...draft, price: other });
  const waiting = { ...draft, nextPrice: other };
  expect(withTypedPrice(draft, other, true)).toEqual(waiting);
  expect(withTypedPrice(waiting, third, true)).toEqual({ ...draft, nextPrice: third });
  expect(withTypedPrice(waiting, price, true)).toEqual(draft);
  expect(withTypedPrice(waiting, third, false)).toEqual({ ...draft, price: third });
});
