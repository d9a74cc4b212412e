import type { AdminShipmentDetail } from '#contract/shipping-admin.ts';
import { expect, test } from 'vitest';
import { completeParcels, packingStep, stepWords } from './packing-steps.ts';

function parcel(status: string, picked: boolean[]): AdminShipmentDetail {
  const cards = picked.map((isPicked) => ({ pickedAt: isPicked ? new Date() : null }));
  return { shipment: { status }, cards } as AdminShipmentDetail;
}
const wordsOf = (parcels: AdminShipmentDetail[], isRun = false, seller: string | null = null) =>
  stepWords(packingStep(parcels, { isRun }), parcels, seller);

test('the packer reads what to do next', () => {
  expect(wordsOf([])).toBe('Scan a card, or press Enter for the parcel that has waited longest.');
  expect(wordsOf([parcel('requested', [true, false, false])])).toBe('2 cards to scan.');
  expect(wordsOf([parcel('requested', [true])])).toBe(
    'All cards are here. Press Enter to mark 1 shipment packed.',
  );
  expect(wordsOf([parcel('packed', [true])])).toMatch(/^Packed\. Scan the tracking number/);
  expect(wordsOf([parcel('packed', [true])], false, 'EasyPost')).toBe(
    'Packed. Press Enter to buy its label from EasyPost and send it.',
  );
  expect(wordsOf([parcel('shipped', [true])])).toBe('Press Enter for the next parcel.');
});

test('of many parcels those that are complete are packed, while others miss cards', () => {
  const parcels = [
    parcel('requested', [true, true]),
    parcel('requested', [false]),
    parcel('packed', [true]),
  ];
  expect(completeParcels(parcels)).toEqual([parcels[0]]);
  expect(wordsOf(parcels, true)).toBe('1 card to scan. 1 shipment complete: press Enter to pack.');
});
