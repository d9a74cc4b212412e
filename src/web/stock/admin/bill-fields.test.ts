import { expect, test } from 'vitest';
import { billOf, NO_BILL } from './bill-fields.tsx';

test('empty fields are no bill: what packs cost stays unknown', () => {
  expect(billOf(NO_BILL)).toEqual({ bill: null });
  expect(billOf({ ...NO_BILL, supplier: ' Acme ' })).toEqual({
    bill: { per: 'all', cost: null, supplier: 'Acme' },
  });
});

test('a bill has its amount in cents, and packs may cost nothing', () => {
  expect(billOf({ ...NO_BILL, per: 'pack', amount: '3.2', tax: '0.16', invoice: ' A-1 ' })).toEqual(
    {
      bill: { per: 'pack', cost: { amount: 320, tax: 16, invoice: 'A-1' }, supplier: null },
    },
  );
  expect(billOf({ ...NO_BILL, amount: '0' })).toEqual({
    bill: { per: 'all', cost: { amount: 0, tax: 0 }, supplier: null },
  });
});

test('an invoice or taxes need an amount', () => {
  expect(billOf({ ...NO_BILL, invoice: 'A-1' })).toHaveProperty('problems.amount');
  expect(billOf({ ...NO_BILL, amount: '5', tax: 'x' })).toHaveProperty('problems.tax');
});
