// Tests the thread that draws receipts, without a shop around it.
import { expect, test } from 'vitest';
import type { Receipt } from '#contract/wallet.ts';
import { centsOf } from '#domain/decimals.ts';
import { drawReceipt } from './draw-receipt.ts';

const receipt: Receipt = {
  type: 'pack_purchase',
  number: 'HC-20261127-1A2B3C4D',
  document: { kind: 'invoice', number: 'HC-I-000001', corrects: null },
  buyer: { name: 'Élodie Tremblay', address: '12 rue Saint-Paul\nMontréal QC H2Y 1Z5\nCA' },
  seller: {
    name: 'Harbour Cards',
    contactEmail: 'hello@shop.test',
    legalName: null,
    address: '1 Pier Road\nHalifax NS B3H 1A1',
    phone: null,
    email: null,
    registration: null,
    privacyOfficer: null,
    taxNumbers: [],
  },
  issuedAt: new Date('2026-11-27T12:00:00Z'),
  lines: [{ text: 'Midnight Draft', quantity: 2, amount: centsOf(50) }],
  subtotal: centsOf(50),
  discount: centsOf(0),
  tax: centsOf(0),
  taxes: [],
  processingFee: centsOf(0),
  total: centsOf(50),
  currency: 'CAD',
  paymentMethod: 'balance',
};

/** A receipt that can't be drawn, because it has no lines. */
const broken = { ...receipt, lines: null } as unknown as Receipt;

test('receipts are drawn on another thread than the one that sells', async () => {
  await drawReceipt(receipt);
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
  for (let count = 0; count < 50; count += 1) await drawReceipt(receipt);
  const spent = { all: process.cpuUsage(all), own: process.threadCpuUsage(own) };
  expect(spent.own.user).toBeLessThan(spent.all.user / 2);
});

test('concurrent requests each get their own receipt', async () => {
  const numbers = Array.from({ length: 20 }, (_, at) => `HC-I-${at}`);
  const drawn = await Promise.all(
    numbers.map((number) =>
      drawReceipt({ ...receipt, document: { ...receipt.document!, number } }),
    ),
  );
  for (const [at, bytes] of drawn.entries())
    expect(Buffer.from(bytes).toString('latin1')).toContain(`(Invoice ${numbers[at]})`);
});

test('a receipt that can’t be drawn does not block others', async () => {
  const [first, second, third] = await Promise.allSettled([
    drawReceipt(receipt),
    drawReceipt(broken),
    drawReceipt(receipt),
  ]);
  expect([first.status, second.status, third.status]).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});
