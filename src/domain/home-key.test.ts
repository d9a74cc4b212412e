import { expect, test } from 'vitest';
import { homeKey, type Home } from './home-key.ts';

const home = (line: string, more: Partial<Home> = {}): Home => ({
  name: 'Mira Holt',
  lines: [line, null],
  postalCode: 'B3H 1A1',
  country: 'CA',
  ...more,
});
const keyOf = (line: string, more: Partial<Home> = {}) => homeKey(home(line, more));

test.each<[string, string, Partial<Home>?]>([
  ['12 Harbour Street', '12, harbour st.'],
  ['12 Harbour Avenue North', '12 HARBOUR AVE N'],
  ['12 Harbour Road', '12  Harbour Rd'],
  ['12 Harbour Street Apt 4', '12 Harbour St #4'],
  ['12 Harbour Street Apt. 4', '4-12 Harbour Street'],
  ['12 Harbour Street Apt 4', '12 Harbour Street apt4'],
  ['12 Harbour Street Unit 4B', '12 Harbour St', { lines: ['12 Harbour St', 'Apartment 4 b'] }],
  ['12 St. John’s Lane', '12 Saint Johns Ln'],
  ['12 Rue de l’Église', '12 rue de leglise'],
  ['Hafenstraße 12', 'Hafenstrasse 12'],
  ['12 Harbour Street', '12 Harbour Street', { postalCode: 'b3h1a1' }],
  ['12 Harbour Street', '12 Harbour Street', { name: 'Noa  HOLT' }],
])('“%s” is the home “%s”', (one, other, more = {}) => {
  expect(keyOf(other, more)).toBe(keyOf(one));
  expect(keyOf(one)).not.toBeNull();
});

test.each<[string, string, Partial<Home>?]>([
  ['12 Harbour Street', '14 Harbour Street'],
  ['12 Harbour Street Apt 4', '12 Harbour Street Apt 5'],
  ['12 Harbour Street', '12 Harbour Street', { name: 'Mira Sand' }],
  ['12 Harbour Street', '12 Harbour Street', { postalCode: 'B3H 1A2' }],
  ['12 Harbour Street', '12 Harbour Street', { country: 'US' }],
])('“%s” is another home than “%s”', (one, other, more = {}) => {
  expect(keyOf(other, more)).not.toBe(keyOf(one));
});

test('a ZIP code counts without its last four digits', () => {
  const american = (postalCode: string) => keyOf('1 Pier Road', { country: 'US', postalCode });
  expect(american('04101-1234')).toBe(american('04101'));
});

test.each<Partial<Home>>([
  { name: null },
  { lines: [' ', null] },
  { postalCode: '' },
  { country: null },
])('without %o there is no home', (more) => {
  expect(keyOf('12 Harbour Street', more)).toBeNull();
});
