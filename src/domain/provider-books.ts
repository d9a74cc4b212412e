// The card provider's own books (docs/product.md §7). The shop books some movements when the provider reports them.
// The other movements must already be in the shop's books.
import { difference, ZERO, type Cents } from './money.ts';
import type { HouseAccount } from './house-accounts.ts';

/** A movement of the shop's balance at the provider. `category` is the provider's word. */
export type ProviderMovement = {
  category: string;
  /** The amount before the fee. It is negative for money that went out. */
  amount: Cents;
  /** The provider's fee. It is negative for a fee that came back. */
  fee: Cents;
};

/** A journal between two house accounts. */
export type HouseBooking = {
  kind: 'payout' | 'card_fee';
  debit: HouseAccount;
  credit: HouseAccount;
  amount: Cents;
};

/** The bookings that the shop learns of only from the provider. They are for fees and for payouts to the bank. */
export function bookingsOf({ category, amount, fee }: ProviderMovement): HouseBooking[] {
  if (category === 'fee') return movesTo('card_fee', 'house:card_fees', difference(fee, amount));
  if (isPayout(category)) {
    return [
      ...movesTo('payout', 'house:bank', difference(ZERO, amount)),
      ...movesTo('card_fee', 'house:card_fees', fee),
    ];
  }
  // The fee of a dispute is booked with the dispute.
  return isOfDispute(category) ? [] : movesTo('card_fee', 'house:card_fees', fee);
}

/**
 * Whether the shop books a movement as soon as the provider reports it. All other movements are compared with the
 * shop's own books.
 */
export function isBookedWhenHeard(category: string): boolean {
  return category === 'fee' || isPayout(category);
}

export function isOfDispute(category: string): boolean {
  return category === 'dispute' || category === 'dispute_reversal';
}

function isPayout(category: string): boolean {
  return category === 'payout' || category === 'payout_reversal';
}

/** Moves an amount from card clearing to an account. A negative amount moves in the opposite direction. */
function movesTo(kind: HouseBooking['kind'], account: HouseAccount, amount: Cents): HouseBooking[] {
  if (amount === 0) return [];
  const clearing = 'house:card_clearing';
  return amount > 0
    ? [{ kind, debit: account, credit: clearing, amount }]
    : [{ kind, debit: clearing, credit: account, amount: difference(ZERO, amount) }];
}
