// Knows how each country writes addresses, and the names of its provinces. This file is loaded with the address form,
// so that other pages don't download it.
import { allCountries } from 'country-region-data';
import { formatAddress } from 'localized-address-format';

export type Place = 'city' | 'state' | 'postalCode';

/**
 * `states`: the states to choose from; empty if the country has none. `order`: the fields in the order in which
 * envelopes of the country show them.
 */
export type AddressShape = { states: { value: string; label: string }[]; order: Place[] };

const MARKS: Record<Place, string> = { city: '{c}', state: '{s}', postalCode: '{p}' };
const PLACES = Object.keys(MARKS) as Place[];

/** Countries whose envelopes carry the state's code. Envelopes of all other countries carry the state's name. */
const BY_CODE = new Set(['CA', 'US', 'AU']);

export function shapeOf(country: string): AddressShape {
  const known = allCountries.find(([, code]) => code === country);
  const regions = known?.[2] ?? [];
  const written = formatAddress(
    {
      postalCountry: country,
      locality: MARKS.city,
      administrativeArea: MARKS.state,
      postalCode: MARKS.postalCode,
    },
    'latin',
  ).join('\n');
  const at = (place: Place) => {
    const found = written.indexOf(MARKS[place]);
    return found === -1 ? written.length : found;
  };
  // The form always asks for a city. The address format of a city-state has no city, because the city and the country
  // have the same name.
  const isAsked = (place: Place) =>
    known === undefined || place === 'city' || written.includes(MARKS[place]);
  return {
    states: regions.map(([name, code]) => ({
      value: BY_CODE.has(country) && code !== '' ? code : name,
      label: name,
    })),
    order: PLACES.filter(isAsked).toSorted((one, other) => at(one) - at(other)),
  };
}
