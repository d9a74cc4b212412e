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
      cardNumber: `C-1-${position}`,
      shelf: setName.startsWith('A-') ? setName : null,
      pickedAt: null,
    })),
  } as AdminShipmentDetail;
}

test('cards of several parcels are picked by shelf, then by set and number', () => {
  const list = pickList([
    parcel('a', [
      ['Silver Tempest', '10', 1],
      ['Midnight Hunt', '2', 2],
      ['A-10', '1', 6],
      ['A-9', '1', 7],
    ]),
    parcel('b', [
      ['Silver Tempest', '9', 3],
      ['Midnight Hunt', '2', 1],
      ['Silver Tempest', 'TG05', 4],
      ['Silver Tempest', '9a', 5],
    ]),
  ]);
  expect(list.map(({ place, cards }) => [place, ...cards.map((one) => one.cardId)])).toEqual([
    ['Shelf A-9', 'a-7'],
    ['Shelf A-10', 'a-6'],
    ['Midnight Hunt', 'b-1', 'a-2'],
    ['Silver Tempest', 'b-3', 'b-5', 'a-1', 'b-4'],
  ]);
  expect(list.at(-1)!.cards.map(({ box }) => box)).toEqual([2, 2, 1, 2]);
});

test('no parcels give no places', () => {
  expect(pickList([])).toEqual([]);
});
