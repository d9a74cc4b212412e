// Compares the homes of people by last name and address, in whatever spelling (docs/limits.md).

export type Home = {
  name: string | null;
  /** The lines of the address without town and postal code. */
  lines: (string | null)[];
  postalCode: string | null;
  country: string | null;
};

/** One spelling for each word that has several spellings. */
const SPELLINGS: Record<string, string> = {
  saint: 'st',
  sainte: 'ste',
  street: 'st',
  str: 'st',
  strasse: 'st',
  avenue: 'ave',
  av: 'ave',
  road: 'rd',
  drive: 'dr',
  boulevard: 'blvd',
  boul: 'blvd',
  lane: 'ln',
  court: 'ct',
  crt: 'ct',
  crescent: 'cres',
  cr: 'cres',
  place: 'pl',
  square: 'sq',
  terrace: 'ter',
  terr: 'ter',
  highway: 'hwy',
  parkway: 'pkwy',
  circle: 'cir',
  trail: 'trl',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
};

/** Words before the number of a flat, which say no more than the number. */
const FLAT_WORDS = [
  'apartment',
  'apt',
  'unit',
  'suite',
  'flat',
  'no',
  'number',
  'appartement',
  'app',
];

/**
 * The same text for all usual spellings of a home. Null if a part is missing. The order of the words does not count,
 * because a flat's number is written before or after the street's number.
 */
export function homeKey({ name, lines, postalCode, country }: Home): string | null {
  const lastName = wordsOf(name).at(-1);
  const words = lines.flatMap(wordsOf);
  const place = (country ?? '').trim().toLowerCase();
  const code = wordsOf(postalCode).join('');
  if (lastName === undefined || words.length === 0 || place === '' || code === '') return null;
  const said = words
    .flatMap((word) => word.match(/\d+|\D+/g)!)
    .filter((word) => !FLAT_WORDS.includes(word))
    .map((word) => SPELLINGS[word] ?? word.replace(/strasse$/, 'str'));
  // The last four digits of a ZIP code are often left out.
  const area = place === 'us' ? code.slice(0, 5) : code;
  return [place, area, said.toSorted().join(' '), lastName].join('|');
}

/** The words of a text in small letters, without accents and signs. */
function wordsOf(text: string | null): string[] {
  const plain = (text ?? '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
