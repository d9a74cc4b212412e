import { describe, expect, test } from 'vitest';
import {
  promiseInWords,
  promisesBrokenBy,
  promisesMade,
  type PackPromises,
} from './pack-promises.ts';

const NONE: PackPromises = { promisesFoil: false, promisesRarity: null, promisesHits: null };
const ALL: PackPromises = { promisesFoil: true, promisesRarity: 'mythic', promisesHits: 2 };

const common = { finish: 'normal', rarity: 'common' } as const;
const rare = { finish: 'normal', rarity: 'rare' } as const;
const foil = { finish: 'reverse-foil', rarity: 'common' } as const;
const mythic = { finish: 'normal', rarity: 'mythic' } as const;

describe('a pack', () => {
  test.each([
    [NONE, [common], []],
    [ALL, [common], ['promisesFoil', 'promisesRarity', 'promisesHits']],
    [ALL, [foil, rare, mythic], []],
    [ALL, [foil, rare, rare], ['promisesRarity']],
    [ALL, [foil, mythic, common], ['promisesHits']],
    [{ ...NONE, promisesRarity: 'rare' as const }, [common, mythic], []],
  ])('of %o that holds %o breaks %o', (promises, cards, broken) => {
    expect(promisesBrokenBy(promises, cards)).toEqual(broken);
  });
});

test('a buyer reads the promises, each rarity by its name', () => {
  expect(promisesMade(NONE)).toEqual([]);
  expect(promisesMade(ALL).map((name) => promiseInWords(ALL, name))).toEqual([
    'one foil card',
    'one card that is Legendary',
    '2 hits (Rare or Legendary)',
  ]);
  const few: PackPromises = { ...NONE, promisesRarity: 'uncommon', promisesHits: 1 };
  expect(promisesMade(few).map((name) => promiseInWords(few, name))).toEqual([
    'one card that is Epic (Uncommon), Rare or Legendary',
    'one hit (Rare or Legendary)',
  ]);
});
