import { useQuery } from '@tanstack/react-query';

const FEW_COUNTRIES = [
  { value: 'US', label: 'United States of America' },
  { value: 'CA', label: 'Canada' },
];

/** The countries by name; those that most parcels go to before all are here. The chosen one is among them. */
export function useCountries(chosen: string): { value: string; label: string }[] {
  const countries =
    useQuery({
      queryKey: ['countries'],
      queryFn: async () => (await import('./countries.ts')).listCountries(),
      staleTime: Infinity,
    }).data ?? FEW_COUNTRIES;
  if (countries.some(({ value }) => value === chosen)) return countries;
  return [...countries, { value: chosen, label: chosen }];
}
