import { describe, expect, test } from 'vitest';
import { toCents } from './money.ts';
import {
  checkBalance,
  checkComplete,
  checkLimits,
  checkStock,
  missingPacks,
  type Offer,
} from './purchase.ts';
import { formatMultiplier, daysUntil, sellPrice } from './sellback.ts';

const offer = (more: Partial<Offer> = {}): Offer => ({
  packTypeId: 'a',
  name: 'A',
  price: toCents(1000),
  isAvailable: true,
  purchaseLimit: 1,
  alreadyBought: 0,
  reserved: 0,
  inStock: 5,
  ...more,
});
const want = (quantity: number) => [{ packTypeId: 'a', quantity }];

describe('a buyer', () => {
  test('may buy up to the limit, and any number without one', () => {
    expect(() => checkLimits(want(1), [offer()])).not.toThrow();
    expect(() => checkLimits(want(2), [offer()])).toThrow('You can only purchase this pack once');
    expect(() => checkLimits(want(1), [offer({ alreadyBought: 1 })])).toThrow(
      'You can only purchase this pack once',
    );
    expect(() => checkLimits(want(2), [offer({ purchaseLimit: 3, alreadyBought: 2 })])).toThrow(
      'You can only purchase 3 of this pack',
    );
    expect(() =>
      checkLimits(want(100), [offer({ purchaseLimit: null, alreadyBought: 500 })]),
    ).not.toThrow();
  });

  test('needs the whole total, to the cent', () => {
    expect(() => checkBalance(toCents(1080), toCents(1080))).not.toThrow();
    expect(() => checkBalance(toCents(1079), toCents(1080))).toThrow(
      'Insufficient credits. Add CAD 0.01 more to purchase.',
    );
  });

  test('gets no pack that is sold out or not on sale', () => {
    expect(() => checkStock(want(5), [offer()])).not.toThrow();
    expect(() => checkStock(want(6), [offer()])).toThrow(
      'Pack "A" is no longer available. Please return to the catalog.',
    );
    expect(() => checkStock(want(1), [offer({ isAvailable: false })])).toThrow(
      'no longer available',
    );
  });

  test('learns which pack ran out if others were faster', () => {
    expect(missingPacks(want(3), [{ packTypeId: 'a' }])).toEqual(want(2));
    expect(() => checkComplete(want(2), [offer()], [{ packTypeId: 'a' }])).toThrow(
      'Pack "A" is no longer available',
    );
    expect(() => checkComplete(want(1), [offer()], [{ packTypeId: 'a' }])).not.toThrow();
  });
});

describe('an offer for a card', () => {
  test.each([
    [35, 17, 'less than 0.1x'],
    [3200, 1600, '1.6x'],
    [0, 0, 'less than 0.1x'],
    [1, 0, 'less than 0.1x'],
  ])('worth %i cents is %i cents, %s of a pack', (value, offered, multiplier) => {
    expect(sellPrice(toCents(value))).toBe(offered);
    expect(formatMultiplier(toCents(offered))).toBe(multiplier);
  });

  test('ends after its days, rounded up', () => {
    expect(daysUntil(86_400_000 * 30, 0)).toBe(30);
    expect(daysUntil(86_400_000 * 30, 1)).toBe(30);
    expect(daysUntil(86_400_000, 86_399_999)).toBe(1);
    expect(daysUntil(0, 5)).toBe(0);
  });
});
