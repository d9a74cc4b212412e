// The form in which searches compare texts. The database function `search_key` (server/mail/sql) must give the same
// result. After a change here, that function needs a new name, because indexes contain the results of the old
// function.

/**
 * Letters that Unicode doesn't split into a plain letter and an accent, and the kinds of apostrophes that phones and
 * printers use.
 */
const PLAIN: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŀ: 'l',
  ı: 'i',
  ſ: 's',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '`': "'",
  '´': "'",
};

/** Removes case and accents, and unifies apostrophes. So "Côté" and "COTE" both become "cote". */
export function searchKey(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[æœßþøłđðħŧŀıſς’‘ʼ`´]/g, (letter) => PLAIN[letter]!);
}
