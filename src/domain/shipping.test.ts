import { describe, expect, test } from 'vitest';
import {
  awaitsPacking,
  canCancelOwnShipment,
  canMoveShipment,
  cardIdsOfGroups,
  nextStatuses,
  SHIPMENT_STATUSES,
  unshippableCards,
} from './shipping.ts';

describe('which cards can be sent', () => {
  const card = (id: string, status: 'available' | 'locked' | 'sold') => ({
    id,
    openingId: 'o1',
    status,
  });

  test('available ones from the opening that was named', () => {
    const groups = [{ packOpeningId: 'o1', cardIds: ['a', 'b'] }];
    expect(unshippableCards(groups, [card('a', 'available'), card('b', 'available')])).toEqual([]);
  });

  test('others are named with their reason, in the order of the request', () => {
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
      cardIdsOfGroups([
        { packOpeningId: 'o1', cardIds: ['a', 'b'] },
        { packOpeningId: 'o1', cardIds: ['b', 'c'] },
      ]),
    ).toEqual(['a', 'b', 'c']);
  });
});

describe('the life of a shipment', () => {
  test('goes forward one step at a time, and ends with its owner, cancelled or lost', () => {
    const moves = SHIPMENT_STATUSES.flatMap((from) =>
      SHIPMENT_STATUSES.filter((to) => canMoveShipment(from, to)).map((to) => `${from} to ${to}`),
    );
    expect(moves).toEqual([
      'requested to packed',
      'requested to cancelled',
      'packed to shipped',
      'packed to cancelled',
      'shipped to delivered',
      'shipped to lost',
    ]);
  });

  test('is open for operators until it arrived or was cancelled', () => {
    expect(SHIPMENT_STATUSES.filter(awaitsPacking)).toEqual(['requested', 'packed', 'shipped']);
    expect(nextStatuses('packed')).toEqual(['shipped', 'cancelled']);
    expect(nextStatuses('delivered')).toEqual([]);
  });

  test('its owner may cancel it until the packing begins', () => {
    expect(SHIPMENT_STATUSES.filter(canCancelOwnShipment)).toEqual(['requested']);
  });
});
