import { expect, test } from 'vitest';
import { prefilledAddress } from './address-draft.ts';

const NOTHING_KNOWN = {
  fullName: null,
  addressLine1: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
};

test('the first word of a name is the first name, and all others the last', () => {
  const named = (fullName: string) => {
    const { firstName, lastName } = prefilledAddress({ ...NOTHING_KNOWN, fullName });
    return [firstName, lastName];
  };
  expect(named('Mira van der Berg')).toEqual(['Mira', 'van der Berg']);
  expect(named('  Mira  ')).toEqual(['Mira', '']);
});

test('a person of whom nothing is known starts with an empty form in the United States', () => {
  expect(Object.values(prefilledAddress(NOTHING_KNOWN)).filter((value) => value !== '')).toEqual([
    'US',
  ]);
});

test('an address that the profile has is not asked for again', () => {
  const profile = {
    fullName: 'Mira Berg',
    addressLine1: '12 Queen St W',
    city: 'Toronto',
    state: 'ON',
    zipCode: 'M5H 2N2',
    country: 'CA',
  };
  expect(prefilledAddress(profile)).toMatchObject({
    addressLine1: '12 Queen St W',
    city: 'Toronto',
    state: 'ON',
    postalCode: 'M5H 2N2',
    country: 'CA',
  });
});
