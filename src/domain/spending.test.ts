import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JOURNAL_KINDS } from './journal-kind.ts';
import { sum, toCents, ZERO } from './money.ts';
import { summariseSpending, TREND_DAYS, type DaySum } from './spending.ts';

function datesOf(month: string, first: number, last: number): string[] {
  return Array.from(
    { length: last - first + 1 },
    (_none, at) => `${month}-${String(first + at).padStart(2, '0')}`,
  );
}
const MONTH = [...datesOf('2026-10', 23, 31), ...datesOf('2026-11', 1, 21)];
const WEEK = MONTH.slice(-TREND_DAYS);

const cents = fc.integer({ min: 0, max: 1_000_000 }).map(toCents);
const daySum: fc.Arbitrary<DaySum> = fc.record({
  date: fc.constantFrom(...datesOf('2026-10', 1, 22), ...MONTH),
  kind: fc.constantFrom(...JOURNAL_KINDS),
  count: fc.integer({ min: 1, max: 9 }),
  out: cents,
  in: cents,
});

describe('spending', () => {
  test('of a week has expenses and income, day by day', () => {
    const days: DaySum[] = [
      { date: '2026-11-20', kind: 'pack_purchase', count: 2, out: toCents(5_400), in: ZERO },
      { date: '2026-11-21', kind: 'shipping_fee', count: 1, out: toCents(800), in: ZERO },
      { date: '2026-11-21', kind: 'card_sale', count: 3, out: ZERO, in: toCents(7_425) },
      { date: '2026-11-21', kind: 'credit_purchase', count: 1, out: ZERO, in: toCents(10_000) },
      { date: '2026-11-21', kind: 'bonus_credit', count: 1, out: ZERO, in: toCents(10_000) },
      { date: '2026-11-01', kind: 'pack_purchase', count: 1, out: toCents(999), in: ZERO },
    ];
    expect(summariseSpending(days, WEEK, WEEK)).toEqual({
      totalSpent: 6_200,
      totalEarned: 7_425,
      netAmount: 1_225,
      transactionCount: 6,
      averageTransaction: 2_271, // 136.25 / 6 = 22.708, rounded to a cent
      spendingByCategory: [
        { category: 'pack_purchase', amount: 5_400 },
        { category: 'shipping_fee', amount: 800 },
      ],
      spendingTrend: [
        { date: '2026-11-15', amount: 0 },
        { date: '2026-11-16', amount: 0 },
        { date: '2026-11-17', amount: 0 },
        { date: '2026-11-18', amount: 0 },
        { date: '2026-11-19', amount: 0 },
        { date: '2026-11-20', amount: 5_400 },
        { date: '2026-11-21', amount: 800 },
      ],
    });
  });

  test('of a user without purchases is nothing, without a division by zero', () => {
    expect(summariseSpending([], MONTH, WEEK)).toMatchObject({
      totalSpent: 0,
      averageTransaction: 0,
      spendingByCategory: [],
    });
  });

  test('for any transactions categories and trend add up to the expenses, and net to the whole', () => {
    fc.assert(
      fc.property(fc.array(daySum), (days) => {
        const month = summariseSpending(days, MONTH, WEEK);
        const counted = days.filter(
          (day) =>
            MONTH.includes(day.date) &&
            !['credit_purchase', 'bonus_credit', 'imported_credit'].includes(day.kind),
        );
        expect(month.netAmount).toBe(counted.reduce((total, day) => total + day.in - day.out, 0));
        expect(sum(ZERO, ...month.spendingByCategory.map((one) => one.amount))).toBe(
          month.totalSpent,
        );
        const week = summariseSpending(days, WEEK, WEEK);
        expect(sum(...week.spendingTrend.map((one) => one.amount))).toBe(week.totalSpent);
        expect(month.spendingTrend).toEqual(week.spendingTrend);
      }),
    );
  });
});
