import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ImportProblem } from '../src/server/catalogue/import/import-problem.ts';
import { readMtgjsonBooster } from './read-mtgjson-booster.ts';

const FIXTURES = join(import.meta.dirname, '../src/server/catalogue/import/fixtures');
const setFile: unknown = JSON.parse(readFileSync(join(FIXTURES, 'mtgjson.set.json'), 'utf8'));

test('an MTGJSON file says how its booster is filled', () => {
  const booster = readMtgjsonBooster(setFile, 'set', 'default');
  expect(booster.variants.map((variant) => variant.weight)).toEqual([2, 1]);
  expect(booster.sheets['plain']?.map((card) => card.weight)).toEqual([2, 1]);
  expect(booster.sheets['shiny']?.[0]?.key).toEqual({
    set: 'mid',
    number: '8',
    rarity: 'common',
    finish: 'foil',
  });
});

test('an unknown booster is refused', () => {
  const read = () => readMtgjsonBooster(setFile, 'set', 'play');
  expect(read).toThrow(ImportProblem);
  expect(read).toThrow('booster play');
});
