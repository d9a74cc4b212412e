// Countries, provinces and states by name. Loaded with the forms and pages that list countries, so that other pages
// don't download the names.
import { hasParts, isProvince, PROVINCES, STATES, type Region } from '#domain/region.ts';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

/** Countries that have their own shipping fee. They come first in the list. */
const FIRST = ['US', 'CA'];

export type Country = { value: string; label: string };

/** Lists every country with its two-letter code, as the options of a select. */
export function listCountries(): Country[] {
  const named = Object.entries(english.countries).map(([value, names]) => ({
    value,
    label: Array.isArray(names) ? names[0]! : names,
  }));
  const place = ({ value }: Country) =>
    FIRST.includes(value) ? FIRST.indexOf(value) : FIRST.length;
  return named.sort((a, b) => place(a) - place(b) || a.label.localeCompare(b.label, 'en'));
}

const COUNTRIES = new Map(listCountries().map(({ value, label }) => [value, label]));

/**
 * Returns "Germany", or "Nova Scotia, Canada". The country is named as well, because Georgia is both a country and a
 * state.
 */
export function placeName(region: Region): string {
  const [country = '', part] = region.split('-');
  const name = COUNTRIES.get(country) ?? country;
  if (part === undefined) return name;
  const partName = country === 'CA' && isProvince(part) ? PROVINCES[part].name : STATES[part];
  return `${partName ?? part}, ${name}`;
}

/** Lists Canada and the United States with their parts, then all other countries. */
export function listPlaces(): { value: Region; label: string }[] {
  const regions = [
    'CA',
    ...Object.keys(PROVINCES).map((code) => `CA-${code}`),
    'US',
    ...Object.keys(STATES).map((code) => `US-${code}`),
    ...[...COUNTRIES.keys()].filter((country) => !hasParts(country)),
  ];
  return regions.map((region) => ({ value: region, label: placeName(region) }));
}

/** Compares places for sorting: countries by name, and each province or state below its country. */
export function byName(one: Region, other: Region): number {
  const nameOf = (region: Region) => placeName(region).split(', ').toReversed().join(', ');
  return nameOf(one).localeCompare(nameOf(other), 'en');
}
