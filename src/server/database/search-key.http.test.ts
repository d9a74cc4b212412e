// The TypeScript function makes the key of a search input; the database's function makes the key of
// a stored text. For equal texts the two functions must return equal keys.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchKey } from '#domain/search-key.ts';
import { useTestApp } from '../../testing/app.ts';

const shop = useTestApp();

const CASES: [text: string, key: string][] = [
  ['Côté', 'cote'],
  ['COTE', 'cote'],
  ['Pokémon', 'pokemon'],
  ['Łódź, Øre & Ærø', 'lodz, ore & aero'],
  ['STRASSE straße STRAẞE', 'strasse strasse strasse'],
  ['Þórr Œuvre Đặng Ħal', 'thorr oeuvre dang hal'],
  ['İSTANBUL ısı', 'istanbul isi'],
  ['O’Brien OʼBrien O`Brien', "o'brien o'brien o'brien"],
  ['ΟΔΥΣΣΕΎΣ Ὀδυσσεύς', 'οδυσσευσ οδυσσευσ'],
  ['Ёлка Йод', 'елка иод'],
  ['ガルーダ 강', 'ガルーダ 강'],
  ['100% \\ _x_', '100% \\ _x_'],
  ['', ''],
];

const keysOf = async (texts: string[]): Promise<string[]> => {
  const { rows } = await shop.owner.query<{ key: string }>(
    'select search_key(text) as key from unnest($1::text[]) with ordinality as t (text, place) order by place',
    [texts],
  );
  return rows.map(({ key }) => key);
};

test('both sides read a text without case, accents and kinds of apostrophes', async () => {
  const keys = CASES.map(([, key]) => key);
  expect(CASES.map(([text]) => searchKey(text))).toEqual(keys);
  expect(await keysOf(CASES.map(([text]) => text))).toEqual(keys);
});

/**
 * The code points of the scripts in which names are written. They include whole letters and
 * combining marks.
 */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
  [0x2010, 0x201f],
  [0x3040, 0x30ff],
  [0xac00, 0xd7a3],
] as const;

const letter = fc
  .oneof(...RANGES.map(([min, max]) => fc.integer({ min, max })))
  .map((code) => String.fromCodePoint(code));

test('both sides read any text the same, and so make the same key', async () => {
  const texts = fc.array(fc.string({ unit: letter, maxLength: 12 }), {
    minLength: 200,
    maxLength: 200,
  });
  await fc.assert(
    fc.asyncProperty(texts, async (all) => {
      const keys = all.map(searchKey);
      expect(await keysOf(all)).toEqual(keys);
      expect(await keysOf(keys)).toEqual(keys);
    }),
    { numRuns: 20, seed: 20261127 },
  );
});
