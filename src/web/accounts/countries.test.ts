import { expect, test } from 'vitest';
import { listCountries } from './countries.ts';

test('every country has one name, and the nearest are first', () => {
  const countries = listCountries();
  expect(countries.length).toBeGreaterThan(240);
  expect(countries.slice(0, 3).map(({ value }) => value)).toEqual(['US', 'CA', 'AF']);
  expect(countries.find(({ value }) => value === 'US')?.label).toBe('United States of America');
  expect(countries.every(({ value, label }) => /^[A-Z]{2}$/.test(value) && label !== '')).toBe(
    true,
  );
  expect(new Set(countries.map(({ label }) => label)).size).toBe(countries.length);
});
