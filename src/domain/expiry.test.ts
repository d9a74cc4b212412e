import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARD_STATUSES, LOCK_REASONS } from './card.ts';
import {
  decideLocked,
  planExpiry,
  planReminder,
  reminderWays,
  type ExpiredCard,
  type ExpiringCard,
  type LockedCard,
} from './expiry.ts';
import { sum, toCents } from './money.ts';
import { sellPrice } from './sellback.ts';

const card = (id: string, marketValue = 701): ExpiredCard => ({
  id,
  name: 'Moss Wall',
  marketValue: toCents(marketValue),
});
const locked = (id: string, more: Partial<LockedCard> = {}): LockedCard => ({
  ...card(id),
  ownerId: 'owner',
  status: 'locked',
  lockReason: 'expired',
  ...more,
});

const someCards = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1 }),
    name: fc.constant('x'),
    marketValue: fc.nat(10_000_000).map(toCents),
  }),
  { selector: (one) => one.id },
);

describe('a card after its thirty days', () => {
  test('converts at half of its market value, rounded down', () => {
    expect(planExpiry([card('a')], true)).toEqual({
      converted: [{ card: card('a'), offer: 350 }],
      locked: [],
    });
  });

  test('is locked and pays nothing if its owner has switched conversion off', () => {
    expect(planExpiry([card('a')], false)).toEqual({ converted: [], locked: [card('a')] });
  });

  test('for any mix of cards leaves once, and the cents add up', () => {
    fc.assert(
      fc.property(someCards, fc.boolean(), (cards, converts) => {
        const { converted, locked: stillLocked } = planExpiry(cards, converts);
        const seen = [...converted.map((one) => one.card), ...stillLocked];
        expect(seen.map((one) => one.id).toSorted()).toEqual(cards.map((one) => one.id).toSorted());
        expect(stillLocked).toHaveLength(converts ? 0 : cards.length);
        const paid = sum(...converted.map((one) => one.offer));
        const owed = sum(...(converts ? cards.map((one) => sellPrice(one.marketValue)) : []));
        expect(paid).toBe(owed);
        expect(converted.every((one) => one.offer * 2 <= one.card.marketValue)).toBe(true);
      }),
    );
  });
});

describe('an operator', () => {
  test('decides only about cards with certain lock reasons, each once', () => {
    const decisions = decideLocked(
      ['a', 'nobody', 'a', 'b', 'c'],
      [
        locked('a'),
        locked('b', { lockReason: 'dispute' }),
        locked('c', { status: 'available', lockReason: null }),
      ],
      ['expired'],
    );
    expect(decisions.map((one) => (one.isDone ? 'done' : one.sentence))).toEqual([
      'done',
      'Card not found',
      'This card is not locked as expired',
      'This card is not locked as expired',
      'This card is not locked as expired',
    ]);
  });

  test('for any cards and any request decides each card at most once', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const cards = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom(...ids),
        name: fc.constant('x'),
        marketValue: fc.nat(1_000_000).map(toCents),
        ownerId: fc.constantFrom('one', 'two'),
        status: fc.constantFrom(...CARD_STATUSES),
        lockReason: fc.constantFrom(...LOCK_REASONS, null),
      }),
      { selector: (one) => one.id },
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ids)), cards, (asked, there) => {
        const decisions = decideLocked(asked, there, ['expired']);
        const done = decisions.flatMap((one) => (one.isDone ? [one.card] : []));
        expect(decisions).toHaveLength(asked.length);
        expect(new Set(done.map((one) => one.id)).size).toBe(done.length);
        expect(done.every((one) => one.lockReason === 'expired')).toBe(true);
        const could = there.filter((one) => one.lockReason === 'expired' && asked.includes(one.id));
        expect(done).toHaveLength(could.length);
      }),
    );
  });
});

describe('a reminder', () => {
  const expiring = (id: string, hours: number, marketValue: number): ExpiringCard => ({
    ...card(id, marketValue),
    convertsAt: new Date(hours * 3_600_000),
  });
  const cards = [expiring('late', 90, 9000), expiring('soon', 2, 100), expiring('dear', 50, 2000)];
  const ids = (list: ExpiringCard[]) => list.map((one) => one.id);

  test('lists cards soonest first, and those to ship separately', () => {
    const { toShip, rest } = planReminder(cards, toCents(2000));
    expect([ids(toShip), ids(rest)]).toEqual([['dear', 'late'], ['soon']]);
  });

  test('is a mail at seven days and at one, a notice at three, and both at once if it is late', () => {
    const mail = { mail: true, notice: false };
    const notice = { mail: false, notice: true };
    expect([reminderWays(7, null), reminderWays(3, 7), reminderWays(1, 3)]).toEqual([
      mail,
      notice,
      mail,
    ]);
    const both = { mail: true, notice: true };
    expect([reminderWays(3, null), reminderWays(1, null), reminderWays(1, 7)]).toEqual([
      both,
      both,
      both,
    ]);
  });

  test('without a threshold is one list', () => {
    const { toShip, rest } = planReminder(cards, null);
    expect([ids(toShip), ids(rest)]).toEqual([[], ['soon', 'dear', 'late']]);
  });
});
