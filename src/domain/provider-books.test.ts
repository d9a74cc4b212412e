import { expect, test } from 'vitest';
import { toCents } from './money.ts';
import { bookingsOf } from './provider-books.ts';

const of = (category: string, amount: number, fee = 0) =>
  bookingsOf({ category, amount: toCents(amount), fee: toCents(fee) }).map(
    ({ kind, debit, credit, amount: moved }) => `${kind} ${moved} ${debit} <- ${credit}`,
  );

test.each<[string, number, number, string[]]>([
  ['charge', 1130, 63, ['card_fee 63 house:card_fees <- house:card_clearing']],
  ['refund', -1130, 0, []],
  ['refund', -1130, -33, ['card_fee 33 house:card_clearing <- house:card_fees']],
  ['fee', -200, 0, ['card_fee 200 house:card_fees <- house:card_clearing']],
  ['fee', 200, 0, ['card_fee 200 house:card_clearing <- house:card_fees']],
  ['payout', -5000, 0, ['payout 5000 house:bank <- house:card_clearing']],
  ['payout_reversal', 5000, 0, ['payout 5000 house:card_clearing <- house:bank']],
  ['dispute', -1130, 1500, []],
])('a %s of %d with a fee of %d', (category, amount, fee, bookings) => {
  expect(of(category, amount, fee)).toEqual(bookings);
});
