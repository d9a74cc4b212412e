import { expect, test } from 'vitest';
import { chooseRate } from './label-rate.ts';

const RATES = [
  { carrier: 'USPS', service: 'Express', amountMinor: 4830 },
  { carrier: 'USPS', service: 'Ground', amountMinor: 915 },
  { carrier: 'UPS', service: 'Ground', amountMinor: 1245 },
];
const priceOf = (usual: { carrier: string; service: string } | null, isPlain: boolean) =>
  chooseRate(RATES, { usual, isPlain })?.amountMinor ?? null;

test('a label is bought as for the last like parcel, otherwise at the lowest price', () => {
  expect(priceOf({ carrier: 'UPS', service: 'Ground' }, true)).toBe(1245);
  expect(priceOf({ carrier: 'USPS', service: 'Express' }, false)).toBe(4830);
  expect(priceOf(null, true)).toBe(915);
  expect(priceOf({ carrier: 'DHL', service: 'Ground' }, true)).toBe(915);
  expect(chooseRate([], { usual: null, isPlain: true })).toBeNull();
});

test('a buyer who paid for a faster parcel does not get the cheapest one', () => {
  expect(priceOf(null, false)).toBeNull();
  expect(priceOf({ carrier: 'DHL', service: 'Express' }, false)).toBeNull();
});
