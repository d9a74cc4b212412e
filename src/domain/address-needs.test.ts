import { allCountries } from 'country-region-data';
import { formatAddress } from 'localized-address-format';
import { expect, test } from 'vitest';
import { needsPostalCode, placeLine } from './address-needs.ts';

test('the form asks for a postal code if the country’s envelopes have one', () => {
  for (const [, country] of allCountries) {
    const written = formatAddress({ postalCountry: country, postalCode: '{p}' }, 'latin').join();
    expect.soft([country, needsPostalCode(country)]).toEqual([country, written.includes('{p}')]);
  }
});

test.each([
  [{ city: 'Toronto', state: 'ON', postalCode: 'M5H 2N2' }, 'Toronto, ON M5H 2N2'],
  [{ city: 'London', state: '', postalCode: 'SW1A 1AA' }, 'London SW1A 1AA'],
  [{ city: 'Hong Kong', state: '', postalCode: '' }, 'Hong Kong'],
  [{ city: 'Halifax', state: 'NS' }, 'Halifax, NS'],
])('%o is written in a line as %s', (place, line) => {
  expect(placeLine(place)).toBe(line);
});
