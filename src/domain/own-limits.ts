// Limits that people set for themselves (docs/product.md §21). They limit the money spent in rolling windows, and the
// packs opened in a day.
import { formatCad, type Cents } from './money.ts';
import { Rejection } from './rejection.ts';

const MONEY_LIMITS = ['day', 'week', 'month'] as const;
export type MoneyLimit = (typeof MONEY_LIMITS)[number];
export const LIMIT_KINDS = [...MONEY_LIMITS, 'packs'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** The window of each limit, in words. */
const LIMIT_WINDOWS: Record<LimitKind, string> = {
  day: '24 hours',
  week: '7 days',
  month: '30 days',
  packs: '24 hours',
};

/**
 * A user must confirm a higher limit a second time. This is possible from RAISE_FROM_HOURS to RAISE_UNTIL_HOURS
 * after the user asked for it. The database has the same hours.
 */
const RAISE_FROM_HOURS = 24;
const RAISE_UNTIL_HOURS = 72;

/** The highest limits that can be set, in CAD and in packs. */
export const MONEY_LIMIT_MOST = 100_000;
export const PACKS_LIMIT_MOST = 1_000;

/**
 * A limit. Null if there is none. `raise` is a higher limit that the user asked for and has not confirmed yet. If
 * `raise.to` is null, the user asked for no limit at all.
 */
export type OwnLimit<Amount extends number = number> = {
  limit: Amount | null;
  raise: { to: Amount | null; askedAt: Date } | null;
};

export type OwnLimits = Record<MoneyLimit, OwnLimit<Cents>> & { packs: OwnLimit };

/** What a person spent by card, and how many packs the person opened, in the windows of the limits. */
export type Spending = Record<MoneyLimit, Cents> & { packs: number };

/**
 * What happens when a user sets a limit. With `set`, the limit applies at once. With `ask`, the user must confirm it
 * a second time. With `leave`, it is the current limit, and setting it cancels a request for a higher one.
 */
export function stepOfLimit(limit: number | null, wanted: number | null): 'set' | 'ask' | 'leave' {
  if (limit === wanted) return 'leave';
  if (limit === null || (wanted !== null && wanted < limit)) return 'set';
  return 'ask';
}

const HOUR_MS = 3_600_000;

/** The time in which the user can confirm a higher limit. */
export function windowOfRaise(askedAt: Date): { fromMs: number; untilMs: number } {
  const after = (hours: number) => askedAt.getTime() + hours * HOUR_MS;
  return { fromMs: after(RAISE_FROM_HOURS), untilMs: after(RAISE_UNTIL_HOURS) };
}

/** Rejects with INVALID_TRANSITION unless the user can confirm a higher limit now. */
export function checkRaise(raise: OwnLimit['raise'], now: Date): void {
  if (raise === null) throw new Rejection('INVALID_TRANSITION', 'No higher limit was asked for');
  const { fromMs, untilMs } = windowOfRaise(raise.askedAt);
  if (now.getTime() < fromMs) {
    throw new Rejection('INVALID_TRANSITION', 'A higher limit needs a day. Please come back then.');
  }
  if (now.getTime() >= untilMs) {
    throw new Rejection('INVALID_TRANSITION', 'Your wish has lapsed. Please ask once more.');
  }
}

/** The first money limit that the spending exceeds. Null if it exceeds none. */
export function limitExceeded(limits: OwnLimits, spent: Spending): MoneyLimit | null {
  return (
    MONEY_LIMITS.find((kind) => {
      const { limit } = limits[kind];
      return limit !== null && spent[kind] > limit;
    }) ?? null
  );
}

/**
 * Rejects with OWN_LIMIT_REACHED if the spending exceeds a limit. `spent` includes the payment in question. The
 * database has the same rule.
 */
export function checkMoneyLimits(limits: OwnLimits, spent: Spending): void {
  const kind = limitExceeded(limits, spent);
  if (kind === null) return;
  throw new Rejection(
    'OWN_LIMIT_REACHED',
    `This would come to ${formatCad(spent[kind])} in ${LIMIT_WINDOWS[kind]}. Your own limit is ${formatCad(limits[kind].limit!)}.`,
  );
}

/** Rejects with OWN_LIMIT_REACHED if a person may not open `wanted` packs now. `left` is null if there is no limit. */
export function checkPacksLeft(left: number | null, wanted: number): void {
  if (left === null || wanted <= left) return;
  throw new Rejection(
    'OWN_LIMIT_REACHED',
    left <= 0
      ? 'You have opened as many packs in 24 hours as you allow yourself.'
      : `By your own limit you can open ${left} more ${left === 1 ? 'pack' : 'packs'} in these 24 hours.`,
  );
}
