// How a country writes addresses, and what its provinces are called. Loaded with the address form, not with the shop.
import { allCountries } from 'country-region-data';
import { formatAddress } from 'localized-address-format';

export type Place = 'city' | 'state' | 'postalCode';

/**
 * `states`: the options to choose from; empty if the country has none. `order`: the fields on an envelope of that
 * country, in its order.
 */
export type AddressShape = { states: { value: string; label: string }[]; order: Place[] };

const MARKS: Record<Place, string> = { city: '{c}', state: '{s}', postalCode: '{p}' };
const PLACES = Object.keys(MARKS) as Place[];

/** An envelope in these countries carries the state's code. Elsewhere it carries the name. */
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
  // The form asks for a city even where the city can share its name with the country.
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
