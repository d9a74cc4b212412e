import { describe, expect, test } from 'vitest';
import { isEasyToGuess } from './password.ts';

const EMAIL = 'mira.holt@post.example';
const SHOP = 'Felt & Foil';

describe('a password is easy to guess', () => {
  test.each([
    ['a word that everybody takes', ['password', 'iloveyou', 'sunshine', 'Princess', 'football']],
    ['such a word with something hung on', ['password1', 'Dragon2026!', '!!monkey99', 'trustno1']],
    ['such a word in other signs', ['P@ssw0rd', 'passw0rd123', 'l1verp00l', 'm0nk3y!!']],
    ['a word with its own letters between', ['p-a-s-s-w-o-r-d', 'star wars 77']],
    ['a walk along the keyboard', ['qwertyuiop', 'asdfghjkl', '1q2w3e4r', '1qaz2wsx', 'zaq12wsx']],
    ['several of them', ['qwerty123', 'abcd1234', '123abc456', '!@#$%^&*', 'poiuytrewq']],
    [
      'a number that is soon counted',
      ['12345678', '87654321', '01.02.1990', '20261121', '5551234567'],
    ],
    ['the same again', ['aaaaaaaa', 'abababab', 'abc1abc1abc1', 'dragondragon']],
    [
      'the shop',
      ['feltandfoil', 'Felt & Foil 1', 'FeltFoil2026', 'myMagicCards1', 'legendarypack'],
    ],
    ['who has it', ['mira.holt', 'Holt1990', 'miraholt!', 'mira.holt@post.example', 'post1234']],
  ])('when it is %s', (_what, passwords) => {
    for (const one of passwords)
      expect([one, isEasyToGuess(one, EMAIL, SHOP)]).toEqual([one, true]);
  });
});

describe('a password is not easy to guess', () => {
  test.each([
    'correct horse',
    'battery staple',
    'ein langer Satz',
    'Ks7#pWq2',
    'x9K-22lm',
    '349875204958723',
    'ungewöhnlich',
    '密码不容易猜到的',
    'felt hats in Foix',
    '👩‍🚀 to the moon',
  ])('%s', (password) => {
    expect(isEasyToGuess(password, EMAIL, SHOP)).toBe(false);
  });

  test('because the address is short', () => {
    expect(isEasyToGuess('a quiet place', 'a@b.co', SHOP)).toBe(false);
  });
});
