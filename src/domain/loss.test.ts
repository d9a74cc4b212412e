import { expect, test } from 'vitest';
import { CARD_STATUSES, CARD_STEPS, LOCK_REASONS } from './card.ts';
import { canBeLost, isOwners, lossOf, lossPaid } from './loss.ts';
import { toCents, ZERO } from './money.ts';

test('a lost card brings the higher value of the day it was asked for and the day it was found out', () => {
  expect(lossOf(toCents(1260), toCents(140))).toBe(1260);
  expect(lossOf(toCents(140), toCents(1260))).toBe(1260);
  expect(lossOf(null, toCents(35))).toBe(35);
});

test('a loss is paid in credits or from the bank, and a card worth nothing moves no money', () => {
  expect(lossPaid('u', 'credits', toCents(5))).toEqual([
    { debit: 'house:losses', credit: { userId: 'u' }, amount: 5 },
  ]);
  expect(lossPaid('u', 'transfer', toCents(5))).toEqual([
    { debit: 'house:losses', credit: 'house:bank', amount: 5 },
  ]);
  expect(lossPaid('u', 'credits', ZERO)).toEqual([]);
});

test('only a card that is its owner’s, and that no payment or bank holds, can be lost', () => {
  const unlocked = CARD_STATUSES.filter((status) => status !== 'locked');
  expect(unlocked.filter((status) => canBeLost({ status, lockReason: null }))).toEqual([
    'available',
    'shipped',
    'delivered',
  ]);
  const locks = LOCK_REASONS.filter((lockReason) => canBeLost({ status: 'locked', lockReason }));
  expect(locks).toEqual(['expired']);
  const steps = CARD_STATUSES.filter((status) => CARD_STEPS[status].includes('lost'));
  expect(steps).toEqual(CARD_STATUSES.filter(isOwners));
});
