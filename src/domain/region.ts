// Regions for taxes. A region is a country, or a province or state of Canada or the United States (docs/product.md
// §17).

/** A region by ISO 3166, such as `CA-NS` or `US-NY`. In other countries it is the country alone, such as `DE`. */
export type Region = string;

const REGION_FORM = /^[A-Z]{2}(-[A-Z]{2})?$/;

/** Canada's provinces and territories. A tax rate changes at midnight in the province's time zone. */
export const PROVINCES = {
  AB: { name: 'Alberta', timeZone: 'America/Edmonton' },
  BC: { name: 'British Columbia', timeZone: 'America/Vancouver' },
  MB: { name: 'Manitoba', timeZone: 'America/Winnipeg' },
  NB: { name: 'New Brunswick', timeZone: 'America/Moncton' },
  NL: { name: 'Newfoundland and Labrador', timeZone: 'America/St_Johns' },
  NT: { name: 'Northwest Territories', timeZone: 'America/Edmonton' },
  NS: { name: 'Nova Scotia', timeZone: 'America/Halifax' },
  NU: { name: 'Nunavut', timeZone: 'America/Iqaluit' },
  ON: { name: 'Ontario', timeZone: 'America/Toronto' },
  PE: { name: 'Prince Edward Island', timeZone: 'America/Halifax' },
  QC: { name: 'Quebec', timeZone: 'America/Toronto' },
  SK: { name: 'Saskatchewan', timeZone: 'America/Regina' },
  YT: { name: 'Yukon', timeZone: 'America/Whitehorse' },
} as const;
export type Province = keyof typeof PROVINCES;
export const PROVINCE_CODES = Object.keys(PROVINCES) as Province[];

export function isProvince(code: string): code is Province {
  return Object.hasOwn(PROVINCES, code);
}

/** The states of the United States, and the District of Columbia. */
export const STATES: Record<string, string> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

/** Names that people write for a province, besides its code and its name. */
const OTHER_NAMES: Record<string, Province> = {
  newfoundland: 'NL',
  'newfoundland & labrador': 'NL',
  labrador: 'NL',
  nwt: 'NT',
  pei: 'PE',
  pq: 'QC',
  que: 'QC',
  'province of quebec': 'QC',
  'province de quebec': 'QC',
  'quebec (province)': 'QC',
  'yukon territory': 'YT',
};

/** Removes accents, dots, case and outer spaces. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}.]/gu, '')
    .trim()
    .toLowerCase();
}

/** Whether this file knows the provinces or states of a country. */
export function hasParts(country: string): boolean {
  return country === 'CA' || country === 'US';
}

/**
 * The code of a province or state, from its code or name in any spelling. Null if there is no such province or
 * state.
 */
export function regionPartCode(country: string, written: string): string | null {
  if (country === 'CA') return provinceOf(written);
  if (country !== 'US') return null;
  const name = plain(written);
  const code = name.toUpperCase();
  if (Object.hasOwn(STATES, code)) return code;
  return Object.entries(STATES).find(([, known]) => plain(known) === name)?.[0] ?? null;
}

/** A province, from its code or name in any spelling. Null if there is no such province. */
export function provinceOf(written: string): Province | null {
  const name = plain(written);
  const code = name.toUpperCase().replace(/^CA-/, '');
  if (isProvince(code)) return code;
  return (
    PROVINCE_CODES.find((one) => plain(PROVINCES[one].name) === name) ?? OTHER_NAMES[name] ?? null
  );
}

/** The region of an address. Null if the address has no country, or is in Canada without a known province. */
export function regionOf(address: { country: string | null; state: string | null }): Region | null {
  const { country, state } = address;
  if (country === null || !/^[A-Z]{2}$/.test(country)) return null;
  if (country === 'CA') {
    const province = provinceOf(state ?? '');
    return province === null ? null : `CA-${province}`;
  }
  if (country !== 'US') return country;
  const code = regionPartCode('US', state ?? '') ?? (state ?? '').trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? `US-${code}` : country;
}

/** Whether a region is precise enough for a tax. Every country except Canada is precise enough. */
export function isPreciseRegion(region: string): region is Region {
  if (!REGION_FORM.test(region)) return false;
  const [country, part] = region.split('-');
  if (country === 'CA') return part !== undefined && isProvince(part);
  return part === undefined || country === 'US';
}

/** Whether a text is a country, or a known province or state. */
export function isListedRegion(region: string): region is Region {
  if (!REGION_FORM.test(region)) return false;
  const [country = '', part] = region.split('-');
  return part === undefined || regionPartCode(country, part) === part;
}

export function provinceIn(region: Region): Province | null {
  const [country, part = ''] = region.split('-');
  return country === 'CA' && isProvince(part) ? part : null;
}

/** The time zone of a region. It is the time zone of a province of Canada, or else UTC. */
export function timeZoneOf(region: Region | null): string {
  const province = region === null ? null : provinceIn(region);
  return province === null ? 'UTC' : PROVINCES[province].timeZone;
}
