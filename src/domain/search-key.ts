// A text as searches read it. The database writes the same (`search_key`, server/mail/sql): a letter that is changed here needs a
// function of another name there, because indexes hold what it wrote.

/** Letters that Unicode doesn't divide into a plain letter and a mark, and apostrophes as phones and printers have them. */
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

/** Without case, accents and kinds of apostrophes: "Côté" and "COTE" are "cote". */
export function searchKey(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[æœßþøłđðħŧŀıſς’‘ʼ`´]/g, (letter) => PLAIN[letter]!);
}
