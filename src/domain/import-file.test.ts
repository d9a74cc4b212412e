import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';
import {
  importableKinds,
  lineValues,
  readAmount,
  readHeads,
  templateHeads,
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

test('a template has the columns that its kind is read by', () => {
  expect(templateHeads('stock', 2)).toEqual(expect.arrayContaining(['card 1', 'card 2']));
  for (const kind of ['catalogue', 'prices', 'stock', 'people'] as const) {
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
  ['1,234', null],
  ['free', null],
  ['-1', null],
])('the amount “%s” is read as spreadsheets write it', (cell, cents) => {
  expect(readAmount(cell)).toBe(cents);
});

test('people are imported by those who see people, everything else by those who edit the catalogue', () => {
  expect(importableKinds(['catalogue'])).toEqual(['catalogue', 'prices', 'stock']);
  expect(importableKinds(['money', 'catalogue'])).toContain('people');
});
