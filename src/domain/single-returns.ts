// Until when a single can be returned that was bought and has not left, and for how much (docs/singles.md).
import { least, type Cents } from './money.ts';

/** For so long after buying, a single is returned at the price that was paid. */
const SINGLE_RETURN_HOURS = 24;

/** For this number of days after the purchase, its buyer can return it at the shop's current price, if that is less than the price paid. */
const SINGLE_RETURN_DAYS = 14;

export type SingleReturnCase = {
  nowMs: number;
  boughtAtMs: number;
  /** What was paid for it after discounts, before tax. */
  paid: Cents;
  /** What the shop asks today for a card like it, before tax. Null if it asks for none. */
  asked: Cents | null;
  /** The days in which the buyer may withdraw, by the right of the place where they lived when they bought. */
  withdrawalDays: number;
};

/** `goods`: what is given back, before tax. With `closed`, only an operator can take it back. */
export type SingleReturnWay =
  | { way: 'open'; goods: Cents; untilMs: number; isAtPaid: boolean }
  | { way: 'closed' };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How a single can be returned now by its buyer. A place's right wins where it lasts longer than the first day. */
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
