import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  awaitsPacking,
  canCancelOwnShipment,
  canMoveShipment,
  cardsOf,
  estimatedDelivery,
  leastShippingFee,
  nextStatuses,
  SHIPMENT_STATUSES,
  shippingFee,
  unshippableCards,
} from './shipping.ts';

describe('the fee of a shipment', () => {
  test.each([
    [1, 'CA', 800, 0],
    [5, 'CA', 800, 0],
    [6, 'CA', 800, 15],
    [1, 'US', 1400, 0],
    [25, 'US', 1400, 300],
    [7, 'DE', 2400, 30],
    [500, 'JP', 2400, 7425],
  ])('is for %i cards to %s: %i and %i cents', (cardCount, country, base, weight) => {
    expect(shippingFee(cardCount, country)).toEqual({ base, weight, total: base + weight });
  });

  test('starts at what a small parcel costs in Canada', () => {
    expect(leastShippingFee()).toBe(shippingFee(1, 'CA').total);
    expect(leastShippingFee()).toBeLessThan(shippingFee(1, 'US').total);
  });

  test('for any parcel, one card more never costs less, and at most 15 cents more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.constantFrom('CA', 'US', 'FR'), (n, to) => {
        const step = shippingFee(n + 1, to).total - shippingFee(n, to).total;
        expect([0, 15]).toContain(step);
      }),
    );
  });

  test('comes with how long it takes', () => {
    expect(['CA', 'US', 'FR'].map(estimatedDelivery)).toEqual([
      '3-5 business days',
      '5-8 business days',
      '10-20 business days',
    ]);
  });
});

describe('which cards can be sent', () => {
  const card = (id: string, status: 'available' | 'locked' | 'sold') => ({
    id,
    openingId: 'o1',
    status,
  });

  test('available ones of the opening that they came from', () => {
    const groups = [{ packOpeningId: 'o1', cardIds: ['a', 'b'] }];
    expect(unshippableCards(groups, [card('a', 'available'), card('b', 'available')])).toEqual([]);
  });

  test('others are named with their reason, in the order they were asked for', () => {
    const groups = [
      { packOpeningId: 'o1', cardIds: ['sold', 'nobody’s', 'locked'] },
      { packOpeningId: 'o2', cardIds: ['a'] },
    ];
    const cards = [card('a', 'available'), card('sold', 'sold'), card('locked', 'locked')];
    expect(unshippableCards(groups, cards)).toEqual([
      { cardId: 'sold', reason: 'This card is not available for shipping' },
      { cardId: 'nobody’s', reason: 'Card not found' },
      { cardId: 'locked', reason: 'This card is not available for shipping' },
      { cardId: 'a', reason: 'Card not found' },
    ]);
  });

  test('a card that is named twice is sent once', () => {
    expect(
      cardsOf([
        { packOpeningId: 'o1', cardIds: ['a', 'b'] },
        { packOpeningId: 'o1', cardIds: ['b', 'c'] },
      ]),
    ).toEqual(['a', 'b', 'c']);
  });
});

describe('the life of a shipment', () => {
  test('goes forward one step at a time, and ends in the hands of its owner or cancelled', () => {
    const moves = SHIPMENT_STATUSES.flatMap((from) =>
      SHIPMENT_STATUSES.filter((to) => canMoveShipment(from, to)).map((to) => `${from} to ${to}`),
    );
    expect(moves).toEqual([
      'requested to packed',
      'requested to cancelled',
      'packed to shipped',
      'packed to cancelled',
      'shipped to delivered',
    ]);
  });

  test('is open for operators until it arrived or was cancelled', () => {
    expect(SHIPMENT_STATUSES.filter(awaitsPacking)).toEqual(['requested', 'packed', 'shipped']);
    expect(nextStatuses('packed')).toEqual(['shipped', 'cancelled']);
    expect(nextStatuses('delivered')).toEqual([]);
  });

  test('its owner may cancel it until somebody begins to pack', () => {
    expect(SHIPMENT_STATUSES.filter(canCancelOwnShipment)).toEqual(['requested']);
  });
});
