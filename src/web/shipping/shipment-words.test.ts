import { expect, test } from 'vitest';
import { contentsOf, stationsOf } from './shipment-words.ts';
import { countCards } from '../collection/card-words.ts';

const card = (name: string) => ({ cardId: name, catalogueCardId: name, name, imageUrl: '' });
const at = new Date('2026-11-21T10:00:00Z');

test('a parcel is named after its first card', () => {
  expect(contentsOf({ cards: [card('Mewtwo ex')] })).toBe('Mewtwo ex');
  expect(contentsOf({ cards: [card('Mewtwo ex'), card('Pidgey'), card('Eevee')] })).toBe(
    'Mewtwo ex and 2 more',
  );
  expect([countCards(1), countCards(2)]).toEqual(['1 card', '2 cards']);
});

test('a parcel under way shows its future stages', () => {
  const events = [{ status: 'requested' as const, at }];
  expect(stationsOf({ events })).toEqual([
    { status: 'requested', at },
    { status: 'packed', at: null },
    { status: 'shipped', at: null },
    { status: 'delivered', at: null },
  ]);
});

test('a cancelled parcel has no future stages', () => {
  const events = [
    { status: 'requested' as const, at },
    { status: 'cancelled' as const, at },
  ];
  expect(stationsOf({ events })).toEqual(events);
});
