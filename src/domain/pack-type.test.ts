import { expect, test } from 'vitest';
import { toCents } from './money.ts';
import {
  changedPackTypeFields,
  isPricedRight,
  newPackTypeFields,
  packTypeFieldsOf,
} from './pack-type.ts';

const price = toCents(2_000);
const draft = newPackTypeFields({ name: 'Harbour Draft', price, originalPrice: toCents(2_500) });

test('a new pack type is on sale, one for each person, unless the operator chooses otherwise', () => {
  expect(newPackTypeFields({ name: 'Harbour Draft', price })).toEqual({
    name: 'Harbour Draft',
    description: '',
    price,
    originalPrice: null,
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
  expect(changedPackTypeFields(draft, { originalPrice: null, purchaseLimit: null })).toEqual({
    ...draft,
    originalPrice: null,
    purchaseLimit: null,
  });
});

test('a reduction ends when a new price overtakes it, not before', () => {
  expect(changedPackTypeFields(draft, { price: toCents(2_499) }).originalPrice).toBe(2_500);
  expect(changedPackTypeFields(draft, { price: toCents(2_500) }).originalPrice).toBeNull();
});

test('a given original price must be above the price', () => {
  const said = { price: toCents(2_500), originalPrice: toCents(2_500) };
  expect(isPricedRight(changedPackTypeFields(draft, said))).toBe(false);
  expect(isPricedRight(draft)).toBe(true);
  expect(isPricedRight(newPackTypeFields({ name: 'Harbour Draft', price }))).toBe(true);
});

test('its facts contain nothing else', () => {
  const row = { ...draft, id: 'harbour-draft', in_stock: 7 };
  expect(packTypeFieldsOf(row)).toEqual(draft);
});
