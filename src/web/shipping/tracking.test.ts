import { expect, test } from 'vitest';
import { CARRIERS, trackingAddress } from './tracking.ts';

test('known carriers have a page for each parcel, in any spelling of their name', () => {
  for (const carrier of [...CARRIERS, 'CANADA POST', 'ups']) {
    const address = trackingAddress(carrier, 'RN 1/2');
    expect(new URL(address!).protocol).toBe('https:');
    expect(address).toContain('RN%201%2F2');
  }
});

test('an unknown carrier has none', () => {
  expect(trackingAddress('Pigeon', '1')).toBeNull();
  expect(trackingAddress('constructor', '1')).toBeNull();
});
