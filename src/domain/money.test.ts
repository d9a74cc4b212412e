import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCad, shareHalfUp, shareRoundedDown, sum, toCents } from './money.ts';
import { centsOf, decimalOf, decimalText, formatMinor, parseCad, typedCad } from './decimals.ts';

const cents = fc.integer({ min: 0, max: 1_000_000_000 }).map(toCents);
const rate = fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000);

describe('money', () => {
  test('is a whole number of cents, or a bug', () => {
    expect(() => toCents(0.5)).toThrow(/whole number of cents/);
    expect(() => toCents(2 ** 53)).toThrow(/whole number of cents/);
  });

  test.each([
    [2500, 'CAD 25.00'],
    [0, 'CAD 0.00'],
    [5, 'CAD 0.05'],
    [-450, '-CAD 4.50'],
    [114_811, 'CAD 1,148.11'],
    [null, 'CAD 0.00'],
    [undefined, 'CAD 0.00'],
    [Number.NaN, 'CAD 0.00'],
  ])('%s is shown as %s', (amount, text) => {
    expect(formatCad(amount as never)).toBe(text);
  });

  test('a half is exactly a half: 8% of CAD 0.0625 steps, and 2.675 is not 2.67499', () => {
    expect(shareHalfUp(toCents(50), 0.05)).toBe(3); // 2.5 cents, rounded half up
    expect(shareHalfUp(toCents(267_500), 0.001)).toBe(268); // 267.5 cents, rounded half up
    expect(shareRoundedDown(toCents(35), 0.5)).toBe(17);
    expect(shareRoundedDown(toCents(1), 0.5)).toBe(0);
  });

  test('for any amount and rate a share is off by less than a cent, and never above the whole', () => {
    fc.assert(
      fc.property(cents, rate, (amount, share) => {
        const exact = amount * share;
        expect(Math.abs(shareHalfUp(amount, share) - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
        expect(exact - shareRoundedDown(amount, share)).toBeLessThan(1 + 1e-6);
        expect(shareHalfUp(amount, share)).toBeLessThanOrEqual(amount);
      }),
    );
  });

  test('for any amounts the sum is the same in any order', () => {
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 20 }), (amounts) => {
        expect(sum(...amounts)).toBe(sum(...amounts.toReversed()));
      }),
    );
  });
});

describe('a decimal amount', () => {
  test.each([
    ['50', 5_000],
    ['12.5', 1_250],
    ['12.50', 1_250],
    [' 0.05 ', 5],
    ['007', 700],
    ['9999999.99', 999_999_999],
  ])('typed as "%s" is valid', (text, amount) => {
    expect(parseCad(text)).toBe(amount);
    expect(typedCad(text)).toBe(amount / 100);
  });

  test.each(['', ' ', '-1', '+1', '.5', '1.', '1.234', '1,50', '1e3', '0x10', '10000000', 'NaN'])(
    'typed as "%s" is invalid',
    (text) => {
      expect(parseCad(text)).toBeNull();
    },
  );

  test.each([
    ['-1', -1],
    ['1.234', 1.234],
    ['10000000', 10_000_000],
    ['', Number.NaN],
    ['+1', Number.NaN],
    ['.5', Number.NaN],
    ['1.', Number.NaN],
    ['1,50', Number.NaN],
    ['1e3', Number.NaN],
    ['0x10', Number.NaN],
    ['NaN', Number.NaN],
  ])('typed as "%s" is judged by the endpoint as what it is', (text, amount) => {
    expect(typedCad(text)).toBe(amount);
  });

  test.each([
    [0, '0.00', 0],
    [5, '0.05', 0.05],
    [123_450, '1234.50', 1234.5],
    [-450, '-4.50', -4.5],
  ])('of %s cents is %s, and %s for a machine', (cents, text, decimal) => {
    expect(decimalText(cents)).toBe(text);
    expect(decimalOf(cents)).toBe(decimal);
    expect(formatMinor(cents, 'EUR')).toBe(`EUR ${text}`);
  });

  test('between two cents becomes the nearer one', () => {
    expect([0.1 + 0.2, 1.006, 19.999, -0.016].map(centsOf)).toEqual([30, 101, 2000, -2]);
  });

  test('of any amount stays the same as text and as a number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }).map(toCents), (amount) => {
        expect(parseCad(decimalText(amount))).toBe(amount);
        expect(parseCad(String(decimalOf(amount)))).toBe(amount);
        expect(centsOf(decimalOf(amount))).toBe(amount);
        expect(Number(decimalText(amount))).toBe(decimalOf(amount));
      }),
    );
  });
});
