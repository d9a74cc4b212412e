import { expect, test } from 'vitest';
import { AGES_OF_MAJORITY, ageToConfirm, regionNameOf } from './age.ts';
import { PROVINCE_CODES, provinceOf } from './region.ts';

const CHECK = { isAsked: true, provinces: AGES_OF_MAJORITY, elsewhere: 18 };

test('a buyer in Ontario confirms 18, one in Nova Scotia 19', () => {
  expect(ageToConfirm(CHECK, { country: 'CA', state: 'ON' })).toBe(18);
  expect(ageToConfirm(CHECK, { country: 'CA', state: 'Nova Scotia' })).toBe(19);
});

test('a buyer whose region is unknown confirms the highest age', () => {
  expect(ageToConfirm(CHECK, { country: null, state: null })).toBe(19);
  expect(ageToConfirm({ ...CHECK, elsewhere: 21 }, { country: null, state: 'ON' })).toBe(21);
  expect(ageToConfirm(CHECK, { country: 'CA', state: 'Atlantis' })).toBe(19);
});

test('outside Canada one age counts, whatever the state is called', () => {
  expect(ageToConfirm({ ...CHECK, elsewhere: 20 }, { country: 'US', state: 'ON' })).toBe(20);
});

test.each([
  ['QC', 'QC'],
  ['québec', 'QC'],
  [' ca-on ', 'ON'],
  ['Prince Edward Island', 'PE'],
  ['Maine', null],
  ['', null],
])('the province that %j names is %j', (said, province) => {
  expect(provinceOf(said)).toBe(province);
});

test('only the country and the province of a place are stored', () => {
  expect(regionNameOf({ country: 'CA', state: 'Ontario' })).toBe('CA-ON');
  expect(regionNameOf({ country: 'CA', state: 'Main Street' })).toBe('CA');
  expect(regionNameOf({ country: 'US', state: 'Maine' })).toBe('US');
  expect(regionNameOf({ country: null, state: 'Maine' })).toBe(null);
});

test('every province requires 18 or 19', () => {
  expect(
    PROVINCE_CODES.map((code) => AGES_OF_MAJORITY[code]).every((age) => [18, 19].includes(age)),
  ).toBe(true);
  expect(PROVINCE_CODES).toHaveLength(13);
});
