// A user's spending and earnings in a period, from their transactions (docs/product.md §6).
import type { JournalKind } from './journal-kind.ts';
import { difference, sum, toCents, ZERO, type Cents } from './money.ts';

/** The number of days of each period, including today (docs/product.md §6). */
export const SPENDING_PERIODS = { week: 7, month: 30, year: 365 } as const;
export type SpendingPeriod = keyof typeof SPENDING_PERIODS;

/** The number of days of the trend, including today (docs/product.md §6). */
export const TREND_DAYS = 7;

/**
 * The transactions of one day and kind. `count` is their number, `out` the amount that went out, and `in` the amount
 * that came in.
 */
export type DaySum = {
  /** A day such as `2026-11-21`, in the viewer's time zone. */
  date: string;
  kind: JournalKind;
  count: number;
  out: Cents;
  in: Cents;
};

export type Spending = {
  totalSpent: Cents;
  totalEarned: Cents;
  netAmount: Cents;
  transactionCount: number;
  averageTransaction: Cents;
  spendingByCategory: { category: JournalKind; amount: Cents }[];
  spendingTrend: { date: string; amount: Cents }[];
};

/**
 * Kinds that count neither as spent nor as earned. Bought credits, and those from another shop, are the same money in
 * another form (choice 48), and a gift is not earned (choice 207).
 */
const NEITHER: readonly JournalKind[] = ['credit_purchase', 'bonus_credit', 'imported_credit'];

/**
 * Sums up what a user spent and earned on the dates in `period`. `spendingTrend` has what was spent on each date in
 * `trend`. Bought and given credits don't count. The average amount of a transaction, spent or earned, is rounded half
 * up.
 */
export function summariseSpending(days: DaySum[], period: string[], trend: string[]): Spending {
  const counted = days.filter((day) => !NEITHER.includes(day.kind));
  const within = counted.filter((day) => period.includes(day.date));
  const totalSpent = sum(...within.map((day) => day.out));
  const totalEarned = sum(...within.map((day) => day.in));
  const transactionCount = within.reduce((count, day) => count + day.count, 0);
  return {
    totalSpent,
    totalEarned,
    netAmount: difference(totalEarned, totalSpent),
    transactionCount,
    averageTransaction: average(sum(totalSpent, totalEarned), transactionCount),
    spendingByCategory: [...new Set(within.map((day) => day.kind))]
      .map((category) => ({
        category,
        amount: sum(...within.filter((day) => day.kind === category).map((day) => day.out)),
      }))
      .filter(({ amount }) => amount > 0)
      .sort((a, b) => b.amount - a.amount),
    spendingTrend: trend.map((date) => ({
      date,
      amount: sum(...counted.filter((day) => day.date === date).map((day) => day.out)),
    })),
  };
}

function average(total: Cents, count: number): Cents {
  return count === 0 ? ZERO : toCents(Math.floor((2 * total + count) / (2 * count)));
}
