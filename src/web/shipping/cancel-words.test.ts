import { toCents } from '#domain/money.ts';
import { describe, expect, test } from 'vitest';
import { refundWords } from './cancel-words.ts';

type Payment = [amount: number, paymentMethod: 'balance' | 'stripe'];

const parcelOf = ([amount, paymentMethod]: Payment, ...added: Payment[]) => ({
  shipment: { paymentMethod, fee: { totalFee: toCents(amount) } },
  additions: added.map(([totalFee, method]) => ({
    totalFee: toCents(totalFee),
    paymentMethod: method,
  })),
});

describe('a user who cancels a parcel reads what they get back', () => {
  test.each<[string, ReturnType<typeof parcelOf>]>([
    ['CAD 8.00 goes back to your balance', parcelOf([800, 'balance'])],
    ['CAD 8.00 goes back to your card', parcelOf([800, 'stripe'])],
    [
      'CAD 8.30 goes back to your balance',
      parcelOf([800, 'balance'], [30, 'balance'], [0, 'balance']),
    ],
    [
      'CAD 8.00 goes back to your balance and CAD 2.00 to your card',
      parcelOf([800, 'balance'], [200, 'stripe']),
    ],
    [
      'CAD 1.00 goes back to your balance and CAD 10.00 the way it came',
      parcelOf([800, 'stripe'], [200, 'stripe'], [100, 'balance']),
    ],
  ])('%s', (words, parcel) => {
    expect(refundWords(parcel, 'owner')).toBe(words);
  });

  test('and nothing about money if nothing was paid', () => {
    expect(refundWords(parcelOf([0, 'balance'], [0, 'balance']), 'owner')).toBeNull();
  });
});

test('an operator reads the same about the owner', () => {
  expect(refundWords(parcelOf([800, 'balance'], [200, 'stripe']), 'operator')).toBe(
    'CAD 8.00 is refunded to their balance and CAD 2.00 to their card',
  );
});
