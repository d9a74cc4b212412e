import { describe, expect, test } from 'vitest';
import { isPlainAddress } from './email-address.ts';

describe('an address', () => {
  test.each([
    'somebody@example.test',
    'first.last+tag@example.co.uk',
    "o'brien_7@example.test",
    'Zoë@exämple.test',
    'zoe\u0308@example.test',
    'ivan@пример.test',
    '名前@例え.test',
  ])('in letters of any script is valid: %s', (address) => {
    expect(isPlainAddress(address)).toBe(true);
  });

  test.each([
    ['a control sign', 'a\u0007b@example.test'],
    ['a zero-width space', 'victim\u200b@example.test'],
    ['a zero-width joiner', 'vic\u200dtim@example.test'],
    ['a soft hyphen', 'vic\u00adtim@example.test'],
    ['a filler that nobody sees', 'victim\u3164@example.test'],
    ['a sign that turns the direction', 'a\u202egnp@example.test'],
    ['an angle bracket before it', '<victim@example.test'],
    ['an angle bracket after it', 'victim@example.test>'],
    ['markup', '<script>@example.test'],
    ['full-width letters', 'ｖictim@example.test'],
    ['a full-width at', 'a＠b@example.test'],
    ['half-width letters', 'ｱ@example.test'],
    ['a letter that is two', 'ﬁnn@example.test'],
    ['a comma, which separates two of them', 'other,victim@example.test'],
    ['a quote', '"a"@example.test'],
    ['half of a sign', 'a\ud800@example.test'],
  ])('with %s is not valid', (_what, address) => {
    expect(isPlainAddress(address)).toBe(false);
  });
});
