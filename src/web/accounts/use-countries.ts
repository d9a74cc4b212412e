import { useEffect, useState } from 'react';
import type { Country } from './countries.ts';

const FEW_COUNTRIES: Country[] = [
  { value: 'US', label: 'United States of America' },
  { value: 'CA', label: 'Canada' },
];

/**
 * The countries by name. Until all of them are loaded, the list has the commonest destinations. It always includes the
 * chosen country.
 */
export function useCountries(chosen: string): Country[] {
  const [countries, setCountries] = useState(FEW_COUNTRIES);
  useEffect(() => {
    // If the file of names does not load, the list has a few countries and the chosen one.
    void import('./countries.ts').then(
      ({ listCountries }) => setCountries(listCountries()),
      () => {},
    );
  }, []);
  if (countries.some(({ value }) => value === chosen)) return countries;
  return [...countries, { value: chosen, label: chosen }];
}
