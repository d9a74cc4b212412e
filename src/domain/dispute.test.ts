import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  disputeStateOf,
  disputeSteps,
  planLoss,
  refusePaymentWhilePaused,
  type Disputed,
} from './dispute.ts';
import { DISPUTE_STATES } from './dispute-state.ts';
import { sum, toCents, ZERO, type Cents } from './money.ts';
import type { TaxLine } from './tax-lines.ts';
import { Rejection } from './rejection.ts';

const USER = '0f8fad5b-d9cb-469f-a165-70867728950e';
const cents = (most = 100_000) => fc.integer({ min: 0, max: most }).map(toCents);

describe('the steps of a dispute', () => {
  test('open and decide one whose result is known first', () => {
    expect(disputeSteps(null, 'won')).toEqual(['open', 'win']);
    expect(disputeSteps('inquiry', 'lost')).toEqual(['open', 'lose']);
    expect(disputeSteps(null, 'closed')).toEqual(['inquire', 'close']);
  });

  test('do not leave a decided state, whatever event follows', () => {
    for (const state of DISPUTE_STATES) {
      expect(disputeSteps('won', state)).toEqual([]);
      expect(disputeSteps('lost', state)).toEqual([]);
    }
  });

  test('never lead from an open dispute back to an inquiry', () => {
    expect(disputeSteps('open', 'inquiry')).toEqual([]);
    expect(disputeSteps('open', 'closed')).toEqual(['win']);
  });

  test('treat an unknown status of the provider as a pending one', () => {
    expect(disputeStateOf('appeal_needs_response')).toBe('open');
    expect(disputeStateOf('warning_closed')).toBe('closed');
  });
});

const taxed = (amount: Cents): TaxLine[] => [
  { name: 'HST', rate: 0.14, amount, account: 'house:tax_hst' },
];

describe('a lost dispute', () => {
  test('of an order reverses the sale of sealed packs, and makes a debt of what the buyer keeps', () => {
    const unopened = {
      goods: toCents(1000),
      tax: toCents(80),
      taxes: taxed(toCents(80)),
      fee: toCents(0),
      total: toCents(1080),
    };
    const disputed: Disputed = { purpose: 'order', unopened, gone: toCents(350) };
    expect(planLoss(USER, toCents(2210), disputed, ZERO)).toMatchObject({ debt: 350, loss: 780 });
    // The bank took only a part, but all packs are back.
    expect(planLoss(USER, toCents(500), disputed, ZERO)).toMatchObject({ debt: 0, loss: -580 });
  });

  test('of an order first pays the refunds that the shop still owes to the card', () => {
    const nothing = { goods: ZERO, tax: ZERO, taxes: [], fee: ZERO, total: ZERO };
    // One of two packs was returned, but its refund of 10.80 never arrived. The cards of the other pack are worth
    // 30.00, and were shipped.
    const disputed: Disputed = { purpose: 'order', unopened: nothing, gone: toCents(3000) };
    expect(planLoss(USER, toCents(2210), disputed, toCents(1080))).toMatchObject({
      debt: 1130,
      loss: 1080,
      covered: 1080,
    });
    // The bank took only a part.
    expect(planLoss(USER, toCents(500), disputed, toCents(1080))).toMatchObject({
      debt: 0,
      loss: 500,
      covered: 500,
    });
  });

  test('of credits pays what the shop owes to the card for credits that were taken back', () => {
    // The user bought credits of 20.00 for 21.20. A refund took credits back for 9.20, but this money never reached the
    // card.
    const disputed: Disputed = { purpose: 'top_up', credits: toCents(1080), fee: toCents(120) };
    expect(planLoss(USER, toCents(2120), disputed, toCents(920))).toMatchObject({
      debt: 1080,
      loss: 920,
      covered: 920,
    });
  });

  test('for any order, parcel or top-up takes from somebody exactly what the bank took', () => {
    const disputed = fc.oneof(
      fc.record({
        purpose: fc.constant('order' as const),
        unopened: fc
          .record({ goods: cents(), tax: cents(), fee: cents(), total: cents() })
          .map((parts) => ({ ...parts, taxes: taxed(parts.tax) })),
        gone: cents(),
      }),
      fc.record({
        purpose: fc.constant('shipment' as const),
        fee: fc.option(cents()),
        taxes: cents().map(taxed),
      }),
      fc.record({ purpose: fc.constant('top_up' as const), credits: cents(), fee: cents() }),
      fc.record({ purpose: fc.constant('nothing' as const), unrecovered: cents() }),
    );
    fc.assert(
      fc.property(cents(), disputed, cents(), (amount, one, owed) => {
        const { transfers, debt, loss, covered } = planLoss(USER, amount, one, owed);
        const into = (account: string): Cents =>
          sum(...transfers.flatMap((t) => (t.credit === account ? [t.amount] : [])));
        const outOf = (account: string): Cents =>
          sum(...transfers.flatMap((t) => (t.debit === account ? [t.amount] : [])));
        expect(into('house:disputes')).toBe(amount);
        expect(outOf('house:dispute_losses') - into('house:dispute_losses')).toBe(loss);
        expect(debt + covered).toBeLessThanOrEqual(amount);
        expect(covered).toBeLessThanOrEqual(owed);
        expect(outOf('house:dispute_losses')).toBeGreaterThanOrEqual(covered);
        expect(transfers.every((t) => t.amount > 0)).toBe(true);
      }),
    );
  });
});

test('an account with a debt can buy credits and nothing else', () => {
  refusePaymentWhilePaused('debt', 'top_up');
  refusePaymentWhilePaused(null, 'order');
  expect(() => refusePaymentWhilePaused('debt', 'order')).toThrow(Rejection);
  expect(() => refusePaymentWhilePaused('dispute', 'top_up')).toThrow(Rejection);
});
