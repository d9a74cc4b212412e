// How addresses of a country are written, and what its provinces are called. Loaded with the form, not with the shop.
import { allCountries } from 'country-region-data';
import { formatAddress } from 'localized-address-format';

export type Place = 'city' | 'state' | 'postalCode';

/** `states`: what to choose from; empty where the country has none. `order`: those an envelope there has, as it has them. */
export type AddressShape = { states: { value: string; label: string }[]; order: Place[] };

const MARKS: Record<Place, string> = { city: '{c}', state: '{s}', postalCode: '{p}' };
const PLACES = Object.keys(MARKS) as Place[];

/** Of these the code is what stands on an envelope; of others the name. */
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
  // A city's name may be the country's own: it is asked for all the same.
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
