import { expect, test } from 'vitest';
import { singlesSearch } from './singles-search.ts';

test('reads the filters of the page of singles, and drops what it does not know', () => {
  const address = {
    state: 'on_sale',
    game: 'pokemon',
    set: 'pokemon-mew',
    rarity: 'rare',
    condition: 'Near Mint',
    search: 'C-1049',
    page: 2,
  };
  expect(singlesSearch(address)).toEqual(address);
  expect(
    singlesSearch({ state: 'burned', game: 'Chess!', rarity: 'epic', condition: 'Mint', set: '' }),
  ).toEqual({});
});
