// The countries by name, for the address form. Loaded with the form, not with the shop.
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

/** Countries with a shipping fee of their own come first. */
const FIRST = ['US', 'CA'];

export type Country = { value: string; label: string };

/** Every country with its two-letter code, as the options of a select. */
export function listCountries(): Country[] {
  const named = Object.entries(english.countries).map(([value, names]) => ({
    value,
    label: Array.isArray(names) ? names[0]! : names,
  }));
  const place = ({ value }: Country) =>
    FIRST.includes(value) ? FIRST.indexOf(value) : FIRST.length;
  return named.sort((a, b) => place(a) - place(b) || a.label.localeCompare(b.label, 'en'));
}
