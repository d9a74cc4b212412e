import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  mayFollow,
  NEW_PAYMENT,
  PAYMENT_STATES,
  retry,
  step,
  type Payment,
} from './payment-state.ts';

function walk(...states: Payment['state'][]): Payment {
  return states.reduce((payment, next) => step(payment, next), NEW_PAYMENT);
}

describe('a payment', () => {
  test('with the balance goes from price to open packs', () => {
    const done = walk(
      'calculating',
      'price_calculated',
      'processing_payment',
      'payment_succeeded',
      'opening_packs',
      'complete',
      'idle',
    );
    expect(done.state).toBe('idle');
  });

  test('by card has an intent before it is processed', () => {
    expect(
      walk(
        'calculating',
        'price_calculated',
        'creating_intent',
        'intent_created',
        'processing_payment',
      ).state,
    ).toBe('processing_payment');
  });

  test('refuses a step that may not follow, and says so', () => {
    const refused: string[] = [];
    const payment = step(NEW_PAYMENT, 'complete', (from, to) => refused.push(`${from} -> ${to}`));
    expect(payment).toBe(NEW_PAYMENT);
    expect(refused).toEqual(['idle -> complete']);
  });

  test('can be tried again three times', () => {
    let payment = NEW_PAYMENT;
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      payment = ['calculating', 'error'].reduce(
        (now, next) => step(now, next as Payment['state']),
        payment,
      );
      payment = retry(payment) as Payment;
      expect(payment).toEqual({ state: 'idle', retries: attempt });
    }
    payment = step(step(payment, 'calculating'), 'error');
    expect(retry(payment)).toBe('Maximum retry attempts reached');
    expect(retry(NEW_PAYMENT)).toBe('No payment data to retry');
  });

  test('for any steps never reaches a state that may not follow the one before', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PAYMENT_STATES), { maxLength: 30 }), (steps) => {
        let payment = NEW_PAYMENT;
        for (const next of steps) {
          const after = step(payment, next);
          expect(after.state === payment.state || mayFollow(payment.state, after.state)).toBe(true);
          payment = after;
        }
      }),
    );
  });
});
