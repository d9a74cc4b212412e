import { expect, test } from 'vitest';
import type { OrderRefund } from '#contract/checkout-admin.ts';
import { toCents } from '#domain/money.ts';
import { paymentInWords, refundInWords } from './order-words.tsx';

const refund: OrderRefund = {
  id: '00000000-0000-4000-8000-000000000000',
  amount: toCents(1453),
  state: 'paid',
  method: 'card',
  isFromOutside: false,
  reason: 'Torn',
  problem: null,
  isReplaced: false,
  createdAt: new Date(2026, 10, 26),
  paidAt: new Date(2026, 10, 27),
};
const now = new Date(2026, 11, 1);

test.each<[Partial<OrderRefund>, string]>([
  [{}, 'Refunded CAD 14.53 on 27 Nov'],
  [{ paidAt: new Date(2025, 10, 27) }, 'Refunded CAD 14.53 on 27 Nov 2025'],
  [{ method: 'credits' }, 'Refunded in credits: CAD 14.53 on 27 Nov'],
  [{ method: 'bank' }, 'The bank refunded CAD 14.53 on 27 Nov'],
  [{ state: 'due' }, 'CAD 14.53 is to be refunded, and the bank is not asked yet'],
  [{ state: 'pending' }, 'CAD 14.53 is on its way back: the bank has been asked'],
  [{ state: 'failed' }, 'CAD 14.53 could not be refunded'],
  [
    { state: 'failed', isReplaced: true },
    'CAD 14.53 did not reach the card, and another refund took its place',
  ],
])('a refund with %o reads “%s”', (part, words) => {
  expect(refundInWords({ ...refund, ...part }, now)).toBe(words);
});

test('a payment says how much of it went back', () => {
  const of = (refunds: OrderRefund[]) =>
    paymentInWords({ payment: { state: 'succeeded' }, refunds });
  expect(of([])).toBe('Paid');
  expect(of([{ ...refund, state: 'pending' }])).toBe('Paid');
  expect(of([refund, refund])).toBe('Paid, then CAD 29.06 refunded');
  expect(paymentInWords({ payment: { state: 'refunded' }, refunds: [refund] })).toBe(
    'Refunded in full',
  );
});
