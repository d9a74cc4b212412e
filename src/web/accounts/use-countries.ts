import { useEffect, useState } from 'react';
import type { Country } from './countries.ts';

const FEW_COUNTRIES: Country[] = [
  { value: 'US', label: 'United States of America' },
  { value: 'CA', label: 'Canada' },
];

/** The countries by name; those that most parcels go to before all are here. The chosen one is among them. */
export function useCountries(chosen: string): Country[] {
  const [countries, setCountries] = useState(FEW_COUNTRIES);
  useEffect(() => {
    // Where the file of names does not come, few countries and the chosen one are there to choose.
    void import('./countries.ts').then(
      ({ listCountries }) => setCountries(listCountries()),
      () => {},
    );
  }, []);
  if (countries.some(({ value }) => value === chosen)) return countries;
  return [...countries, { value: chosen, label: chosen }];
}
