import { expect, test } from 'vitest';
import { certifiedState, PACK_STATES } from './stock.ts';

test('a certification does not reveal that somebody is about to buy the pack, or disputes its payment, nor that a drop goes first', () => {
  expect(PACK_STATES.map(certifiedState)).toEqual([
    'in_stock',
    'in_stock',
    'in_stock',
    'in_stock',
    'sold',
    'sold',
    'opened',
    'withdrawn',
  ]);
});
