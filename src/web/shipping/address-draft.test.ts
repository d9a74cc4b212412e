import { expect, test } from 'vitest';
import { prefilledAddress } from './address-draft.ts';

const NO_TRACES = { chosen: null, last: null, languages: [] };

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
    const { firstName, lastName } = prefilledAddress({ ...NOTHING_KNOWN, fullName }, NO_TRACES);
    return [firstName, lastName];
  };
  expect(named('Mira van der Berg')).toEqual(['Mira', 'van der Berg']);
  expect(named('  Mira  ')).toEqual(['Mira', '']);
});

test('a user without known data starts with an empty form in the United States', () => {
  expect(
    Object.values(prefilledAddress(NOTHING_KNOWN, NO_TRACES)).filter((value) => value !== ''),
  ).toEqual(['US']);
});

test('an address from the profile is filled in', () => {
  const profile = {
    fullName: 'Mira Berg',
    addressLine1: '12 Queen St W',
    city: 'Toronto',
    state: 'ON',
    zipCode: 'M5H 2N2',
    country: 'CA',
  };
  expect(prefilledAddress(profile, NO_TRACES)).toMatchObject({
    addressLine1: '12 Queen St W',
    city: 'Toronto',
    state: 'ON',
    postalCode: 'M5H 2N2',
    country: 'CA',
  });
});

test('a region chosen in this browser fills in country and province', () => {
  const traces = { ...NO_TRACES, chosen: 'CA-ON', languages: ['fr-FR'] };
  expect(prefilledAddress(NOTHING_KNOWN, traces)).toMatchObject({ country: 'CA', state: 'ON' });
  expect(prefilledAddress(NOTHING_KNOWN, { ...traces, chosen: 'DE' })).toMatchObject({
    country: 'DE',
    state: '',
  });
  expect(prefilledAddress({ ...NOTHING_KNOWN, country: 'US' }, traces)).toMatchObject({
    country: 'US',
    state: '',
  });
});

test('the country comes from the profile, or the last parcel, or the browser', () => {
  const last = {
    firstName: 'Mira',
    lastName: 'Berg',
    addressLine1: '4 Kastanienallee',
    addressLine2: '',
    city: 'Berlin',
    state: 'BE',
    postalCode: '10435',
    country: 'DE',
  };
  const languages = ['fr', 'en-CA', 'de-AT'];
  const countryOf = (
    profileCountry: string | null,
    traces: Parameters<typeof prefilledAddress>[1],
  ) => prefilledAddress({ ...NOTHING_KNOWN, country: profileCountry }, traces).country;
  expect(countryOf('FR', { chosen: null, last, languages })).toBe('FR');
  expect(countryOf(null, { chosen: null, last, languages })).toBe('DE');
  expect(countryOf(null, { chosen: null, last: null, languages })).toBe('CA');
  expect(
    countryOf('Canada', {
      chosen: null,
      last: null,
      languages: ['en', 'not a language', 'es-419'],
    }),
  ).toBe('US');
});
