import * as rows from '#contract/wallet.ts';
import { subjectOf } from '#domain/subject.ts';
import { Rejection } from '#domain/rejection.ts';
import { SPENDING_PERIODS, summariseSpending, TREND_DAYS } from '#domain/spending.ts';
import { verb } from '../http/verb.ts';
import { findBalanceOf } from '../ledger/ledger-accounts-queries.ts';
import { sumDays } from './transactions-queries.ts';

export const showSpending = verb(
  rows.showSpending,
  async ({ db }, caller, { userId: asked, period, timeZone }) => {
    const userId = subjectOf(caller, asked);
    const days = SPENDING_PERIODS[period];
    const [balance, { sums, dates }] = await Promise.all([
      findBalanceOf(db, userId),
      sumDays(db, userId, timeZone, Math.max(days, TREND_DAYS)),
    ]);
    if (balance === null) throw new Rejection('USER_NOT_FOUND');
    return summariseSpending(sums, dates.slice(-days), dates.slice(-TREND_DAYS));
  },
);
