// Buying credits with a card: how much may be bought at once, and what it costs (docs/product.md §6).
import {
  difference,
  least,
  shareHalfUp,
  sum,
  toCents,
  withCurrency,
  ZERO,
  type Cents,
} from './money.ts';
import { decimalOf } from './decimals.ts';

/** The least and the most credits of one top-up: CAD 10.00 and CAD 1,000.00 (docs/product.md §6). */
export const TOP_UP_LEAST = toCents(1_000);
export const TOP_UP_MOST = toCents(100_000);

/** What comes on top of the credits: a rate of them as a fraction, rounded half up, and an amount. */
export type TopUpFee = { rate: number; fixed: Cents };

/** The specification's, which the demo asks: 3.5% and CAD 0.50. Elsewhere there is none (docs/product.md §17). */
export const SPECIFIED_TOP_UP_FEE: TopUpFee = { rate: 0.035, fixed: toCents(50) };

/** A top-up priced before paying: `total = amount + fee`. The fee comes on top of the credits. */
export type TopUpQuote = { amount: Cents; fee: Cents; total: Cents };

/** Prices a top-up of a non-negative amount. */
export function quoteTopUp(amount: Cents, { rate, fixed }: TopUpFee): TopUpQuote {
  const fee = sum(shareHalfUp(amount, rate), fixed);
  return { amount, fee, total: sum(amount, fee) };
}

/** The smallest top-up of whole credits that makes good for what is missing, or the largest there is. */
export function topUpFor(missing: Cents): Cents {
  const whole = toCents(Math.ceil(missing / 100) * 100);
  return least(TOP_UP_MOST, toCents(Math.max(TOP_UP_LEAST, whole)));
}

/** Everything that keeps an amount of a currency from being bought, in the shop's words. */
export function topUpProblems(amount: Cents, currency: string): string[] {
  return [
    ...(amount < TOP_UP_LEAST
      ? [`Minimum purchase amount is ${withCurrency(String(decimalOf(TOP_UP_LEAST)))}`]
      : []),
    ...(amount > TOP_UP_MOST
      ? [`Maximum purchase amount is ${withCurrency(String(decimalOf(TOP_UP_MOST)))}`]
      : []),
    ...(currency === 'CAD' ? [] : ['Credits are bought in CAD']),
  ];
}

/** What no refund has taken back of a top-up yet. */
export type TopUpLeft = { credits: Cents; fee: Cents };

/** What moved on a user's account. */
export type CreditMovement = {
  /** Below 0: it went out. */
  amount: Cents;
  /** It stands for card money, which came or went back. */
  isBought: boolean;
  /** What it was about: what a parcel cost and what its cancelling gives back have the same. */
  reference: string;
};

/**
 * How much of a balance was bought, by its movements from the first on. Earned credits are spent first, and what is given
 * back comes back as it was spent (docs/product.md §6).
 */
export function sumBought(movements: CreditMovement[]): Cents {
  let [balance, bought] = [0, 0];
  const spentOn = new Map<string, number>();
  for (const { amount, isBought, reference } of movements) {
    const spent = spentOn.get(reference) ?? 0;
    let moved: number;
    if (amount < 0) {
      const earned = isBought ? 0 : balance - bought;
      moved = Math.max(-bought, Math.min(0, amount + earned));
    } else {
      moved = isBought ? amount : Math.min(amount, spent);
    }
    if (!isBought) spentOn.set(reference, spent - moved);
    balance += amount;
    bought += moved;
  }
  return toCents(bought);
}

/**
 * What goes back of a top-up. `amount` null: all that its owner still has of it, and the fee if that is all of it;
 * `balance` is then what of theirs was bought. Otherwise the money is gone already (`amount` of `left`), and what its
 * owner no longer has is `owed`.
 */
export function quoteTopUpRefund(
  { credits, fee }: TopUpLeft,
  { amount, left, balance }: { amount: Cents | null; left: Cents; balance: Cents },
): { credits: Cents; fee: Cents; total: Cents; owed: Cents } {
  if (amount === null) {
    const kept = least(credits, balance, left);
    const back = kept === credits ? least(fee, difference(left, kept)) : ZERO;
    return { credits: kept, fee: back, total: sum(kept, back), owed: ZERO };
  }
  const isAll = amount === left;
  const due = isAll ? difference(amount, least(fee, amount)) : least(credits, amount);
  const asked = least(due, credits);
  const kept = least(asked, balance);
  const back = least(fee, difference(amount, due));
  return { credits: kept, fee: back, total: sum(kept, back), owed: difference(asked, kept) };
}
