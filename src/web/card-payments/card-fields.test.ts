import { describe, expect, test } from 'vitest';
import { cardProblems, formatExpiry, formatNumber } from './card-fields.ts';

const today = { year: 2026, month: 11 };
const good = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 29',
  cvc: '123',
  postalCode: 'M5V 2T6',
};

describe('a card', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['4242-42', '4242 42'],
    ['', ''],
  ])('%s is written %s', (typed, shown) => {
    expect(formatNumber(typed)).toBe(shown);
  });

  test.each([
    ['1229', '12 / 29'],
    ['9', '09'],
    ['12/29', '12 / 29'],
    ['1', '1'],
  ])('with end %s is written %s', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });

  test('with complete data has no problem', () => {
    expect(cardProblems(good, today)).toEqual({});
    expect(cardProblems({ ...good, expiry: '11 / 26' }, today)).toEqual({});
  });

  test.each([
    [{ number: '4242' }, 'number', 'Your card number is incomplete.'],
    [{ number: '4242 4242 4242 4241' }, 'number', 'Your card number is invalid.'],
    [{ expiry: '13 / 29' }, 'expiry', "Your card's expiration month is invalid."],
    [{ expiry: '10 / 26' }, 'expiry', "Your card's expiration date is in the past."],
    [{ expiry: '1' }, 'expiry', "Your card's expiration date is incomplete."],
    [{ cvc: '1' }, 'cvc', "Your card's security code is incomplete."],
    [{ postalCode: ' ' }, 'postalCode', 'Your postal code is incomplete.'],
  ] as const)('with %j has an error', (change, field, message) => {
    expect(cardProblems({ ...good, ...change }, today)).toEqual({ [field]: message });
  });
});
