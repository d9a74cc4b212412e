import { createGame } from '#contract/games.ts';
import { expect, test } from 'vitest';
import { fieldOf, requestOf, startOf } from './game-form.ts';

const ONE_PIECE = {
  id: 'one-piece',
  name: 'One Piece',
  sign: 'wave' as const,
  schemes: [
    { shadow: 200, light: 60, mood: 'day' as const },
    { shadow: 20, light: 80, mood: 'dusk' as const },
  ],
  rarities: [
    { word: 'C', rarity: 'common' as const },
    { word: 'UC', rarity: 'uncommon' as const },
    { word: 'R', rarity: 'uncommon' as const },
    { word: 'SEC', rarity: 'mythic' as const },
  ],
  unknownRarity: 'common' as const,
  finishes: [{ word: 'Parallel', finish: 'foil' as const }],
};

test('a game that is opened and saved stays as it is', () => {
  expect(requestOf(startOf({ ...ONE_PIECE, sets: 0, version: 1 }))).toEqual(ONE_PIECE);
});

test('words are typed one per line, and empty lines count for nothing', () => {
  const typed = startOf({ ...ONE_PIECE, sets: 0, version: 1 });
  const rarityWords = { ...typed.rarityWords, uncommon: '\n UC \n\n R\n' };
  expect(requestOf({ ...typed, rarityWords })).toEqual(ONE_PIECE);
});

test('a new game needs an id and a name, and has colours to begin with', () => {
  const typed = startOf(null);
  const judged = createGame.body.safeParse(requestOf(typed));
  expect(judged.error?.issues.map(({ path }) => path.join('.'))).toEqual(['id', 'name']);
  const named = requestOf({ ...typed, id: 'one-piece', name: 'One Piece' });
  expect(createGame.body.safeParse(named).success).toBe(true);
});

test('what is wrong with a word is shown beside the words of its rarity or finish', () => {
  const typed = startOf({ ...ONE_PIECE, sets: 0, version: 1 });
  expect(fieldOf(['rarities', '2', 'word'], typed)).toEqual(['rarityWords', 'uncommon']);
  expect(fieldOf(['finishes', '0', 'word'], typed)).toEqual(['finishWords', 'foil']);
  expect(fieldOf(['schemes', '1', 'light'], typed)).toEqual(['schemes', '1', 'light']);
  expect(fieldOf(['schemes'], typed)).toEqual(['schemes', '0', 'shadow']);
});
