import { expect, test } from 'vitest';
import { actsOn } from './acts-on.ts';

test('an admin may lose a card that nobody found, and can’t move it', () => {
  expect(actsOn([{ state: 'came_back', shelf: null }], true)).toEqual([
    'price',
    'withdraw',
    'lose',
  ]);
});

test('a moderator only moves cards that were in hand', () => {
  const onSale = { state: 'on_sale', shelf: 'A-1' } as const;
  expect(actsOn([onSale], false)).toEqual(['shelve']);
  expect(actsOn([onSale, { state: 'sold', shelf: 'A-1' }], false)).toEqual([]);
});
