import { expect, test } from 'vitest';
import { readCardCell } from './card-cell.ts';

const PLAIN = { set: null, number: '348', condition: 'Near Mint' };

test.each([
  ['348', PLAIN],
  ['MID 348', { ...PLAIN, set: 'mid' }],
  ['348 | foil', { ...PLAIN, finish: 'foil' }],
  ['348|LP|Non-Foil|', { ...PLAIN, condition: 'Lightly Played', finish: 'normal' }],
  [
    '348 | #PSA 12-34 | Rare Holo | Reverse Foil | heavily played',
    {
      ...PLAIN,
      label: 'PSA 12-34',
      rarity: 'Rare Holo',
      finish: 'reverse-foil',
      condition: 'Heavily Played',
    },
  ],
  ['348 | foil | Non-Foil', null],
  ['348 | mythic | rare', null],
  ['a set 348', null],
  ['| foil', null],
])('a card is written in a cell as “%s”', (cell, card) => {
  expect(readCardCell(cell)).toEqual(card);
});
