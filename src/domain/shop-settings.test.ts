import { expect, test } from 'vitest';
import { initialsOf } from './shop-settings.ts';

test.each([
  ['Felt & Foil', 'FF'],
  ['Harbour Cards', 'HC'],
  ['École des Cartes du Nord', 'EDC'],
  ['1 Up', '1U'],
  ['集卡', 'R'],
])('the receipts of %s begin with %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
