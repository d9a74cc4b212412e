import { expect, test } from 'vitest';
import { initialsOf, SHOP_NAME_FORM } from './shop-settings.ts';

test.each([
  ['Felt & Foil', 'FF'],
  ['Harbour Cards', 'HC'],
  ['École des Cartes du Nord', 'EDC'],
  ['1 Up', '1U'],
  ['集卡', 'R'],
])('the receipts of %s begin with %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test.each(['Felt & Foil', "O'Hara's №1", 'مرحبا', '🃏🎴', '👩\u200D🎨 Cards'])(
  'a shop may be called %s',
  (name) => {
    expect(name).toMatch(SHOP_NAME_FORM);
  },
);

test.each([
  ['nothing that is seen', '\u200B\u200B'],
  ['a sign that turns what follows it around', 'Cards \u202Eelas rof'],
  ['a line break', 'Cards\u2028Packs'],
  ['an element', '<b>Cards</b>'],
])('a name with %s is refused', (_what, name) => {
  expect(name).not.toMatch(SHOP_NAME_FORM);
});
