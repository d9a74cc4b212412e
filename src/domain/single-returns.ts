// Until when, and for how much, a buyer can return a single that has not left the shop (docs/singles.md).
import { least, type Cents } from './money.ts';

/** For this number of hours after the purchase, the buyer can return a single at the price paid. */
const SINGLE_RETURN_HOURS = 24;

/**
 * For this number of days after the purchase, the buyer can return a single at the shop's current price, if that is
 * less than the price paid.
 */
const SINGLE_RETURN_DAYS = 14;

export type SingleReturnCase = {
  nowMs: number;
  boughtAtMs: number;
  /** The price of the single after discounts, before tax. */
  paid: Cents;
  /** The shop's current price for a copy like this one, before tax. Null if it asks for none. */
  asked: Cents | null;
  /** The number of days in which the buyer may withdraw, by the law of the place where they lived when they bought. */
  withdrawalDays: number;
};

/** `goods`: what is given back, before tax. With `closed`, only an operator can accept the return. */
export type SingleReturnWay =
  | { way: 'open'; goods: Cents; untilMs: number; isAtPaid: boolean }
  | { way: 'closed' };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * How the buyer can return a single now. If the right of the buyer's place lasts longer than the first 24 hours, that
 * right applies.
 */
export function wayOfSingleReturn(given: SingleReturnCase): SingleReturnWay {
  const { nowMs, boughtAtMs, paid, asked, withdrawalDays } = given;
  const atPaidUntilMs =
    boughtAtMs + Math.max(SINGLE_RETURN_HOURS * HOUR_MS, withdrawalDays * DAY_MS);
  if (nowMs < atPaidUntilMs) {
    return { way: 'open', goods: paid, untilMs: atPaidUntilMs, isAtPaid: true };
  }
  const untilMs = boughtAtMs + SINGLE_RETURN_DAYS * DAY_MS;
  if (nowMs >= untilMs || asked === null) return { way: 'closed' };
  return { way: 'open', goods: least(paid, asked), untilMs, isAtPaid: false };
}
