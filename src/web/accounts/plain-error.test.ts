import { expect, test } from 'vitest';
import { plainError } from './plain-error.ts';

test.each([
  ['first name is required', 'Please fill in your first name.'],
  ['address line 1 is required', 'Please fill in your street and house number.'],
  ['state is required', 'Please fill in your state or province.'],
  ['Invalid postal code format', 'A postal code has 3 to 10 letters, digits, spaces or hyphens.'],
  ['city must be at most 100 characters long', undefined],
  ['Email is required', undefined],
  [undefined, undefined],
])('a shopper who reads “%s” is also told in plain words: %s', (message, plain) => {
  expect(plainError(message)).toBe(plain);
});
