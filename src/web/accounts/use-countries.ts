import { useEffect, useState } from 'react';
import type { Country } from './countries.ts';

const FEW_COUNTRIES: Country[] = [
  { value: 'US', label: 'United States of America' },
  { value: 'CA', label: 'Canada' },
];

/**
 * Lists the countries by name. Until all names are loaded, the list has only the commonest destinations and the chosen
 * country.
 */
export function useCountries(chosen: string): Country[] {
  const [countries, setCountries] = useState(FEW_COUNTRIES);
  useEffect(() => {
    // If the file with all names does not load, the list stays short.
    void import('./countries.ts').then(
      ({ listCountries }) => setCountries(listCountries()),
      () => {},
    );
  }, []);
  if (countries.some(({ value }) => value === chosen)) return countries;
  return [...countries, { value: chosen, label: chosen }];
}
