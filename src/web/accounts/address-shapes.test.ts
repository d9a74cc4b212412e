import { expect, test } from 'vitest';
import { PROVINCE_CODES, PROVINCES } from '#domain/region.ts';
import { shapeOf } from './address-shapes.ts';

test('Canada has the provinces that the taxes know, by their codes', () => {
  const { states, order } = shapeOf('CA');
  expect(states.map(({ value }) => value).toSorted()).toEqual(PROVINCE_CODES.toSorted());
  expect(states.find(({ value }) => value === 'NS')?.label).toBe(PROVINCES.NS.name);
  expect(order).toEqual(['city', 'state', 'postalCode']);
});

test('the form does not ask for parts that a country’s envelopes lack', () => {
  expect(shapeOf('GB').order).toEqual(['city', 'postalCode']);
  expect(shapeOf('HK').order.toSorted()).toEqual(['city', 'state']);
  expect(shapeOf('SG').order).toContain('city');
});

test('the postal code is where the country has it', () => {
  expect(shapeOf('DE').order.slice(0, 2)).toEqual(['postalCode', 'city']);
  expect(shapeOf('US').states).toContainEqual({ value: 'NY', label: 'New York' });
  expect(shapeOf('XX')).toEqual({ states: [], order: ['city', 'state', 'postalCode'] });
});
