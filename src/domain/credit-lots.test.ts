import { expect, test } from 'vitest';
import { creditLots, type CreditMovement } from './credit-lots.ts';
import { toCents } from './money.ts';

const at = new Date('2026-11-01T00:00:00Z');

const moved = (
  amount: number,
  bought: number,
  cause: CreditMovement['cause'],
  { reference = 'x', topUpId = null as string | null, hours = 0 } = {},
): CreditMovement => ({
  amount: toCents(amount),
  bought: toCents(bought),
  cause,
  reference,
  topUpId,
  at: new Date(at.getTime() + hours * 3_600_000),
});
const bought = (topUpId: string, amount: number) => moved(amount, amount, 'top_up', { topUpId });
const gift = (topUpId: string, amount: number) => moved(amount, 0, 'gift', { topUpId });

const left = (movements: CreditMovement[], lostAt = new Map<string, Date>()) => {
  const lots = creditLots(movements, lostAt);
  return [lots.bought.map(({ topUpId, left: rest }) => [topUpId, rest]), [...lots.gifts]];
};

test('the oldest top-up is spent first', () => {
  expect(left([bought('a', 10), bought('b', 10), moved(-12, 12, 'other')])).toEqual([
    [['b', 8]],
    [],
  ]);
});

test('what goes back to a card is of its own top-up', () => {
  const movements = [bought('a', 10), bought('b', 10), moved(-10, 10, 'to_card', { topUpId: 'b' })];
  expect(left(movements)).toEqual([[['a', 10]], []]);
});

test('what is given back is of the top-up that had paid for it', () => {
  const parcel = { reference: 'parcel' };
  const movements = [
    bought('a', 10),
    moved(-8, 8, 'other', parcel),
    bought('b', 10),
    moved(8, 8, 'back', parcel),
  ];
  expect(left(movements)).toEqual([
    [
      ['a', 10],
      ['b', 10],
    ],
    [],
  ]);
});

test('credits that stand for money, and have no top-up, have no card', () => {
  expect(left([moved(5, 5, 'other'), moved(7, 7, 'back')])).toEqual([
    [
      [null, 5],
      [null, 7],
    ],
    [],
  ]);
});

test('gifts for a top-up are spent before other earned credits, and leave with it', () => {
  const movements = [moved(5, 0, 'other'), bought('a', 10), gift('a', 4), moved(-3, 0, 'other')];
  expect(left(movements)).toEqual([[['a', 10]], [['a', 1]]]);
  const back = [
    moved(-10, 10, 'to_card', { topUpId: 'a' }),
    moved(-1, 0, 'to_card', { topUpId: 'a' }),
  ];
  expect(left([...movements, ...back])).toEqual([[], [['a', 0]]]);
});

test('the debt for a lost top-up takes that one first', () => {
  const movements = [bought('a', 10), bought('b', 10), moved(-10, 10, 'debt', { hours: 2 })];
  const lostAt = (hours: number) => new Map([['b', new Date(at.getTime() + hours * 3_600_000)]]);
  expect(left(movements, lostAt(1))).toEqual([[['a', 10]], []]);
  expect(left(movements, lostAt(3))).toEqual([[['b', 10]], []]);
});
