import { expect, test } from 'vitest';
import { spreadBill } from './intake-bill.ts';
import { toCents } from './money.ts';

const pack = (serial: string, cost?: number) => ({
  serial,
  ...(cost !== undefined && { cost: { amount: toCents(cost) } }),
});

test('a bill is split over the packs that name no cost of their own, and adds up to the cent', () => {
  const packs = spreadBill([pack('A'), pack('B', 999), pack('C'), pack('D')], {
    amount: toCents(10_00),
    tax: toCents(50),
    invoice: 'R-7',
  });
  expect(packs.map(({ cost }) => cost)).toEqual([
    { amount: 334, tax: 17, invoice: 'R-7' },
    { amount: 999 },
    { amount: 333, tax: 17, invoice: 'R-7' },
    { amount: 333, tax: 16, invoice: 'R-7' },
  ]);
});

test('a pack that a file lists twice is paid once', () => {
  const packs = spreadBill([pack('A'), pack('B'), pack('A')], { amount: toCents(100) });
  expect(packs.map(({ cost }) => cost?.amount)).toEqual([50, 50, 50]);
});
