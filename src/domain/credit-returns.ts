// How unspent bought credits are paid back to their owner, either by button or after a request to an operator
// (docs/product.md §6).
import { sum, toCents, type Cents } from './money.ts';

/** The maximum number of times that a person can give credits back by button in `CREDIT_RETURNS_DAYS` days. */
const CREDIT_RETURNS_MOST = 2;
export const CREDIT_RETURNS_DAYS = 30;

/** A bought balance of at most CAD 5.00 can be given back by button any number of times. */
const SMALL_BALANCE = toCents(500);

/** Business days in which an operator answers a request. */
const DECISION_BUSINESS_DAYS = 2;

/** `asked` means that a request waits for an operator. */
export type CreditReturnState = 'asked' | 'paid' | 'refused';

/** The facts that decide how a person's unspent bought credits can be paid back. */
export type CreditReturnCase = {
  bought: Cents;
  /** The unspent credits of top-ups whose cards can be paid. */
  onCards: Cents;
  /** The unspent bought credits that belong to no top-up, so that no card can be paid. */
  cardless: Cents;
  debt: Cents;
  /** How often the person gave credits back by button in the last `CREDIT_RETURNS_DAYS` days. */
  returned: number;
  isAsked: boolean;
};

export type CreditReturnWay =
  | { way: 'open' }
  | { way: 'ask'; bar: 'often' | 'cardless' }
  | { way: 'closed'; bar: 'nothing' | 'debt' | 'disputed' | 'asked' };

export function wayOfCreditReturn(given: CreditReturnCase): CreditReturnWay {
  if (given.debt > 0) return { way: 'closed', bar: 'debt' };
  if (given.bought === 0) return { way: 'closed', bar: 'nothing' };
  if (given.isAsked) return { way: 'closed', bar: 'asked' };
  if (sum(given.onCards, given.cardless) === 0) return { way: 'closed', bar: 'disputed' };
  if (given.onCards === 0) return { way: 'ask', bar: 'cardless' };
  const isOften = given.returned >= CREDIT_RETURNS_MOST && given.bought > SMALL_BALANCE;
  return isOften ? { way: 'ask', bar: 'often' } : { way: 'open' };
}

const DAY_MS = 86_400_000;

/**
 * The end of the last business day (UTC) on which an operator may answer a request made at `askedAtMs`, in
 * milliseconds.
 */
export function decisionDueMs(askedAtMs: number): number {
  let day = Math.floor(askedAtMs / DAY_MS);
  for (let left = DECISION_BUSINESS_DAYS; left > 0;) {
    day += 1;
    // 1 January 1970 was a Thursday.
    const weekday = (day + 4) % 7;
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return (day + 1) * DAY_MS;
}

const BAR_SENTENCES = {
  nothing: 'None of your balance is bought credits.',
  debt: 'Your account owes the shop. Once that is paid, what is left can go back.',
  disputed:
    'The payment for these credits is disputed at your bank, so they can’t go back to its card.',
  asked: `You asked for your credits. We answer within ${DECISION_BUSINESS_DAYS} business days.`,
  often: `You gave credits back ${CREDIT_RETURNS_MOST} times in ${CREDIT_RETURNS_DAYS} days. Ask us: we answer within ${DECISION_BUSINESS_DAYS} business days.`,
  cardless: `No card stands behind these credits. Ask us: we answer within ${DECISION_BUSINESS_DAYS} business days, and pay them in another way.`,
};

/** Tells a person how their credits go back, or why they can't. */
export function creditReturnSentence(found: CreditReturnWay): string {
  return found.way === 'open'
    ? 'They go back to the cards that paid for them.'
    : BAR_SENTENCES[found.bar];
}
