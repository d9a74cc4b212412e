// Whether a postal code fits its province or state. A mismatch is only a warning, because some codes cross the border
// of a state, and new codes appear.
// Sources. Canada: the first letter is the province or territory (Statistics Canada, Census Dictionary, "Postal
// code", table 11, and its note on forward sortation areas of 2016). United States: the first digits of ZIP codes by
// state, from Google's address data service (libaddressinput, `data/US`, `sub_zips`).
import { isProvince, type Province } from './region.ts';

const LETTERS: Record<Province, string[]> = {
  AB: ['T'],
  BC: ['V'],
  MB: ['R'],
  NB: ['E'],
  NL: ['A'],
  NS: ['B'],
  NT: ['X'],
  NU: ['X'],
  ON: ['K', 'L', 'M', 'N', 'P'],
  PE: ['C'],
  QC: ['G', 'H', 'J'],
  SK: ['S'],
  YT: ['Y'],
};

const ZIPS: Record<string, RegExp> = {
  AL: /^3[56]/,
  AK: /^99[5-9]/,
  AS: /^96799/,
  AZ: /^8[56]/,
  AR: /^(71[6-9]|72)/,
  CA: /^(9[0-5]|96[01])/,
  CO: /^8[01]/,
  CT: /^06/,
  DE: /^19[7-9]/,
  DC: /^(20[02-5]|569)/,
  FL: /^(3[23]|34[1-9])/,
  GA: /^(3[01]|398|39901)/,
  GU: /^969([12]\d|3[12])/,
  HI: /^(967[0-8]|9679[0-8]|968)/,
  ID: /^83[2-9]/,
  IL: /^6[0-2]/,
  IN: /^4[67]/,
  IA: /^5[0-2]/,
  KS: /^6[67]/,
  KY: /^(4[01]|42[0-7])/,
  LA: /^(70|71[0-5])/,
  ME: /^(039|04)/,
  MD: /^(20[6-9]|21)/,
  MA: /^(01|02[0-7]|05501|05544)/,
  MI: /^4[89]/,
  MN: /^(55|56[0-7])/,
  MS: /^(38[6-9]|39[0-7])/,
  MO: /^6[3-5]/,
  MT: /^59/,
  NE: /^6[89]/,
  NV: /^(889|89)/,
  NH: /^03[0-8]/,
  NJ: /^0[78]/,
  NM: /^(87|88[0-4])/,
  NY: /^(1[0-4]|06390|00501|00544)/,
  NC: /^2[78]/,
  ND: /^58/,
  MP: /^9695[0-2]/,
  OH: /^4[3-5]/,
  OK: /^7[34]/,
  OR: /^97/,
  PA: /^(1[5-8]|19[0-6])/,
  PR: /^00[679]/,
  RI: /^02[89]/,
  SC: /^29/,
  SD: /^57/,
  TN: /^(37|38[0-5])/,
  TX: /^(7[5-9]|885|73301|73344)/,
  UT: /^84/,
  VT: /^05/,
  VI: /^008/,
  VA: /^(201|2[23]|24[0-6])/,
  WA: /^(98|99[0-4])/,
  WV: /^(24[7-9]|2[56])/,
  WI: /^5[34]/,
  WY: /^(82|83[01]|83414)/,
};

const CANADIAN_FORM = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/;
const ZIP_FORM = /^\d{5}(-\d{4})?$/;

/** A warning about a postal code, in words. Null if the code fits, or if the country's codes are not known. */
export function postalWarning(address: {
  country: string;
  state: string;
  postalCode: string;
}): string | null {
  const code = address.postalCode.trim().toUpperCase();
  const state = address.state.trim().toUpperCase();
  if (code === '') return null;
  if (address.country === 'CA') {
    if (!CANADIAN_FORM.test(code)) return 'Canadian postal codes look like B3H 1A1.';
    if (!isProvince(state) || LETTERS[state].includes(code.charAt(0))) return null;
    return `Postal codes there begin with ${LETTERS[state].join(', ')}. Please check it.`;
  }
  if (address.country === 'US') {
    if (!ZIP_FORM.test(code)) return 'ZIP codes have five digits, or nine as in 02139-4307.';
    const zips = ZIPS[state];
    return zips === undefined || zips.test(code)
      ? null
      : 'This ZIP code is of another state. Please check it.';
  }
  return null;
}
