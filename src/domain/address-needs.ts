// Decides which parts of an address a country needs, and writes a place on one line (docs/product.md §15).

/** Countries whose province or state is needed, either for a parcel's zone or for its taxes. */
const WITH_STATES = new Set(['AU', 'CA', 'US']);

/**
 * Countries without postal codes. Source: Google's address data service, from the package `localized-address-format`;
 * a test compares this list with the package.
 */
const WITHOUT_POSTAL_CODES = new Set(
  'AE AG AO AQ AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN LC LY ML MO MR MS MW NR NU PA PS QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TT TV UG VU WS YE ZW'.split(
    ' ',
  ),
);

export const needsState = (country: string): boolean => WITH_STATES.has(country);
export const needsPostalCode = (country: string): boolean => !WITHOUT_POSTAL_CODES.has(country);

/** Formats a place on one line: "Toronto, ON M5H 2N2", or "London SW1A 1AA" without a state. */
export function placeLine({
  city,
  state,
  postalCode = '',
}: {
  city: string;
  state: string;
  postalCode?: string;
}): string {
  const place = state === '' ? city : `${city}, ${state}`;
  return postalCode === '' ? place : `${place} ${postalCode}`;
}
