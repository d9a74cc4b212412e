import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAYMENT_STATES } from './payment.ts';
import { canSetStatus, topUpStatesOf, topUpStatus, TRANSACTION_STATUSES } from './transaction.ts';

const status = fc.constantFrom(...TRANSACTION_STATUSES);

test('without money a transaction goes from pending over processing to completed, step by step', () => {
  expect(canSetStatus('pending', 'processing', false)).toBe(true);
  expect(canSetStatus('processing', 'completed', false)).toBe(true);
  expect(canSetStatus('pending', 'completed', false)).toBe(false);
  expect(canSetStatus('processing', 'pending', false)).toBe(false);
});

test('for any two statuses nobody sets by hand a status that money depends on', () => {
  fc.assert(
    fc.property(status, status, (from, to) => {
      expect(canSetStatus(from, to, true)).toBe(from === to);
    }),
  );
});

test('for any steps by hand a transaction never goes back', () => {
  fc.assert(
    fc.property(fc.array(status), (wanted) => {
      let at = 0;
      for (const next of wanted) {
        if (!canSetStatus(TRANSACTION_STATUSES[at]!, next, false)) continue;
        const reached = TRANSACTION_STATUSES.indexOf(next);
        expect(reached).toBeGreaterThanOrEqual(at);
        at = reached;
      }
    }),
  );
});

test('a top-up has one status in each state of its payment, and a reason exactly if it failed', () => {
  const states = TRANSACTION_STATUSES.flatMap(topUpStatesOf);
  expect(states.toSorted()).toEqual(PAYMENT_STATES.toSorted());
  for (const state of PAYMENT_STATES) {
    const { status, failureReason } = topUpStatus(state);
    expect(failureReason !== null).toBe(status === 'failed');
  }
});
