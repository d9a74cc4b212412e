import * as rows from '#contract/wallet.ts';
import { userAskedFor } from '#domain/user-asked-for.ts';
import { Rejection } from '#domain/rejection.ts';
import { SPENDING_PERIODS, summariseSpending, TREND_DAYS } from '#domain/spending.ts';
import { handler } from '../http/handler.ts';
import { findBalanceOf } from '../ledger/ledger-accounts-queries.ts';
import { sumSpendingByDay } from './transactions-queries.ts';

export const showSpending = handler(
  rows.showSpending,
  async ({ db }, caller, { userId: asked, period, timeZone }) => {
    const userId = userAskedFor(caller, asked);
    const days = SPENDING_PERIODS[period];
    const [balance, { sums, dates }] = await Promise.all([
      findBalanceOf(db, userId),
      sumSpendingByDay(db, userId, timeZone, Math.max(days, TREND_DAYS)),
    ]);
    if (balance === null) throw new Rejection('USER_NOT_FOUND');
    return summariseSpending(sums, dates.slice(-days), dates.slice(-TREND_DAYS));
  },
);
