// A top-up is a purchase of credits with a card. This file has its limits and prices (docs/product.md §6).
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

/** The minimum and maximum credits of one top-up, CAD 10.00 and CAD 1,000.00 (docs/product.md §6). */
export const TOP_UP_LEAST = toCents(1_000);
export const TOP_UP_MOST = toCents(100_000);

/** The fee on top of the credits. It is a rate (a fraction, rounded half up) plus a fixed amount. */
export type TopUpFee = { rate: number; fixed: Cents };

/**
 * The specification's fee, which is 3.5% and CAD 0.50. The demo charges it; other shops charge no such fee
 * (docs/product.md §17).
 */
export const SPECIFIED_TOP_UP_FEE: TopUpFee = { rate: 0.035, fixed: toCents(50) };

/** The price of a top-up before payment: `total = amount + fee`. */
export type TopUpQuote = { amount: Cents; fee: Cents; total: Cents };

/** Prices a top-up of a non-negative amount. */
export function quoteTopUp(amount: Cents, { rate, fixed }: TopUpFee): TopUpQuote {
  const fee = sum(shareHalfUp(amount, rate), fixed);
  return { amount, fee, total: sum(amount, fee) };
}

/**
 * The smallest top-up, in whole dollars, that covers the missing amount. If no top-up covers it, the largest top-up.
 */
export function topUpFor(missing: Cents): Cents {
  const whole = toCents(Math.ceil(missing / 100) * 100);
  return least(TOP_UP_MOST, toCents(Math.max(TOP_UP_LEAST, whole)));
}

/** All reasons why an amount can't be bought, in the shop's words. */
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

/** The part of a top-up that no refund has taken back yet. */
export type TopUpLeft = { credits: Cents; fee: Cents };

/**
 * The refund of a top-up. `balance` is the part of the user's balance that comes from this top-up. If `amount` is
 * null, this refunds all credits of the top-up that the user still has, and its fee too if none was spent. Otherwise
 * `amount` (of `left`) has already gone back to the card. In that case, `owed` of the result is the part of the
 * refunded credits that the user no longer has.
 */
export function quoteTopUpRefund(
  { credits, fee }: TopUpLeft,
  { amount, left, balance }: { amount: Cents | null; left: Cents; balance: Cents },
): { credits: Cents; fee: Cents; total: Cents; owed: Cents } {
  if (amount === null) {
    const taken = least(credits, balance, left);
    const back = taken === credits ? least(fee, difference(left, taken)) : ZERO;
    return { credits: taken, fee: back, total: sum(taken, back), owed: ZERO };
  }
  const isAll = amount === left;
  const due = isAll ? difference(amount, least(fee, amount)) : least(credits, amount);
  const asked = least(due, credits);
  const taken = least(asked, balance);
  const back = least(fee, difference(amount, due));
  return { credits: taken, fee: back, total: sum(taken, back), owed: difference(asked, taken) };
}
