import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';
import { toCents } from './money.ts';

test('a line has commas between its cells, and ends as RFC 4180 requires', () => {
  expect(csvLine(['a', 7, null, new Date('2026-11-21T10:00:00Z')])).toBe(
    'a,7,,2026-11-21T10:00:00.000Z\r\n',
  );
});

test('a text with a comma, a quote or a line break is quoted', () => {
  expect(csvLine(['Draft, foil', 'the "big" one', 'two\nlines'])).toBe(
    '"Draft, foil","the ""big"" one","two\nlines"\r\n',
  );
});

const INVISIBLE = ['\u200b=1', '\u2060\ufeff=1', '\u00ad\u200d ＝1', `${'\u200b'.repeat(20)}=1`];
test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '＝1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  ...INVISIBLE,
])('the text %j can’t become a formula', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/);
});

test.each([
  ['a;=1+1', "a;'=1+1"],
  ['a\t+1', "a\t'+1"],
  ['a;-1;@x', "a;'-1;'@x"],
  ['\t=1', "'\t'=1"],
  ['a\n=1', `"a\n'=1"`],
  ['a; =1', "a;' =1"],
  ['a;"=1"', `"a;'""=1"""`],
  ['a;b=1', 'a;b=1'],
  ['well-known; 5 - 3', 'well-known; 5 - 3'],
])('nor can %j if a line is split at other characters than commas', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test('amounts are decimals, and a negative one stays a number', () => {
  const amounts = [0, 5, -5, 1080, -123456].map((cents) => ({ amount: toCents(cents) }));
  expect(csvLine(amounts)).toBe('0.00,0.05,-0.05,10.80,-1234.56\r\n');
});
