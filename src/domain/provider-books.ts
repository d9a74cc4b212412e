// The card provider's own books (docs/product.md §7): which of its movements the shop books when it hears of
// them, and which it has to have booked by itself.
import { difference, ZERO, type Cents } from './money.ts';
import type { HouseAccount } from './house-accounts.ts';

/** A movement of the shop's balance at the provider. `category` is the provider's own word. */
export type ProviderMovement = {
  category: string;
  /** What came in, before the fee; negative for what went out. */
  amount: Cents;
  /** What the provider kept of it; negative for a fee that came back. */
  fee: Cents;
};

/** A journal between accounts of the house. */
export type HouseBooking = {
  kind: 'payout' | 'card_fee';
  debit: HouseAccount;
  credit: HouseAccount;
  amount: Cents;
};

/** What the shop only hears of from the provider: its fees, and the money that reaches the bank. */
export function bookingsOf({ category, amount, fee }: ProviderMovement): HouseBooking[] {
  if (category === 'fee') return movesTo('card_fee', 'house:card_fees', difference(fee, amount));
  if (isPayout(category)) {
    return [
      ...movesTo('payout', 'house:bank', difference(ZERO, amount)),
      ...movesTo('card_fee', 'house:card_fees', fee),
    ];
  }
  // What a dispute costs is booked with it.
  return isOfDispute(category) ? [] : movesTo('card_fee', 'house:card_fees', fee);
}

/** Whether a movement is booked as soon as it is heard of: there is nothing to compare it with. */
export function isBookedWhenHeard(category: string): boolean {
  return category === 'fee' || isPayout(category);
}

export function isOfDispute(category: string): boolean {
  return category === 'dispute' || category === 'dispute_reversal';
}

function isPayout(category: string): boolean {
  return category === 'payout' || category === 'payout_reversal';
}

/** From card clearing to an account; back where the amount is negative. */
function movesTo(kind: HouseBooking['kind'], account: HouseAccount, amount: Cents): HouseBooking[] {
  if (amount === 0) return [];
  const clearing = 'house:card_clearing';
  return amount > 0
    ? [{ kind, debit: account, credit: clearing, amount }]
    : [{ kind, debit: clearing, credit: account, amount: difference(ZERO, amount) }];
}
