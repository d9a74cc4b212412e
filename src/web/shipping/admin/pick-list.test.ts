import type { ParcelCard, AdminShipmentDetail } from '#contract/shipping-admin.ts';
import { expect, test } from 'vitest';
import { pickList } from './pick-list.ts';

function parcel(id: string, cards: [setName: string, number: string, position: number][]) {
  return {
    shipment: { id },
    cards: cards.map(([setName, number, position]): ParcelCard => ({
      cardId: `${id}-${position}`,
      name: `${setName} ${number}`,
      setName,
      number,
      finish: 'normal',
      condition: 'Near Mint',
      packSerial: 'P-1',
      position,
    })),
  } as AdminShipmentDetail;
}

test('cards of several parcels are picked by set and number, in the order of the shelves', () => {
  const list = pickList([
    parcel('a', [
      ['Silver Tempest', '10', 1],
      ['Midnight Hunt', '2', 2],
    ]),
    parcel('b', [
      ['Silver Tempest', '9', 3],
      ['Midnight Hunt', '2', 1],
      ['Silver Tempest', 'TG05', 4],
      ['Silver Tempest', '9a', 5],
    ]),
  ]);
  expect(list.map(({ setName, cards }) => [setName, ...cards.map((one) => one.cardId)])).toEqual([
    ['Midnight Hunt', 'b-1', 'a-2'],
    ['Silver Tempest', 'b-3', 'b-5', 'a-1', 'b-4'],
  ]);
});

test('no parcels give no sets', () => {
  expect(pickList([])).toEqual([]);
});
