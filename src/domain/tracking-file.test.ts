import { expect, test } from 'vitest';
import { readTrackingFile } from './tracking-file.ts';

const read = (...cells: string[][]) =>
  readTrackingFile(
    cells.map((one, at) => ({ line: at + 1, cells: one })),
    'Canada Post',
  );

test('tracking numbers are read by their columns, in any order', () => {
  const id = 'ABCDEF01-0000-4000-8000-000000000001';
  expect(
    read(
      ['Name', 'tracking number', 'SHIPMENT', 'Carrier'],
      ['Mira', ' CP 1 ', id, ''],
      ['Zoe', '1Z', '12345678', 'UPS'],
      ['Not sent yet', '', '23456789', ''],
    ),
  ).toEqual({
    lines: [
      {
        line: 2,
        shipment: 'abcdef01000040008000000000000001',
        carrier: 'Canada Post',
        trackingNumber: 'CP 1',
      },
      { line: 3, shipment: '12345678', carrier: 'UPS', trackingNumber: '1Z' },
    ],
    problems: [],
  });
});

test('a file without its columns, or a line without a shipment, is named', () => {
  expect(read().problems).toEqual([{ line: 1, problem: 'the file is empty' }]);
  expect(read(['Shipment', 'Number']).problems).toEqual([
    { line: 1, problem: 'the column “Tracking number” is missing' },
  ]);
  expect(
    read(
      ['Shipment', 'Tracking number'],
      ['Mira', '1'],
      ['12345678', 'x'.repeat(101)],
      ['23456789', '2'],
      ['23456789', '3'],
    ),
  ).toEqual({
    lines: [{ line: 4, shipment: '23456789', carrier: 'Canada Post', trackingNumber: '2' }],
    problems: [
      { line: 2, problem: 'the shipment is not at least the first 8 characters of an id' },
      { line: 3, problem: 'the carrier or the tracking number is too long' },
      { line: 5, problem: 'the shipment is in line 4 already' },
    ],
  });
});
