import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';
import {
  columnsForAll,
  describeHeads,
  IMPORT_KINDS,
  importableKinds,
  lineKeys,
  lineValues,
  problemOfValues,
  readAmount,
  readHeads,
  saysNothing,
  templateHeads,
  textOfHtml,
  valuesForAll,
} from './import-file.ts';

test('columns are found by name, in any order and spelling, and other columns are not read', () => {
  const heads = ['Serial', 'pack_type', 'Colour', 'CERTIFICATION', 'card 1', 'Card2', 'problem'];
  expect(readHeads('stock', heads)).toEqual({
    columns: ['serial', 'pack type', null, 'certification', 'card 1', 'card 2', null],
    unread: ['Colour'],
  });
  expect(readHeads('stock', ['serial', 'pack type'])).toEqual({
    problem: 'the first line has no column “certification”, “card 1”',
  });
  expect(readHeads('prices', ['id', 'price', 'ID'])).toEqual({
    problem: 'the column “id” is there twice',
  });
});

test('a head that is not known is read as the operator chose', () => {
  const heads = ['Artikel', 'price', 'Farbe'];
  expect(describeHeads('prices', heads)).toEqual({
    unread: ['Artikel', 'Farbe'],
    missing: ['id'],
    free: ['id'],
  });
  expect(readHeads('prices', heads, [{ head: 'Artikel', column: 'ID' }])).toEqual({
    columns: ['id', 'price', null],
    unread: ['Farbe'],
  });
  // A head that is known stays what it is.
  expect(readHeads('prices', ['id', 'price'], [{ head: 'price', column: 'id' }])).toMatchObject({
    columns: ['id', 'price'],
  });
});

test('no two lines may name the same thing, in one column or in several together', () => {
  const pack = { serial: 'A-1', certification: 'FF-1', supplier: 'X' };
  expect(lineKeys('stock', pack)).toEqual(['serial a-1', 'certification ff-1']);
  const card = { game: 'magic', set: 'MID', number: '12', rarity: 'rare', name: 'Owl' };
  expect(lineKeys('cards', card)).toEqual(['magic mid 12 rare']);
});

test('a template has the columns that its kind is read by', () => {
  expect(templateHeads('stock', 2)).toEqual(expect.arrayContaining(['card 1', 'card 2']));
  for (const kind of IMPORT_KINDS) {
    expect(readHeads(kind, templateHeads(kind, 3))).toMatchObject({ unread: [] });
  }
});

test.each(['plain', '=1+1', 'a;=b', "it's", '-5', '  spaced  '])(
  'a text such as “%s” that the shop writes for spreadsheets is read as it was',
  (text) => {
    const cell = csvLine([text]).trimEnd().replaceAll(/^"|"$/g, '');
    expect(lineValues(['name'], [cell])).toEqual({ name: text.trim() });
  },
);

test.each([
  ['12.50', 1250],
  ['12,5', 1250],
  ['$ 3', 300],
  ['CAD 1 234,50', 123450],
  ['12.50 CAD', 1250],
  ['12CAD5', null],
  ['$1$2', null],
  ['1,234', null],
  ['free', null],
  ['-1', null],
])('the amount “%s” is read as spreadsheets write it', (cell, cents) => {
  expect(readAmount(cell)).toBe(cents);
});

test('people are imported by persons who see people, everything else by those who edit the catalogue', () => {
  expect(importableKinds({ rights: ['catalogue'] })).toEqual([
    'catalogue',
    'prices',
    'cards',
    'stock',
  ]);
  const rights = ['money', 'catalogue'] as const;
  expect(importableKinds({ rights })).toContain('people');
  expect(importableKinds({ rights, isKey: true })).not.toContain('people');
});

test('files of another shop are recognized by their heads, and its other heads are not asked about', () => {
  const customers = [
    'Email',
    'First Name',
    'Default Address Address1',
    'Default Address Zip',
    'Phone',
    'Tags',
  ];
  expect(describeHeads('people', customers)).toMatchObject({ unread: [], missing: [] });
  expect(readHeads('people', customers)).toEqual({
    columns: ['email', 'first name', 'address line 1', 'zip code', 'phone number', null],
    unread: ['Tags'],
  });
  const products = ['Handle', 'Title', 'Body (HTML)', 'Tags', 'Variant Price'];
  expect(readHeads('catalogue', products)).toEqual({
    columns: ['id', 'name', 'description in HTML', null, 'price'],
    unread: ['Tags'],
  });
  expect(valuesForAll('catalogue', products, [{ column: 'game', value: 'magic' }])).toEqual({
    game: 'magic',
    'is available, if new': 'no',
  });
  expect(valuesForAll('catalogue', ['id', 'name'], [])).toEqual({});
  // Without the heads that only the other shop has, its words are unknown.
  expect(describeHeads('people', ['Email', 'Balance']).unread).toEqual(['Balance']);
});

test('one value may hold for all lines where the file has no column for it', () => {
  const { free } = describeHeads('people', ['email', 'credit']);
  expect(columnsForAll('people', free).map(({ name }) => name)).toEqual(['credit kind']);
  expect(columnsForAll('people', describeHeads('people', ['email']).free)).toEqual([]);
  const problem = (column: string, value: string) =>
    problemOfValues('people', ['email', 'credit', null], [{ column, value }]);
  expect(problem('credit kind', 'bought')).toBeNull();
  expect(problem('credit kind', 'gift')).toBe('credit kind must be bought or earned');
  expect(problem('email', 'a@b.test')).toBe('no value for all lines is read as “email”');
});

test('a line with nothing but the id of a pack type says nothing', () => {
  expect(saysNothing('catalogue', { id: 'a' })).toBe(true);
  expect(saysNothing('catalogue', { id: 'a', price: '3' })).toBe(false);
  expect(saysNothing('prices', { id: 'a' })).toBe(false);
});

test.each([
  ['<p>Ten cards.</p><p>Sealed&nbsp;&amp; counted.</p>', 'Ten cards.\nSealed & counted.'],
  ['<ul><li>one</li><li>two</li></ul><style>p { color: red }</style>', 'one\ntwo'],
  ['plain &#233;t&#233; < 3 &unknown;', 'plain été < 3 &unknown;'],
])('the text of %s is read', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});
