// Writes a line that the checkout shows once in thirty days. It says how much the person spent, and how much came back.
import * as rows from '#contract/profile-limits.ts';
import { SPENDING_PERIODS, summariseSpending } from '#domain/spending.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { noteSpendingLine } from '../limits/own-limits-queries.ts';
import { sumSpendingByDay } from '../wallet/transactions-queries.ts';

export const tellSpending = handler(rows.tellSpending, async (context, { userId }) =>
  inTransaction(context.db, async (db) => {
    const { sums, dates } = await sumSpendingByDay(db, userId, 'UTC', SPENDING_PERIODS.month);
    const { totalSpent: spent, totalEarned: cameBack } = summariseSpending(sums, dates, []);
    if (spent === 0 || !(await noteSpendingLine(db, userId))) return { line: null };
    return { line: { spent, cameBack } };
  }),
);
