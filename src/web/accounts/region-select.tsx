// Lets the user choose where they live. The list has Canada's provinces first, then every other country.
import { PROVINCE_CODES, PROVINCES } from '#domain/region.ts';
import type { ComponentProps } from 'react';
import { Select } from '../ui/select.tsx';
import { chooseRegion, useRegion } from './region.ts';
import { useCountries } from './use-countries.ts';

type RegionSelectProps = Pick<ComponentProps<typeof Select>, 'labelAt' | 'className'>;

export function RegionSelect(variant: RegionSelectProps) {
  const { region, isOfProfile } = useRegion();
  const countries = useCountries(region === null || region.includes('-') ? 'US' : region);
  const options = [
    { value: '', label: 'Choose where you live' },
    ...PROVINCE_CODES.map((code) => ({ value: `CA-${code}`, label: PROVINCES[code].name })),
    ...countries.filter(({ value }) => value !== 'CA'),
  ];
  // Outside Canada the list has only countries. If the profile names a state, the field shows the country of that
  // state.
  const shown = options.some(({ value }) => value === region) ? region : region?.slice(0, 2);
  return (
    <Select
      {...variant}
      label={isOfProfile ? 'Where you live (as your profile says)' : 'Where you live'}
      options={options}
      value={shown ?? ''}
      disabled={isOfProfile}
      onChange={({ target }) => chooseRegion(target.value === '' ? null : target.value)}
    />
  );
}
