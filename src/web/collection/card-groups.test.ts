import { expect, test } from 'vitest';
import { groupCards } from './card-groups.ts';

const card = (id: string, packOpeningId: string) => ({ id, packOpeningId });

test('cards of one opening form one group, whatever is between them', () => {
  expect(groupCards([card('a', '1'), card('b', '2'), card('c', '1')])).toEqual([
    { packOpeningId: '1', cardIds: ['a', 'c'] },
    { packOpeningId: '2', cardIds: ['b'] },
  ]);
});

test('no cards form no groups', () => {
  expect(groupCards([])).toEqual([]);
});
