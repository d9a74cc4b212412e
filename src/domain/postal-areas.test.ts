import { expect, test } from 'vitest';
import { postalWarning } from './postal-areas.ts';

test.each([
  ['CA', 'NS', 'B3H 1A1'],
  ['CA', 'ON', 'm5h2n2'],
  ['CA', 'NU', 'X0A 0H0'],
  ['CA', 'Halifax', 'B3H 1A1'],
  ['US', 'NY', '10001'],
  ['US', 'ny', '06390'],
  ['US', 'AA', '34001'],
  ['DE', 'Bayern', '80331'],
  ['US', 'NY', ''],
])('%s %s %s gets no warning', (country, state, postalCode) => {
  expect(postalWarning({ country, state, postalCode })).toBeNull();
});

test.each([
  ['CA', 'NS', 'M5H 2N2', 'Postal codes there begin with B. Please check it.'],
  ['CA', 'QC', 'B3H 1A1', 'Postal codes there begin with G, H, J. Please check it.'],
  ['CA', 'NS', '12345', 'Canadian postal codes look like B3H 1A1.'],
  ['US', 'CA', '10001', 'This ZIP code is of another state. Please check it.'],
  ['US', 'NY', 'B3H 1A1', 'ZIP codes have five digits, or nine as in 02139-4307.'],
])('%s %s %s gets a warning about what looks wrong', (country, state, postalCode, warning) => {
  expect(postalWarning({ country, state, postalCode })).toBe(warning);
});
