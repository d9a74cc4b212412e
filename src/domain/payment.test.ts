import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  INTENT_STATUSES,
  isUndecided,
  PAYMENT_STATES,
  paymentOutcome,
  confirmStep,
  type IntentStatus,
  type PaymentState,
} from './payment.ts';

/** The state of a payment after its confirmation. `delivers` is false if the purchase can no longer be delivered. */
function confirmed(state: PaymentState, status: IntentStatus, delivers: boolean): PaymentState {
  switch (confirmStep(state, status)) {
    case 'deliver':
      return delivers ? 'succeeded' : 'refund_due';
    case 'end':
      return 'canceled';
    case 'to open':
      return 'open';
    case 'to processing':
      return 'processing';
    default:
      return state;
  }
}

describe('a payment', () => {
  test('is delivered when its money has arrived', () => {
    expect(confirmStep('open', 'succeeded')).toBe('deliver');
    expect(confirmStep('creating', 'succeeded')).toBe('deliver');
    expect(confirmStep('processing', 'succeeded')).toBe('deliver');
  });

  test('does not end when a card was declined', () => {
    expect(confirmStep('open', 'requires_payment_method')).toBe('nothing');
    expect(confirmStep('creating', 'requires_payment_method')).toBe('to open');
  });

  test('that was given up before its intent was known is delivered if its money arrives', () => {
    expect(confirmStep('failed', 'succeeded')).toBe('deliver');
    expect(confirmStep('failed', 'canceled')).toBe('nothing');
  });

  test('shows the shopper one of four states', () => {
    expect(PAYMENT_STATES.map(paymentOutcome)).toEqual([
      'pending',
      'pending',
      'pending',
      'succeeded',
      'refunded',
      'refunded',
      'canceled',
      'canceled',
    ]);
  });

  test('for any order of events is delivered or refunded once, and then never changes', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ status: fc.constantFrom(...INTENT_STATUSES), delivers: fc.boolean() }),
        ),
        (events) => {
          let state: PaymentState = 'creating';
          let deliveries = 0;
          let changes = 0;
          for (const { status, delivers } of events) {
            if (confirmStep(state, status) === 'deliver') deliveries += 1;
            const next = confirmed(state, status, delivers);
            changes += !isUndecided(state) && next !== state ? 1 : 0;
            state = next;
          }
          expect(changes).toBe(0);
          expect(deliveries).toBe(state === 'succeeded' || state === 'refund_due' ? 1 : 0);
        },
      ),
    );
  });
});
