import { expect, test } from 'vitest';
import { obligationsOf, refuseToLeave, type StandingPayment } from './leaving.ts';
import { toCents } from './money.ts';
import { PAYMENT_STATES, type PaymentState } from './payment.ts';
import { Rejection } from './rejection.ts';
import { SHIPMENT_STATES, type ShipmentState } from './shipping.ts';

const payment = (state: PaymentState, more: Partial<StandingPayment> = {}): StandingPayment => ({
  id: `payment-${state}`,
  state,
  description: 'Test Harbour',
  amount: toCents(1130),
  refundOwed: null,
  createdAt: new Date('2026-11-01T00:00:00Z'),
  ...more,
});
const shipment = (state: ShipmentState, cards = 2) => ({
  id: `shipment-${state}`,
  state,
  cards,
  createdAt: new Date('2026-10-01T00:00:00Z'),
});

test('a user without debts and pending payments may leave', () => {
  expect(obligationsOf([], [])).toEqual([]);
  expect(() => refuseToLeave([])).not.toThrow();
});

test('a payment prevents leaving while a card may be charged or must be refunded', () => {
  const kinds = PAYMENT_STATES.map((state) => [
    state,
    obligationsOf([payment(state)], [])[0]?.kind ?? null,
  ]);
  expect(Object.fromEntries(kinds)).toEqual({
    creating: 'payment',
    open: 'payment',
    processing: 'payment',
    succeeded: null,
    refund_due: 'refund',
    refunded: null,
    canceled: null,
    failed: null,
  });
});

test('a partial refund prevents leaving until it is paid', () => {
  const found = obligationsOf([payment('succeeded', { refundOwed: toCents(500) })], []);
  expect(found).toMatchObject([{ kind: 'refund', amount: 500 }]);
});

test('a shipment prevents leaving from its payment until its arrival', () => {
  const hindering = SHIPMENT_STATES.filter(
    (state) => obligationsOf([], [shipment(state)]).length > 0,
  );
  expect(hindering).toEqual(['requested', 'packed', 'shipped']);
  expect(hindering.map((state) => obligationsOf([], [shipment(state)])[0]!.shipmentState)).toEqual(
    hindering,
  );
});

test('a refusal counts each kind of obstacle, and names them oldest first', () => {
  const all = obligationsOf(
    [payment('open'), payment('refund_due')],
    [shipment('packed', 1), shipment('shipped')],
  );
  let refusal: unknown;
  try {
    refuseToLeave(all);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(Rejection);
  expect(refusal).toMatchObject({
    code: 'INVALID_TRANSITION',
    sentence:
      "Your account can't be deleted yet: 1 card payment is not decided, 1 refund is on its way to your card, 1 shipment waits to be sent and 1 shipment is on its way.",
    details: [
      { kind: 'shipment', description: 'A shipment of 1 card', since: '2026-10-01T00:00:00.000Z' },
      { kind: 'shipment', description: 'A shipment of 2 cards' },
      { kind: 'payment', id: 'payment-open' },
      { kind: 'refund', id: 'payment-refund_due' },
    ],
  });
});
